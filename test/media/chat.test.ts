import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Layer from "effect/Layer"
import { expect, it, onTestFinished } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { messages } from "../../src/endpoints/messages.ts"
import * as Families from "../../src/families/families.ts"
import * as Gemini from "../../src/families/gemini.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerNode } from "../../src/media/fetch/node-fetcher.ts"
import { layerUndici } from "../../src/upstream/undici.ts"
import { answer, picture, png, rig as media, type Rig } from "./server.ts"

/** A vendor on a socket, and the bodies that it was sent. */
const vendor = async (): Promise<{ readonly url: string; readonly bodies: string[] }> => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (piece: Buffer) => (body += piece.toString()))
    request.on("end", () => {
      bodies.push(body)
      const said = { content: { role: "model", parts: [{ text: "A dot." }] }, finishReason: "STOP", index: 0 }
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify({ candidates: [said] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, bodies }
}

const asking = async (urls: readonly string[], server: Rig | undefined) => {
  const { url, bodies } = await vendor()
  const made = Gateway.layer(chatCompletions, messages).pipe(
    Layer.provide(Families.of(Gemini.chat({ key: "k", url })).pipe(Layer.provide(layerUndici()))),
    Layer.provide(Credentials.keys("client"))
  )
  const gateway = Gateway.make(
    server === undefined ? made : made.pipe(Layer.provide(layerNode({ http: true, network: server.network })))
  )
  onTestFinished(() => gateway.dispose())
  const parts = urls.map((one) => ({ type: "image_url", image_url: { url: one } }))
  const content = [{ type: "text", text: "What is this?" }, ...parts]
  const response = await gateway.fetch(
    new Request("http://gateway.test/v1/chat/completions", {
      method: "POST",
      headers: { authorization: "Bearer client", "content-type": "application/json" },
      body: JSON.stringify({ model: "gemini-2.5-flash", messages: [{ role: "user", content }] })
    })
  )
  const body: unknown = await response.json()
  return { status: response.status, body, sent: bodies.map((one) => JSON.parse(one)) }
}

const pictures = (): Promise<Rig> => media((_, socket) => void socket.end(picture()))

it("is fetched for a model that takes bytes, once for each URL", async () => {
  const server = await pictures()
  const { status, body, sent } = await asking(
    ["http://a.example/1", "http://a.example/2", "http://a.example/1"],
    server
  )
  const inline = { inlineData: { mimeType: "image/png", data: png.toString("base64") } }
  expect([status, body]).toMatchObject([200, { choices: [{ message: { content: "A dot." } }] }])
  expect(sent).toMatchObject([{ contents: [{ parts: [{ text: "What is this?" }, inline, inline, inline] }] }])
  expect(new Set(server.heads.map((head) => head.split(" ")[1]))).toEqual(new Set(["/1", "/2"]))
  expect(server.heads).toHaveLength(2)
})

it("is a 400 at its place where it cannot be fetched, and no model is called", async () => {
  const server = await media((_, socket) => void socket.end(answer(404, { "content-length": 0 })))
  const { status, body, sent } = await asking(["http://a.example/1"], server)
  expect([status, sent]).toEqual([400, []])
  expect(body).toMatchObject({ error: { param: "messages[0].content[1].image_url.url" } })
})

it("is a 400 where it leads to a host that is not public", async () => {
  const server = await media((_, socket) => void socket.end(picture()), { names: () => ["169.254.169.254"] })
  const { status, sent } = await asking(["http://a.example/1"], server)
  expect([status, sent, server.heads]).toEqual([400, [], []])
})

it("is a 400 where the gateway fetches nothing", async () => {
  const { status, body, sent } = await asking(["https://a.example/1"], undefined)
  expect([status, sent]).toEqual([400, []])
  expect(body).toMatchObject({ error: { message: expect.stringContaining("Send it as base64") } })
})

it("is a 413 where there are more URLs than one request may name", async () => {
  const server = await pictures()
  const urls = Array.from({ length: 33 }, (_, index) => `http://a.example/${index}`)
  const { status, sent } = await asking(urls, server)
  expect([status, sent, server.heads]).toEqual([413, [], []])
})

it("is a 413 where all of them are too large together", async () => {
  const large = Buffer.concat([png, Buffer.alloc(9 * 1024 * 1024)])
  const said = answer(200, { "content-type": "image/png", "content-length": large.length }, large)
  const server = await media((_, socket) => void socket.end(said))
  const urls = Array.from({ length: 4 }, (_, index) => `http://a.example/${index}`)
  const { status, sent } = await asking(urls, server)
  expect([status, sent]).toEqual([413, []])
})
