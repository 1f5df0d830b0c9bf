// A gateway inside a server of node:http: OpenAI's SDK streams an answer of a Claude model.
import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import OpenAI from "openai"
import { Claude, createGateway, layerFetch, Endpoints } from "../src/index.ts"
import { toNodeHandler } from "../src/node.ts"
import * as Sandbox from "../src/sandbox.ts"

const key = "the vendor's"
const gateway = createGateway({
  endpoints: [Endpoints.chatCompletions, Endpoints.messages],
  families: [Claude.layer({ key })],
  keys: ["sandbox"],
  upstream: layerFetch(Sandbox.make({ key }).fetch)
})
const server = createServer(toNodeHandler(gateway))

await once(server.listen(0, "127.0.0.1"), "listening")
const address = server.address()
assert(typeof address === "object" && address !== null)
const client = new OpenAI({ baseURL: `http://127.0.0.1:${address.port}/v1`, apiKey: "sandbox" })
const hello = { model: "claude-haiku-4-5", messages: [{ role: "user" as const, content: "Good morning" }] }

let text = ""
for await (const { choices } of await client.chat.completions.create({ ...hello, stream: true })) {
  text += choices[0]?.delta.content ?? ""
}
assert.match(text, /^You wrote: “Good morning”/)

await gateway.close()
server.close()
