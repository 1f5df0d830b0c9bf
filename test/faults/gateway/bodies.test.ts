import { once } from "node:events"
import { type ClientRequest, createServer, request } from "node:http"
import { afterEach, describe, expect, it } from "vitest"
import type { BodyLimits } from "../../../src/exchange/policies.ts"
import type { RunningGateway } from "../../../src/gateway/gateway.ts"
import { toNodeHandler } from "../../../src/hosts/node.ts"
import { served } from "../../shell/rig.ts"
import { crowdUpstream } from "./crowd-upstream.ts"
import { patience } from "../../setup/patience.ts"

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A gateway in which bodies may hold so much, and take so many milliseconds to come. */
const scene = async (bodies: BodyLimits, clock = 120_000) => {
  const upstream = await crowdUpstream()
  ends.push(upstream.close)
  let running: RunningGateway | undefined
  const keys = ["flood", "another"].map((name) => ({ key: `key-of-${name}`, name }))
  const gateway = await served({
    keys,
    policy: { grace: 0, bodies },
    keep: (it) => (running = it),
    host: (it) => createServer(toNodeHandler(it, { body: clock }))
  })(upstream.url)
  ends.push(async () => gateway.close?.())
  const { port } = new URL(gateway.url)
  const open = (path: string, account: string, headers: Readonly<Record<string, string>>): ClientRequest => {
    const sent = { "content-type": "application/json", authorization: `Bearer key-of-${account}`, ...headers }
    const asking = request({ host: "127.0.0.1", port, method: "POST", path, headers: sent, agent: false })
    return asking.on("error", () => undefined)
  }
  return { upstream, open, fetch: async (asked: Request) => running?.fetch(asked) }
}

type Scene = Awaited<ReturnType<typeof scene>>

/** A chat of so many bytes. */
const chatOf = (bytes: number, more: object = {}): string => {
  const body = (content: string): string =>
    JSON.stringify({ model: "chat-model", ...more, messages: [{ role: "user", content }] })
  return body("a".repeat(bytes - body("").length))
}

const told = { length: (text: string) => ({ "content-length": String(text.length) }), chunked: () => ({}) }

const chatPath = "/v1/chat/completions"

/** An answer to a whole body: its status and text. */
const ask = async (
  { open }: Scene,
  account: string,
  text: string,
  how: keyof typeof told = "length",
  path = chatPath
): Promise<{ readonly status: number | undefined; readonly after: unknown; readonly text: string }> => {
  const asking = open(path, account, told[how](text))
  // a chunk of its own first: node tells the length of what is ended with at once
  asking.write(text.slice(0, 1000))
  asking.end(text.slice(1000))
  const [answer] = await once(asking, "response")
  let said = ""
  for await (const piece of answer) said += String(piece)
  return { status: answer.statusCode, after: answer.headers["retry-after"], text: said }
}

/** Settles once a connection is over, however. */
const closed = (asking: ClientRequest): Promise<void> => new Promise((resolve) => void asking.on("close", resolve))

const all = 1_000_000

/** The largest body that two answers leave no room for: it is taken where nothing is held. */
const isNothingHeld = (one: Scene): Promise<void> =>
  expect.poll(async () => (await ask(one, "another", chatOf(all))).status, patience).toBe(200)

/** Sends a body of so many bytes. */
const sending = ({ open }: Scene, account: string, text: string, path = chatPath): ClientRequest => {
  const asking = open(path, account, told.length(text))
  asking.end(text)
  return asking
}

/** Begins a request whose body of so many bytes is held, since its vendor says nothing. */
const holding = async (one: Scene, account: string, bytes: number): Promise<ClientRequest> => {
  const asking = sending(one, account, chatOf(bytes, { user: "silent" }))
  await Promise.race([one.upstream.came(one.upstream.seen.length + 1), once(asking, "response")])
  return asking
}

