import { createServer } from "node:http"
import { expect, it } from "vitest"
import { gatewayBefore } from "../shell/scripted-vendor.ts"

const output = [{ type: "message", id: "m", role: "assistant", status: "completed", content: [] }]
const answer = { id: "r", object: "response", created_at: 1, status: "completed", model: "m", output }

/** The bodies that the vendor heard. */
const heard: string[] = []
const vendor = createServer((request, response) => {
  let body = ""
  request.on("data", (piece: Buffer) => (body += piece.toString()))
  request.on("end", () => {
    heard.push(body)
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
  })
})
const gateway = gatewayBefore(vendor, (url) => ({
  keys: [
    { key: "key-of-all", name: "team" },
    { key: "key-of-some", name: "team", models: ["cheap"] }
  ],
  upstreams: { items: { family: "compatible", format: "responses", key: "vendor", url: `${url}/v1` } },
  models: [{ match: "*", upstream: "items" }]
}))

const ask = async (key: string, asked: object) => {
  const { status, text } = await gateway.ask("/v1/responses", { model: "cheap", ...asked }, { key })
  return { status, body: JSON.parse(text) }
}

const tools = [{ type: "image_generation", model: "costly" }]
const naming = [
  { role: "user", content: "Hi" },
  { type: "additional_tools", role: "developer", tools }
]

it("a model that an earlier request of the account named is asked of the key that goes on from it", async () => {
  const first = await ask("key-of-all", { input: naming })
  expect(first.status).toBe(200)
  heard.length = 0
  const next = { input: "more", previous_response_id: first.body.id }
  const { status, body } = await ask("key-of-some", next)
  expect([status, body.error.code, heard]).toEqual([404, "model_not_found", []])
  expect((await ask("key-of-all", next)).status).toBe(200)
  const asked = { type: "message", role: "user", content: "more" }
  expect(heard.map((text) => JSON.parse(text).input)).toEqual([[...naming, ...output, asked]])
})
