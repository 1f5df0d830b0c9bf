import { EventEmitter, once } from "node:events"
import { createServer } from "node:http"
import { connect, createServer as createTcpServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import OpenAI from "openai"
import { createClient } from "redis"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { closed, listen } from "../faults/loopback.ts"
import { redisServer } from "../tasks/redis/server.ts"
import { printEvents } from "../faults/frames.ts"
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

/** Tells answers that stopped in their middle to go on. */
const going = new EventEmitter()

/** What is asked so is answered by half, until the other half is asked for. */
const halting = "by halves"

const vendor = createServer((request, answer) => {
  void (async () => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    answer.writeHead(200, { "content-type": "text/event-stream" })
    answer.write(printEvents(events.slice(0, 3)))
    if (Buffer.concat(pieces).includes(halting)) await once(going, "on")
    answer.end(printEvents(events.slice(3)))
  })()
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

/** What a client saw of a stream that went on after its beginning, however it ended: its id, and its last event. */
const seen = async (url: string): Promise<{ readonly id: string; readonly last: string }> => {
  let id = ""
  let last = ""
  try {
    const stream = await client(url).responses.create({ model: "claude-sonnet-4-5", input: halting, stream: true })
    for await (const event of stream) {
      if (event.type === "response.created") {
        id = event.response.id
        going.emit("on")
      }
      last = event.type
    }
  } catch (thrown) {
    if (last === "") throw thrown
  }
  return { id, last }
}

/** Has a process kill itself beside the end of the first transaction after its file was opened. */
const dying = (place: "before" | "after"): Readonly<Record<string, string>> => {
  const kill = 'process.kill(process.pid, "SIGKILL")'
  const program = `
    import { DatabaseSync } from "node:sqlite"
    const { exec } = DatabaseSync.prototype
    DatabaseSync.prototype.exec = function (sql) {
      if (sql === "COMMIT" && "${place}" === "before") ${kill}
      exec.call(this, sql)
      if (sql === "COMMIT") ${kill}
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` }
}

/** Leads to a Redis; once it is mute, what Redis answers does not come back. */
const muteable = async (url: string) => {
  const state = { isMute: false }
  const open = new Set<Socket>()
  const proxy = createTcpServer((node) => {
    open.add(node)
    const redis = connect(Number(new URL(url).port), "127.0.0.1")
    for (const socket of [node, redis])
      socket.on("error", () => {
        node.destroy()
        redis.destroy()
      })
    node.pipe(redis)
    redis.on("data", (piece) => state.isMute || node.write(piece))
    redis.on("close", () => node.destroy())
  })
  const port = await listen(proxy)
  onTestFinished(() => {
    proxy.close()
    for (const socket of open) socket.destroy()
  })
  return { url: `redis://127.0.0.1:${port}`, mute: () => void (state.isMute = true) }
}

describe("an answer of isogloss serve whose process is killed between its writing and its last event", () => {
  it.each(["before", "after"] as const)("in a file, %s it is written", { timeout: 180_000 }, async (place) => {
    const configuration = { upstreams, responses: { store: `file:${pathOf("responses.sqlite")}` } }
    const first = await nodeWith(configuration, dying(place))
    const { id, last } = await seen(first.url)
    await first.started.ended
    expect([id, last]).toEqual([expect.stringMatching(/^resp_/), expect.not.stringMatching("response.completed")])
    const second = await nodeWith(configuration)
    const found = client(second.url).responses.retrieve(id)
    if (place === "before") return expect(found).rejects.toMatchObject({ status: 404 })
    expect(await found).toMatchObject({ id, status: "completed", store: true, output_text: "said" })
    await client(second.url).responses.delete(id)
    return expect(client(second.url).responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  it("in Redis, after it is written: is not told, and is every other node's, whole", { timeout: 180_000 }, async () => {
    const { url } = await Effect.runPromise(Effect.provideService(redisServer, Scope.Scope, scope))
    const through = await muteable(url)
    const first = await nodeWith({ upstreams, responses: { store: through.url } })
    const second = await nodeWith({ upstreams, responses: { store: url } })
    await told(first.url)
    const admin = await createClient({ url }).connect()
    onTestFinished(() => admin.destroy())
    const before = await admin.dbSize()
    const streamed = seen(first.url)
    through.mute()
    while ((await admin.dbSize()) === before) await new Promise((resolve) => setImmediate(resolve))
    await first.started.killed()
    const { id, last } = await streamed
    expect(last).not.toBe("response.completed")
    expect(await client(second.url).responses.retrieve(id)).toMatchObject({ id, store: true, output_text: "said" })
  })
})

describe("responses of isogloss serve", () => {
  it("in a file outlive a process that is killed the moment they are told", { timeout: 180_000 }, async () => {
    const configuration = { upstreams, responses: { store: `file:${pathOf("responses.sqlite")}` } }
    const first = await nodeWith(configuration)
    const id = await told(first.url)
    await first.started.killed()
    const second = await nodeWith(configuration)
    expect(await client(second.url).responses.retrieve(id)).toMatchObject({ id, store: true, output_text: "said" })
  })

  it("in Redis are every node's", { timeout: 180_000 }, async () => {
    const { url } = await Effect.runPromise(Effect.provideService(redisServer, Scope.Scope, scope))
    const configuration = { upstreams, responses: { store: url } }
    const [first, second] = [await nodeWith(configuration), await nodeWith(configuration)]
    const id = await told(first.url)
    expect(await client(second.url).responses.retrieve(id)).toMatchObject({ id, output_text: "said" })
    await client(second.url).responses.delete(id)
    await expect(client(first.url).responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  it("are kept in memory where nothing is said, and nowhere where that is said", { timeout: 180_000 }, async () => {
    const [kept, unkept] = [await nodeWith({ upstreams }), await nodeWith({ upstreams, responses: { store: "none" } })]
    const id = await told(kept.url)
    expect(await client(kept.url).responses.retrieve(id)).toMatchObject({ id })
    await expect(client(unkept.url).responses.retrieve(await told(unkept.url))).rejects.toMatchObject({ status: 404 })
  })
})
