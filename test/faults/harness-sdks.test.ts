import { describe, expect, it } from "vitest"
import {
  brokenHonestly,
  brokenStream,
  chatAnswer,
  chatBody,
  chatFrames,
  clientKey,
  deliveredByFrames,
  deliveredBySdk
} from "./index.ts"
import {
  exactPrefix,
  everything,
  endedWell,
  faultCase,
  gate,
  goldenChat,
  goldenMessages,
  json,
  messagesAnswer
} from "./index.ts"
import {
  messagesBody,
  messagesFrames,
  never,
  redirect,
  released,
  reset,
  sawRequests,
  stream,
  track,
  valuesOf
} from "./index.ts"
import type { Break, CallOptions, Golden, Header, Parts, SdkLedger } from "./index.ts"

type Way = "unary" | "stream" | "helper"

interface Driven {
  readonly name: string
  readonly golden: Golden
  /** What the SDK shows of the golden frames: no `[DONE]`, no pings. */
  readonly shown: number
  readonly path: string
  readonly keyHeader: Header
  readonly unaryAnswer: unknown
  /** What the helper must fold the golden stream into, written by hand. */
  readonly final: object
  readonly call: (parts: Parts, way: Way, call?: CallOptions) => Promise<SdkLedger>
}

const bearer: Header = ["authorization", `Bearer ${clientKey}`]

const chatCalls = [
  { id: "call_tokyo", type: "function", function: { name: "get_weather", arguments: '{"city":"東京"}' } },
  { id: "call_zurich", type: "function", function: { name: "get_weather", arguments: '{"city":"Zürich","days":2}' } }
]

/** The helper keeps only the last delta of a member that its types do not know: the reasoning is not whole. */
const chatFinal = {
  choices: [
    {
      finish_reason: "tool_calls",
      message: { content: goldenChat.told.text, reasoning_content: "so two calls.", tool_calls: chatCalls }
    }
  ],
  usage: goldenChat.told.usage
}

const messagesFinal = {
  content: [
    { type: "thinking", thinking: goldenMessages.told.thinking, signature: goldenMessages.told.signature },
    { type: "text", text: goldenMessages.told.text },
    { type: "tool_use", id: "toolu_tokyo", name: "get_weather", input: { city: "東京" } },
    { type: "tool_use", id: "toolu_zurich", name: "get_weather", input: { city: "Zürich", days: 2 } }
  ],
  stop_reason: "tool_use",
  usage: goldenMessages.told.usage
}

const chat = { golden: goldenChat, shown: 14, path: "/v1/chat/completions", unaryAnswer: chatAnswer, final: chatFinal }
const messages = {
  golden: goldenMessages,
  shown: 22,
  path: "/v1/messages",
  unaryAnswer: messagesAnswer,
  final: messagesFinal
}

const sdks: readonly Driven[] = [
  {
    ...chat,
    name: "openai",
    keyHeader: bearer,
    call: ({ openai }, way, call) => openai()[way](chatBody, call)
  },
  {
    ...chat,
    name: "openai-previous",
    keyHeader: bearer,
    call: ({ openaiPrevious }, way, call) => openaiPrevious()[way](chatBody, call)
  },
  {
    ...messages,
    name: "anthropic",
    keyHeader: bearer,
    call: ({ anthropic }, way, call) => anthropic()[way](messagesBody, call)
  },
  {
    ...messages,
    name: "anthropic-previous",
    keyHeader: ["x-api-key", clientKey],
    call: ({ anthropicPrevious }, way, call) => anthropicPrevious()[way](messagesBody, call)
  }
]

const ids: readonly Header[] = [
  ["x-request-id", "req-of-case"],
  ["request-id", "req-of-case"]
]

