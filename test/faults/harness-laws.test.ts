import { createServer, connect } from "node:net"
import type { Socket } from "node:net"
import { describe, expect, it } from "vitest"
import {
  brokenHonestly,
  brokenStream,
  chatBody,
  chatFrames,
  deliveredByFrames,
  endedWell,
  everything,
  exactPrefix
} from "./index.ts"
import {
  faultCase,
  gate,
  get,
  goldenChat,
  goldenMessages,
  head,
  json,
  lastChunk,
  messagesFrames,
  never,
  noSecret
} from "./index.ts"
import { post, readFrames, released, sawRequests, sse, stream } from "./index.ts"
import type { Frame, Gateway } from "./index.ts"
import { secretIn, spellings } from "./laws/secrets.ts"

const chat = (frames: readonly Frame[]) => deliveredByFrames("chat-completions", frames)
const messages = (frames: readonly Frame[]) => deliveredByFrames("messages", frames)

const half = goldenChat.frames.slice(0, 6)
const error = chatFrames.error("Broken")

describe("an exact prefix", () => {
  it("holds for every cut of the frames", () => {
    for (let at = 0; at <= goldenChat.frames.length; at += 1)
      exactPrefix(chat(goldenChat.frames.slice(0, at)), chat(goldenChat.frames))
    for (let at = 0; at <= goldenMessages.frames.length; at += 1) {
      exactPrefix(messages(goldenMessages.frames.slice(0, at)), messages(goldenMessages.frames))
    }
  })

  it("holds across formats for what both tell", () => {
    const unsigned = goldenMessages.frames.filter(({ data }) => !data.includes("signature_delta")).slice(0, 10)
    exactPrefix(messages(unsigned), chat(goldenChat.frames))
  })

  it.each([
    ["a text that is not the upstream's", [chatFrames.text("Ich weiß")]],
    ["a run left out", goldenChat.frames.slice(3)],
    ["the end of a run left out", goldenChat.frames.filter((_, at) => at !== 2)],
    ["a piece left out in the midst", goldenChat.frames.filter((_, at) => at !== 4)],
    ["a piece said twice", [...goldenChat.frames.slice(0, 3), ...goldenChat.frames.slice(2)]],
    ["more than the upstream told", [...goldenChat.frames, chatFrames.text("!")]],
    ["arguments on the other call", [...goldenChat.frames.slice(0, 7), chatFrames.piece(1, '{"city":')]]
  ])("fails for %s", (_, frames) => {
    expect(() => exactPrefix(chat(frames), chat(goldenChat.frames))).toThrow()
  })

  it("fails for everything when something is missing", () => {
    expect(() => everything(chat(half), chat(goldenChat.frames))).toThrow()
  })
})

describe("an honest break", () => {
  it("is what came, then one error", () => brokenHonestly(chat([...half, error]), chat(half)))

  it("may hold a finish reason that the upstream sent", () => {
    const sent = goldenChat.frames.slice(0, 13)
    brokenHonestly(chat([...sent, error]), chat(sent))
  })

  it("of messages is one error event", () => {
    const sent = goldenMessages.frames.slice(0, 9)
    brokenHonestly(messages([...sent, messagesFrames.error("api_error", "Broken")]), messages(sent))
  })

  it.each([
    ["no error", half],
    ["two errors", [...half, error, error]],
    ["a mark of a whole stream after the error", [...half, error, chatFrames.done]],
    ["a mark of a whole stream before the error", [...half, chatFrames.done, error]],
    ["a frame after the error", [...half, error, chatFrames.text("!")]],
    ["a finish reason of its own", [...half, chatFrames.finish("stop"), error]]
  ])("fails for %s", (_, frames) => {
    expect(() => brokenHonestly(chat(frames), chat(half))).toThrow()
  })

  it("fails for an error event without its name, which no SDK would see", () => {
    const nameless = { data: messagesFrames.error("api_error", "Broken").data }
    expect(() => brokenHonestly(messages([nameless]), messages([]))).toThrow()
  })
})

describe("a good end", () => {
  it("has the finish reason and the mark", () => endedWell(chat(goldenChat.frames), chat(goldenChat.frames)))

  it.each([
    ["no mark", goldenChat.frames.slice(0, -1)],
    ["two marks", [...goldenChat.frames, chatFrames.done]],
    ["no finish reason", goldenChat.frames.filter((_, at) => at !== 12)],
    ["two finish reasons", [...goldenChat.frames.slice(0, 13), chatFrames.finish("stop"), chatFrames.done]],
    ["an error", [...goldenChat.frames, error]]
  ])("fails for %s", (_, frames) => {
    expect(() => endedWell(chat(frames), chat(goldenChat.frames))).toThrow()
  })

  it("keeps the candidates apart", () => {
    const { runs, finishes } = chat([chatFrames.text("a"), chatFrames.text("b", 1), chatFrames.finish("stop", 1)])
    expect(runs).toEqual([
      { track: "text", text: "a" },
      { track: "1: text", text: "b" }
    ])
    expect(finishes).toEqual(["1: stop"])
  })
})