describe("bodies that do not fit beside those that are held", () => {
  it.each(["length", "chunked"] as const)(
    "are refused to whom holds too much, by %s, and not to others",
    async (how) => {
      const one = await scene({ all, share: 0.75 })
      await holding(one, "flood", 600_000)
      const refused = await ask(one, "flood", chatOf(200_000), how)
      expect([refused.status, refused.after, JSON.parse(refused.text).error.type]).toEqual([
        429,
        "1",
        "rate_limit_error"
      ])
      expect((await ask(one, "another", chatOf(200_000), how)).status).toBe(200)
    }
  )

  it.each(["length", "chunked"] as const)(
    "are told as everybody's to whom holds nothing, by %s, in the words of its path",
    async (how) => {
      const one = await scene({ all, share: 0.75 })
      await holding(one, "flood", 740_000)
      const refused = await ask(one, "another", chatOf(300_000), how, "/v1/messages")
      expect([refused.status, refused.after, JSON.parse(refused.text).error.type]).toEqual([
        529,
        "1",
        "overloaded_error"
      ])
      const { status, after } = await ask(one, "another", chatOf(300_000), how)
      expect([status, after]).toEqual([503, "1"])
    }
  )

  it("are refused before anything of them is sent where they say how long they are", async () => {
    const one = await scene({ all, share: 1 })
    const asking = one.open(chatPath, "flood", { "content-length": String(all + 1) })
    asking.flushHeaders()
    const [answer] = await once(asking, "response")
    expect(answer.statusCode).toBe(429)
  })

  it("are refused over `fetch`, too, however long they say they are", async () => {
    const one = await scene({ all, share: 1 })
    const pieces = new Blob([chatOf(all + 1)]).stream()
    const headers = { authorization: "Bearer key-of-flood", "content-type": "application/json" }
    const asked = new Request(`http://gateway${chatPath}`, { method: "POST", headers, body: pieces, duplex: "half" })
    expect((await one.fetch(asked))?.status).toBe(429)
    await isNothingHeld(one)
  })

  it("hold all that is reserved for them, once a part of them came", async () => {
    const one = await scene({ all, share: 1 })
    const asking = one.open(chatPath, "flood", { "content-length": String(800_000) })
    asking.write("a".repeat(100_000))
    await expect.poll(async () => (await ask(one, "another", chatOf(300_000))).status, patience).toBe(503)
    asking.destroy()
    await isNothingHeld(one)
  })
})

/** The ways in which a request ends. */
const endings: readonly ((one: Scene, bytes: number) => Promise<unknown>)[] = [
  (one, bytes) => ask(one, "flood", chatOf(bytes)),
  (one, bytes) => ask(one, "flood", chatOf(bytes), "chunked"),
  (one, bytes) => ask(one, "flood", chatOf(bytes, { model: "unknown" })),
  (one, bytes) => ask(one, "flood", chatOf(bytes).slice(1), "chunked"),
  (one, bytes) => ask(one, "flood", chatOf(all + bytes), "chunked").catch(() => undefined),
  async (one, bytes) => {
    const asking = one.open(chatPath, "flood", { "content-length": String(bytes) })
    asking.write("a".repeat(bytes / 2), () => asking.destroy())
    await closed(asking)
  },
  async (one, bytes) => {
    const asking = one.open(chatPath, "flood", {})
    asking.write("a".repeat(bytes / 2), () => asking.destroy())
    await closed(asking)
  },
  async (one, bytes) => {
    const asking = await holding(one, "flood", bytes)
    asking.destroy()
  },
  async (one, bytes) => {
    const asking = await holding(one, "flood", bytes)
    for (const stream of one.upstream.streams) stream.destroy()
    asking.destroy()
  },
  async (one, bytes) => {
    const asking = sending(one, "flood", chatOf(bytes, { stream: true }))
    await once(asking, "response")
  }
]

describe("the bytes of a body", () => {
  it.each(endings.map((end, at) => [at, end] as const))("are given back after ending %i", async (_, end) => {
    const one = await scene({ all, share: 1 })
    await end(one, 400_000)
    await isNothingHeld(one)
  })

  it("are given back where they do not come in time", async () => {
    const one = await scene({ all, share: 1 }, 500)
    const asking = one.open(chatPath, "flood", { "content-length": String(800_000) })
    asking.write("a".repeat(400_000))
    const [answer] = await once(asking, "response")
    expect(answer.statusCode).toBe(408)
    await isNothingHeld(one)
  })

  it("are held until the end of an answer that goes on from what they say", async () => {
    const one = await scene({ all, share: 1 })
    const text = JSON.stringify({ model: "chat-model", stream: true, input: "a".repeat(800_000) })
    await once(sending(one, "flood", text, "/v1/responses"), "response")
    expect((await ask(one, "another", chatOf(300_000))).status).toBe(503)
  })

  const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31))
  it(`are given back after many endings at once (SEED=${seed})`, { timeout: 180_000 }, async () => {
    const one = await scene({ all, share: 1 })
    let state = seed
    const below = (most: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * most)
    }
    for (let round = 0; round < 10; round++) {
      const drawn = Array.from({ length: 8 }, async () =>
        endings[below(endings.length)]?.(one, 1000 + 2 * below(200_000))
      )
      await Promise.all(drawn)
    }
    await isNothingHeld(one)
  })
})