describe.each(sdks)("$name", ({ golden, shown, path, keyHeader, unaryAnswer, final, call }) => {
  const whole = deliveredByFrames(golden.format, golden.frames)
  const told = (ledger: SdkLedger) => deliveredBySdk(golden.format, ledger)

  it("reads a unary answer with its request id", () =>
    faultCase({ answers: [json(200, unaryAnswer, { headers: ids })] }, async (parts) => {
      const ledger = await call(parts, "unary")
      expect(ledger).toMatchObject({ status: 200, requestId: "req-of-case", error: undefined, final: unaryAnswer })
    }))

  it("sends its key and its body where the API has them", () =>
    faultCase({ answers: [json(200, unaryAnswer)] }, async (parts) => {
      await call(parts, "unary")
      sawRequests(parts.upstream, 1)
      const seen = await parts.upstream.request(1)
      expect(seen).toMatchObject({ method: "POST", path })
      expect(valuesOf(seen.headers, keyHeader[0])).toEqual([keyHeader[1]])
      expect(valuesOf(seen.headers, "x-stainless-retry-count")).toEqual(["0"])
    }))

  it.each([1, 97, undefined])("reads the golden stream in pieces of %s bytes", (cut) =>
    faultCase({ answers: [stream(golden.frames, cut === undefined ? {} : { cut, headers: ids })] }, async (parts) => {
      const ledger = await call(parts, "stream")
      expect(ledger.events).toHaveLength(shown)
      everything(told(ledger), whole)
      endedWell(told(ledger), whole, golden.format === "messages" ? 1 : 0)
      expect(ledger).toMatchObject({ status: 200, aborted: false, error: undefined })
    })
  )

  it("its helper folds the golden stream into what it tells", () =>
    faultCase({ answers: [stream(golden.frames, { cut: 7 })] }, async (parts) => {
      const ledger = await call(parts, "helper")
      expect(ledger.error).toBeUndefined()
      expect(ledger.final).toMatchObject(final)
    }))

  const dropped: Break[] = ["rst", "fin in chunks", "fin before length"]

  it.each(dropped)("fails when the stream breaks by %s", (how) => {
    const read = gate()
    const answers = [brokenStream(golden.frames, { how, frames: 8, after: read })]
    return faultCase({ answers }, async (parts) => {
      const seven = (count: number) => (count === 7 ? read.open() : undefined)
      const ledger = await call(parts, "stream", { onEvent: seven })
      expect(ledger.events.length).toBeGreaterThanOrEqual(7)
      expect(ledger.error).toMatchObject({ name: "TypeError", message: "terminated" })
      exactPrefix(told(ledger), deliveredByFrames(golden.format, golden.frames.slice(0, 8)))
      expect(() => brokenHonestly(told(ledger), whole)).toThrow("exactly one error")
    })
  })

  it("does not notice in a stream that the end of the connection cut it short", () =>
    faultCase({ answers: [brokenStream(golden.frames, { how: "fin at eof", frames: 8 })] }, async (parts) => {
      const ledger = await call(parts, "stream")
      expect(ledger.error).toBeUndefined()
      everything(told(ledger), deliveredByFrames(golden.format, golden.frames.slice(0, 8)))
      expect(told(ledger)).toMatchObject({ ends: 0, finishes: [] })
    }))

  it("its helper notices that the end of the connection cut it short", () =>
    faultCase({ answers: [brokenStream(golden.frames, { how: "fin at eof", frames: 8 })] }, async (parts) => {
      const ledger = await call(parts, "helper")
      expect(ledger.final).toBeUndefined()
      expect(ledger.error?.message).toMatch(
        /^(missing finish_reason for choice 0|stream ended without producing a Message)/
      )
    }))

  it.each(["stream", "helper"] as const)("tells an error in the midst of a %s once", (way) => {
    const error =
      golden.format === "messages"
        ? messagesFrames.error("overloaded_error", "Overloaded")
        : chatFrames.error("Overloaded", "overloaded_error", "too_busy")
    return faultCase({ answers: [stream([...golden.frames.slice(0, 8), error])] }, async (parts) => {
      const ledger = await call(parts, way)
      expect(ledger.error).toMatchObject({ name: "APIError", type: "overloaded_error", status: undefined })
      expect(ledger.error?.code).toBe(golden.format === "messages" ? undefined : "too_busy")
      everything(told(ledger), deliveredByFrames(golden.format, golden.frames.slice(0, 8)))
      brokenHonestly(told(ledger), whole)
    })
  })

  it("names the class, status, type and request id of a refusal", () => {
    const body = { type: "error", error: { type: "rate_limit_error", message: "Slow down", param: null, code: null } }
    return faultCase({ answers: [json(429, body, { headers: ids })] }, async (parts) => {
      const { error, status } = await call(parts, "stream")
      expect(error).toMatchObject({
        name: "RateLimitError",
        status: 429,
        type: "rate_limit_error",
        requestId: "req-of-case"
      })
      expect(status).toBe(429)
      sawRequests(parts.upstream, 1)
    })
  })

  it("tells a reset before the answer as a failed connection, and does not try again", () =>
    faultCase({ answers: [reset] }, async (parts) => {
      expect((await call(parts, "unary")).error).toMatchObject({ name: "APIConnectionError", status: undefined })
      sawRequests(parts.upstream, 1)
    }))

  it.each(["stream", "helper"] as const)("an abort in the midst of a %s reaches the upstream", (way) =>
    faultCase({ answers: [brokenStream(golden.frames, { how: "stall", frames: 9 })] }, async (parts) => {
      const ledger = await call(parts, way, { abortAfter: 5 })
      expect(ledger).toMatchObject({ aborted: true, final: undefined })
      expect(ledger.events).toHaveLength(5)
      await released(parts.upstream, 1)
      exactPrefix(told(ledger), whole)
    })
  )

  it("an abort before the answer reaches the upstream", () =>
    faultCase({ answers: [never] }, async (parts) => {
      const controller = new AbortController()
      const calling = call(parts, "unary", { signal: controller.signal })
      await parts.upstream.request(1)
      controller.abort()
      expect(await calling).toMatchObject({ aborted: true, error: { name: "APIUserAbortError" } })
      await released(parts.upstream, 1)
    }))
})

