import { afterEach, describe, expect, it } from "vitest"
import type { ClientKey } from "../../../src/credentials/credentials.ts"
import type { RunningGateway } from "../../../src/gateway/gateway.ts"
import { served, type RigOptions } from "../../shell/rig.ts"
import { crowdClient } from "./crowd-client.ts"
import { crowdUpstream } from "./crowd-upstream.ts"
import { patience } from "../../setup/patience.ts"

const keys: readonly ClientKey[] = [
  { key: "key-of-the-flood", name: "flood" },
  { key: "key-of-another", name: "another" }
]

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const scene = async (options: Partial<RigOptions> = {}) => {
  const upstream = await crowdUpstream()
  ends.push(upstream.close)
  const gateway = await served({ keys, policy: { grace: 0 }, ...options })(upstream.url)
  ends.push(async () => gateway.close?.())
  const flood = crowdClient(gateway.url, "key-of-the-flood")
  const another = crowdClient(gateway.url, "key-of-another")
  ends.push(flood.leave, another.leave)
  return { upstream, flood, another }
}

describe("500 streams of one account that never end", () => {
  it(
    "take three quarters of the sockets, and another's calls are sent before any that waits",
    { timeout: 180_000 },
    async () => {
      const { upstream, flood, another } = await scene()
      void flood.flood("chat-model", "flood", 500)
      await upstream.came(384)
      const answers = []
      for (let n = 0; n < 20; n++) answers.push((await another.ask("chat-model", "another")).status)
      expect(answers).toEqual(Array.from({ length: 20 }, () => 200))
      expect(upstream.seen.slice(0, 384)).toEqual(Array.from({ length: 384 }, () => "flood"))
      expect(upstream.seen.slice(384)).toEqual(Array.from({ length: 20 }, () => "another"))
    }
  )

  it("that come at once are begun in turns with another's call", { timeout: 180_000 }, async () => {
    let gateway: RunningGateway | undefined
    const { upstream } = await scene({ keep: (running) => (gateway = running) })
    const ask = (key: string, text: string) =>
      gateway?.fetch(
        new Request("http://gateway/v1/chat/completions", {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify({ model: "chat-model", messages: [{ role: "user", content: text }] })
        })
      )
    const asked = [
      ...Array.from({ length: 190 }, () => ask("key-of-the-flood", "flood")),
      ask("key-of-another", "another")
    ]
    const statuses = await Promise.all(asked.map(async (answer) => (await answer)?.status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(upstream.seen.indexOf("another")).toBeLessThan(150)
  })

  it("are answered once those before them end", { timeout: 180_000 }, async () => {
    const { upstream, flood } = await scene({ limits: { sockets: 4, queue: 8 } })
    void flood.flood("chat-model", "flood", 5)
    await upstream.came(3)
    for (const stream of upstream.streams) stream.end()
    await upstream.came(5)
    expect(upstream.seen).toHaveLength(5)
  })
})

const limited = [
  { path: "/v1/chat/completions", model: "chat-model" },
  { path: "/v1/messages", model: "messages-model" }
]

describe("an account with too much under way", () => {
  it.each(limited)("is refused in the body of $path, and told when to come again", async ({ path, model }) => {
    const { upstream, flood, another } = await scene({ limits: { sockets: 4, queue: 4 } })
    void flood.flood("chat-model", "flood", 6)
    await upstream.came(3)
    const body = { model, max_tokens: 9, messages: [{ role: "user", content: "one more" }] }
    const refused = await flood.post(path, body)
    expect(refused.headers["x-should-retry"]).toBeUndefined()
    expect([refused.status, refused.headers["retry-after"], JSON.parse(await refused.text()).error.type]).toEqual([
      429,
      "1",
      "rate_limit_error"
    ])
    expect((await another.ask("chat-model", "another")).status).toBe(200)
    expect(upstream.seen).toEqual(["flood", "flood", "flood", "another"])
  })

  it("waits no longer than it may, and is told when to come again", async () => {
    const { upstream, flood } = await scene({ limits: { sockets: 4, queue: 8, queueClock: 50 } })
    void flood.flood("chat-model", "flood", 3)
    await upstream.came(3)
    const messages = [{ role: "user", content: "one more" }]
    for (const stream of [false, true]) {
      const { status, headers } = await flood.post("/v1/chat/completions", { model: "chat-model", stream, messages })
      expect([status, headers["retry-after"]]).toEqual([429, "1"])
    }
  })

  it("is told of the upstream where no socket is left for anybody", async () => {
    const { upstream, flood, another } = await scene({ limits: { sockets: 1, queue: 4, queueClock: 50 } })
    void flood.flood("chat-model", "flood", 1)
    await upstream.came(1)
    const { status, text } = await another.ask("chat-model", "another")
    expect([status, JSON.parse(text).error.message]).toEqual([
      503,
      "Too many requests to this upstream are under way. Try again in a moment."
    ])
  })

  it("has so many requests under way at all upstreams as its key says, and no more until one ends", async () => {
    const { upstream, flood, another } = await scene({
      keys: [{ key: "key-of-the-flood", name: "flood", requests: 2 }, "key-of-another"]
    })
    const streams = flood.flood("chat-model", "flood", 2)
    await Promise.all(streams)
    const { status, text } = await flood.ask("chat-model", "one more")
    expect([status, JSON.parse(text).error.message]).toEqual([
      429,
      "This account has 2 requests under way, which is its limit. Try again once one of them has ended."
    ])
    expect((await another.ask("chat-model", "another")).status).toBe(200)
    for (const stream of upstream.streams) stream.end()
    await expect.poll(async () => (await flood.ask("chat-model", "again")).status, patience).toBe(200)
    expect((await Promise.all([1, 2].map(() => flood.ask("chat-model", "again")))).map((it) => it.status)).toEqual([
      200, 200
    ])
  })
})
