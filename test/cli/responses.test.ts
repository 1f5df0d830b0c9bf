import { once } from "node:events"
import { createServer } from "node:http"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { closed, listen } from "../faults/loopback.ts"
import { redisServer } from "../tasks/redis/server.ts"
import { clientKey, nodeWith, pathOf, upstreamsAt } from "./started.ts"

const events = [
  {
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-sonnet-4-5",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 }
    }
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "said" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 2 } },
  { type: "message_stop" }
]

const vendor = createServer((request, answer) => {
  request.resume()
  answer.writeHead(200, { "content-type": "text/event-stream" })
  answer.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""))
})

const scope = Scope.makeUnsafe()
let upstreams: Readonly<Record<string, unknown>> = {}

beforeAll(async () => {
  upstreams = upstreamsAt(`http://127.0.0.1:${await listen(vendor)}`)
})

afterAll(async () => {
  await closed(vendor)
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const client = (url: string) => new OpenAI({ apiKey: clientKey, baseURL: `${url}/v1`, maxRetries: 0 })

/** The id of an answer, as soon as its client is told that it is whole. */
const told = async (url: string): Promise<string> => {
  const stream = await client(url).responses.create({ model: "claude-sonnet-4-5", input: "a", stream: true })
  for await (const event of stream) if (event.type === "response.completed") return event.response.id
  throw new Error("It never was.")
}

describe("responses of isogloss serve", () => {
  it("in a file outlive a process that is killed the moment they are told", { timeout: 120_000 }, async () => {
    const configuration = { upstreams, responses: { store: `file:${pathOf("responses.sqlite")}` } }
    const first = await nodeWith(configuration)
    const id = await told(first.url)
    first.started.child.kill("SIGKILL")
    await once(first.started.child, "close")
    const second = await nodeWith(configuration)
    expect(await client(second.url).responses.retrieve(id)).toMatchObject({ id, store: true, output_text: "said" })
  })

  it("in Redis are every node's", { timeout: 120_000 }, async () => {
    const { url } = await Effect.runPromise(Effect.provideService(redisServer, Scope.Scope, scope))
    const configuration = { upstreams, responses: { store: url } }
    const [first, second] = [await nodeWith(configuration), await nodeWith(configuration)]
    const id = await told(first.url)
    expect(await client(second.url).responses.retrieve(id)).toMatchObject({ id, output_text: "said" })
    await client(second.url).responses.delete(id)
    await expect(client(first.url).responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  it("are kept in memory where nothing is said, and nowhere where that is said", { timeout: 120_000 }, async () => {
    const [kept, unkept] = [await nodeWith({ upstreams }), await nodeWith({ upstreams, responses: { store: "none" } })]
    const id = await told(kept.url)
    expect(await client(kept.url).responses.retrieve(id)).toMatchObject({ id })
    await expect(client(unkept.url).responses.retrieve(await told(unkept.url))).rejects.toMatchObject({ status: 404 })
  })
})