describe("a secret", () => {
  const secret = "canary-5f2b~é"

  it.each(spellings(secret))("is found as %s", (spelling) => {
    expect(secretIn({ told: [`before ${spelling} after`] }, [secret])).toBe("ledger.told.0")
  })

  it.each(["", "a", "ab", "abc"])("is found in base64 after %j", (before) => {
    expect(secretIn(Buffer.from(`${before}${secret}:`).toString("base64"), [secret])).toBe("ledger")
  })

  it("is found in bytes, errors, causes, maps, headers and names", () => {
    const at = (value: unknown) => secretIn(value, ["canary"])
    expect(at({ bytes: Buffer.from("a canary") })).toBe("ledger.bytes")
    expect(at(new Error("a", { cause: new Error("canary") }))).toContain("ledger.cause.")
    expect(at(new Map([["key", "canary"]]))).toBe("ledger.key")
    expect(at(new Headers({ "x-key": "canary" }))).toBe("ledger.x-key")
    expect(at({ canary: 1 })).toBe("ledger name")
  })

  it("is not found where it is not, and loops end", () => {
    const loop: { self?: unknown } = {}
    loop.self = loop
    noSecret([loop, "canar y"], ["canary"])
  })

  it("that reaches a raw client fails its case, chunks or not", async () => {
    const told = { steps: [head(200), ...["can", "ary"].map((data) => sse([{ data }])), lastChunk()] }
    const leaks = (body: unknown) =>
      faultCase({ answers: [json(200, body), told], secrets: ["canary"] }, async ({ raw }) => {
        const client = await raw()
        await client.send(get("/"))
        await client.response(1)
      })
    await leaks({ fine: 1 })
    await expect(leaks({ key: "canary" })).rejects.toThrow("a secret reached a client")
  })

  it("that reaches an SDK's error fails its case", async () => {
    const refusal = json(401, { error: { message: "wrong key canary", type: "x", param: null, code: null } })
    const run = faultCase({ answers: [refusal], secrets: ["canary"] }, async ({ openai }) => {
      await openai().unary(chatBody)
    })
    await expect(run).rejects.toThrow("a secret reached a client")
  })
})

describe("what an upstream saw", () => {
  it("fails for another number of requests, and for one that is not whole", () =>
    faultCase({ answers: [json(200, 1), never] }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(get("/"))
      await client.response(1)
      sawRequests(upstream, 1)
      expect(() => sawRequests(upstream, 2)).toThrow("requests")
      await client.send(post("/", "0123").subarray(0, -1))
      await upstream.until("the second", () => upstream.requests[1])
      expect(() => sawRequests(upstream, 2)).toThrow("request 2 is whole")
    }))

  it("a connection that the script ended is not released by its peer", () =>
    faultCase({ answers: [{ on: "connect", steps: [{ kind: "rst" }] }] }, async ({ raw, upstream }) => {
      await raw()
      await expect(released(upstream, 1)).rejects.toThrow("the script, not the peer")
    }))
})

/** Forwards bytes both ways and ends both ends together: the least that can stand between a client and an upstream. */
const forwarder = async (upstreamUrl: string): Promise<Required<Gateway>> => {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(upstreamUrl).port), "127.0.0.1")
    for (const [one, other] of [
      [client, upstream],
      [upstream, client]
    ] as const) {
      sockets.add(one)
      one.on("error", () => {})
      one.on("close", () => other.destroy())
    }
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    }
  }
}

describe("a case with a gateway", () => {
  it("goes through it, and its abort reaches the upstream", () =>
    faultCase(
      { answers: [brokenStream(goldenChat.frames, { how: "stall", frames: 5 })], gateway: forwarder },
      async (parts) => {
        expect(parts.url).not.toBe(parts.upstream.url)
        const { events } = await parts.openai().stream(chatBody, { abortAfter: 2 })
        expect(events).toHaveLength(2)
        await released(parts.upstream, 1)
        sawRequests(parts.upstream, 1)
      }
    ))

  it("may be one that runs already", async () => {
    await faultCase({ answers: [json(200, { here: true })] }, ({ url }) =>
      faultCase({ answers: [], gateway: { url } }, async ({ raw }) => {
        const client = await raw()
        await client.send(get("/"))
        expect((await client.response(1)).text).toBe('{"here":true}')
      })
    )
  })

  it("the worked case of the harness: a gateway that only forwards is not honest", () => {
    const read = gate()
    const answers = [brokenStream(goldenChat.frames, { how: "rst", frames: 6, after: read })]
    return faultCase({ answers, gateway: forwarder }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(post("/v1/chat/completions", { ...chatBody, stream: true }))
      await client.until("the last text", ({ responses }) => responses[0]?.text.includes("Zürich") || undefined)
      read.open()
      const delivered = chat(readFrames((await client.response(1)).text).frames)
      exactPrefix(delivered, chat(half))
      expect(() => brokenHonestly(delivered, chat(half))).toThrow("exactly one error")
      sawRequests(upstream, 1)
    })
  })

  it("that keeps a connection open when it is closed fails its case, after the case's own failure", async () => {
    const held: Socket[] = []
    const start = async (url: string): Promise<Gateway> => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1")
      held.push(socket)
      await new Promise<void>((resolve) => socket.once("connect", () => resolve()))
      return { url, close: () => Promise.resolve() }
    }
    const kept = (run: () => Promise<void>) => faultCase({ answers: [], gateway: start, patience: 50 }, run)
    const accepted = kept(() => Promise.reject(new Error("of the case")))
    await expect(accepted).rejects.toThrow("of the case")
    await expect(kept(() => Promise.resolve())).rejects.toThrow("never seen: the close of every connection")
    for (const socket of held) socket.destroy()
  })

  it("is closed when its case fails", async () => {
    let closed = false
    const start = async (url: string): Promise<Gateway> => {
      const { url: own, close } = await forwarder(url)
      return { url: own, close: () => close().then(() => void (closed = true)) }
    }
    const run = faultCase({ answers: [stream(half)], gateway: start }, () => Promise.reject(new Error("of the case")))
    await expect(run).rejects.toThrow("of the case")
    expect(closed).toBe(true)
  })
})
