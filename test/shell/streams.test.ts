import { describe, expect, it } from "vitest"
import type { MeterEntry } from "../../src/telemetry/telemetry.ts"
import {
  body,
  brokenStream,
  faultCase,
  gate,
  head,
  json,
  keptByKernel,
  lastChunk,
  post,
  printFrames,
  readFrames,
  settled,
  silence,
  stream,
  waitFor
} from "../faults/index.ts"
import { letIn, served } from "./rig.ts"

const chunk = (text: string) => ({
  data: `{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"${text}"},"finish_reason":null}]}`
})
const finish = {
  data: '{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}'
}
const usage = { data: '{"id":"x","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}}' }
const done = { data: "[DONE]" }
const error = { data: '{"error":{"message":"Too busy.","type":"overloaded","param":null,"code":"overloaded"}}' }

const routes = [
  {
    path: "/v1/chat/completions",
    wrong: (text: string) => readFrames(text).frames.filter(({ data }) => data.startsWith('{"error"')).length,
    won: (text: string) => text.includes("[DONE]")
  },
  {
    path: "/v1/messages",
    wrong: (text: string) => readFrames(text).frames.filter(({ event }) => event === "error").length,
    won: (text: string) => text.includes("message_stop")
  }
] as const

const request = (path: string) =>
  post(
    path,
    { model: "chat-model", max_tokens: 9, stream: true, messages: [{ role: "user", content: "a" }] },
    { headers: letIn }
  )

describe.each(routes)("a stream of $path", ({ path, wrong, won }) => {
  it.each(["rst", "fin in chunks", "fin at eof", "fin before length"] as const)(
    "that breaks (%s) ends with one error and no success",
    (how) => {
      const entries: MeterEntry[] = []
      const read = gate()
      const answers = [brokenStream([chunk("one"), chunk("two")], { how, frames: 2, after: read })]
      return faultCase({ answers, gateway: served({ entries }) }, async ({ raw }) => {
        const client = await raw()
        await client.send(request(path))
        await client.until("the last text", ({ responses }) => responses[0]?.text.includes("two") || undefined)
        read.open()
        const { status, text, complete } = await client.response(1)
        expect({ status, complete, errors: wrong(text), won: won(text) }).toEqual({
          status: 200,
          complete: true,
          errors: 1,
          won: false
        })
        expect(entries.map(({ ended }) => ended)).toEqual(["failed"])
      })
    }
  )

  it("whose first frame is an error has that error's status", () =>
    faultCase({ answers: [stream([error])], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      await client.send(request(path))
      const { status, text } = await client.response(1)
      expect([status, text.includes("Too busy.")]).toEqual([path === "/v1/messages" ? 529 : 503, true])
    }))

  it("tells an error in the middle, and then no success", () =>
    faultCase(
      { answers: [stream([chunk("one"), error, finish, done], { cut: 20 })], gateway: served() },
      async ({ raw }) => {
        const client = await raw()
        await client.send(request(path))
        const { status, text } = await client.response(1)
        expect({ status, one: text.includes("one"), errors: wrong(text), won: won(text) }).toEqual({
          status: 200,
          one: true,
          errors: 1,
          won: false
        })
      }
    ))

  it("that is JSON of an error has that error's status", () =>
    faultCase({ answers: [json(200, error.data)], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      await client.send(request(path))
      expect((await client.response(1)).status).toBeGreaterThanOrEqual(400)
    }))

  it("that is a whole answer is told as a stream", () => {
    const whole = {
      id: "x",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [{ index: 0, message: { role: "assistant", content: "all" }, finish_reason: "stop" }]
    }
    return faultCase({ answers: [json(200, whole)], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      await client.send(request(path))
      const { status, text } = await client.response(1)
      expect({ status, all: text.includes("all"), errors: wrong(text), won: won(text) }).toEqual({
        status: 200,
        all: true,
        errors: 0,
        won: true
      })
    })
  })

  it("tells its usage to the meter, and ends as it should", () => {
    const entries: MeterEntry[] = []
    return faultCase(
      { answers: [stream([chunk("one"), finish, usage, done], { cut: 11 })], gateway: served({ entries }) },
      async ({ raw }) => {
        const client = await raw()
        await client.send(request(path))
        expect(won((await client.response(1)).text)).toBe(true)
        expect(entries).toMatchObject([
          {
            ended: "finished",
            principal: "key-6834fd03cf47",
            model: "chat-model",
            stream: true,
            usage: { input: 3, text: 4 }
          }
        ])
      }
    )
  })

  it.each(["rst", "close"] as const)("is cancelled upstream when its client leaves (%s)", (how) => {
    const entries: MeterEntry[] = []
    const answer = {
      steps: [
        head(200, { headers: [["content-type", "text/event-stream"]] }),
        body(printFrames([chunk("one")])),
        silence
      ]
    }
    return faultCase({ answers: [answer], gateway: served({ entries }) }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(request(path))
      await client.until("text", ({ responses }) => responses[0]?.text.includes("one") || undefined)
      client.leave(how)
      await upstream.ended(1)
      expect(entries.map(({ ended }) => ended)).toEqual(["aborted"])
    })
  })

  it("is cancelled upstream when its client leaves before the first byte", () =>
    faultCase({ answers: [{ steps: [silence] }], gateway: served() }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(request(path))
      await upstream.request(1)
      client.leave("close")
      await upstream.ended(1)
    }))

  it("holds the upstream back while its client does not read", () => {
    const frames = printFrames(Array.from({ length: 40 }, () => chunk("x".repeat(16 * 1024))))
    const times = Math.ceil((2 * keptByKernel + 16 * 1024 * 1024) / frames.length)
    const steps = [
      head(200, { headers: [["content-type", "text/event-stream"]] }),
      ...Array.from({ length: times }, () => body(frames)),
      body(printFrames([finish, done])),
      lastChunk()
    ]
    const whole = times * frames.length
    return faultCase({ answers: [{ steps }], gateway: served() }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(request(path))
      await client.received(1)
      client.pause()
      const sent = await settled(() => upstream.connections[0]?.sent ?? 0)
      expect(sent).toBeLessThan(whole)
      client.resume()
      const { text } = await client.response(1)
      expect(won(text)).toBe(true)
    })
  }, 60_000)
})