describe("drivers", () => {
  it("try again only when a case asks for it", () =>
    faultCase(
      { answers: [json(500, {}, { headers: [["retry-after-ms", "1"]] }), json(200, chatAnswer)] },
      async (parts) => {
        expect((await parts.openai({ maxRetries: 1 }).unary(chatBody)).final).toMatchObject({ id: chatAnswer.id })
        sawRequests(parts.upstream, 2)
        expect(parts.upstream.requests.map(({ headers }) => valuesOf(headers, "x-stainless-retry-count"))).toEqual([
          ["0"],
          ["1"]
        ])
      }
    ))

  it("send the headers and the key of the case", () =>
    faultCase({ answers: [json(200, messagesAnswer)] }, async (parts) => {
      await parts.anthropicPrevious({ key: "another", headers: { "x-case": "1" } }).unary(messagesBody)
      const { headers } = await parts.upstream.request(1)
      expect([valuesOf(headers, "x-api-key"), valuesOf(headers, "x-case")]).toEqual([["another"], ["1"]])
    }))

  it("follow a redirect, as fetch does: two requests", () =>
    faultCase({ answers: [redirect(307, "/elsewhere"), json(200, chatAnswer)] }, async (parts) => {
      await parts.openai().unary(chatBody)
      expect(parts.upstream.requests.map(({ path }) => path)).toEqual(["/v1/chat/completions", "/elsewhere"])
    }))
})

describe("the golden streams", () => {
  it.each([goldenChat, goldenMessages])("tell what is written beside them: $format", ({ format, frames, told }) => {
    const delivered = deliveredByFrames(format, frames)
    const calls = told.calls.map((_, at) => ({
      id: track(delivered, `call ${at} id`),
      name: track(delivered, `call ${at} name`),
      arguments: track(delivered, `call ${at} arguments`)
    }))
    expect({ text: track(delivered, "text"), thinking: track(delivered, "thinking"), calls }).toEqual({
      text: told.text,
      thinking: told.thinking,
      calls: told.calls
    })
    expect(track(delivered, "signature")).toBe(told.signature ?? "")
    expect(delivered).toMatchObject({ finishes: [told.finish], ends: 1, errors: [] })
  })
})
