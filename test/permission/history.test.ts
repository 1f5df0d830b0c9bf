import { createServer } from "node:http"
import { afterAll, beforeAll, expect, it } from "vitest"
import { readFile } from "../../src/config/file.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { closed, listen } from "../faults/loopback.ts"

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
let gateway: Awaited<ReturnType<typeof composeGateway>>

beforeAll(async () => {
  const url = `http://127.0.0.1:${await listen(vendor)}/v1`
  const configuration = {
    keys: [
      { key: "key-of-all", name: "team" },
      { key: "key-of-some", name: "team", models: ["cheap"] }
    ],
    upstreams: { items: { family: "compatible", format: "responses", key: "vendor", url } },
    models: [{ match: "*", upstream: "items" }]
  }
  const read = readFile(JSON.stringify(configuration), {})
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  gateway = await composeGateway(read.value)
})

afterAll(async () => {
  await gateway.dispose()
  await closed(vendor)
})

const ask = async (key: string, body: object) => {
  const answered = await gateway.fetch(
    new Request("http://gateway.test/v1/responses", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "cheap", ...body })
    })
  )
  return { status: answered.status, body: JSON.parse(await answered.text()) }
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