describe("while the upstream is silent", () => {
  const frames = printFrames([chunk("one")])
  const silentAfter = (text: string) => {
    const heard = gate()
    const steps = [
      head(200, { headers: [["content-type", "text/event-stream"]] }),
      body(text),
      waitFor(heard),
      body(printFrames([finish, done])),
      lastChunk()
    ]
    return { heard, answers: [{ steps }] }
  }

  it("chat completions get a comment, even before the first event", () => {
    const { heard, answers } = silentAfter(": hello\n\n")
    return faultCase({ answers, gateway: served({ limits: { heartbeat: 30 } }) }, async ({ raw }) => {
      const client = await raw()
      await client.send(request("/v1/chat/completions"))
      await client.until("a ping", ({ responses }) => responses[0]?.text.includes(": ping\n\n") || undefined)
      heard.open()
      expect((await client.response(1)).text.endsWith("data: [DONE]\n\n")).toBe(true)
    })
  })

  it("messages get a ping after their start", () => {
    const { heard, answers } = silentAfter(frames)
    return faultCase({ answers, gateway: served({ limits: { heartbeat: 30 } }) }, async ({ raw }) => {
      const client = await raw()
      await client.send(request("/v1/messages"))
      await client.until("a ping", ({ responses }) => responses[0]?.text.includes("event: ping\n") || undefined)
      heard.open()
      const { text } = await client.response(1)
      expect([text.startsWith("event: message_start\n"), text.endsWith('data: {"type":"message_stop"}\n\n')]).toEqual([
        true,
        true
      ])
    })
  })
})

describe("the head of a stream", () => {
  it("forbids buffers and caches", () =>
    faultCase({ answers: [stream([chunk("one"), finish, done])], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      await client.send(request("/v1/chat/completions"))
      const headers = new Map((await client.response(1)).headers.map(([name, value]) => [name.toLowerCase(), value]))
      expect([headers.get("content-type"), headers.get("cache-control"), headers.get("x-accel-buffering")]).toEqual([
        "text/event-stream; charset=utf-8",
        "no-cache, no-transform",
        "no"
      ])
    }))
})

describe("a defect", () => {
  it("is told to the meter as a failure", () => {
    const entries: MeterEntry[] = []
    const broken = (): never => {
      throw new Error("A bug.")
    }
    const model = { upstream: { unary: broken, stream: broken } }
    return faultCase({ answers: [], gateway: served({ entries, model }) }, async ({ raw }) => {
      const client = await raw()
      await client.send(request("/v1/chat/completions"))
      expect((await client.response(1)).status).toBe(500)
      expect(entries.map(({ ended }) => ended)).toEqual(["failed"])
    })
  })
})
