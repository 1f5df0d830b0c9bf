import { setTimeout } from "node:timers/promises"
import { describe, expect, it, vi } from "vitest"
import { printEvents } from "../faults/frames.ts"
import { patience } from "../setup/patience.ts"
import { before, requests, used } from "./billed.ts"
import { eventsOf } from "./scripted-vendor.ts"

const contents = [{ role: "user", parts: [{ text: "Hello" }] }]
const native = ["gemini-2.5-flash:streamGenerateContent?alt=sse", { contents }] as const

const part = (text: string, more: object = {}) => ({
  candidates: [{ index: 0, content: { role: "model", parts: [{ text }] }, ...more }]
})
const counts = (output: number) => ({
  usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: output, totalTokenCount: 1000 + output }
})
const begun = [
  { ...part("a"), ...counts(100) },
  { ...part("b"), ...counts(200) }
]

describe("a stream of Gemini's that passes, and does not end, is metered with what it counted last", () => {
  it.each<readonly [string, readonly object[]]>([
    ["it is cut", begun],
    ["it errs", [...begun, { error: { code: 503, message: "Busy.", status: "UNAVAILABLE" } }]],
    ["its last words are not counted", [...begun, part("c")]],
    [
      "it spells that otherwise",
      [part("a"), { usage_metadata: { prompt_token_count: 1000, candidates_token_count: 200 } }]
    ]
  ])("%s", async (_, events) => {
    const { ask, seen } = before(eventsOf(events))
    const answer = await ask(`models/${native[0]}`, native[1], "v1beta")
    await answer.text()
    expect(seen.metered).toMatchObject(used)
  })

  it("its client leaves", async () => {
    const text = eventsOf(begun)
    const body = new ReadableStream({
      start: (to) => to.enqueue(new TextEncoder().encode(text))
    })
    const { ask, seen } = before(body)
    const answer = await ask(`models/${native[0]}`, native[1], "v1beta")
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await vi.waitFor(() => expect(seen.metered).toMatchObject([{ ...used[0], ended: "aborted" }]), patience)
  })

  it("as one that ends is with what its end counts", async () => {
    const { ask, seen } = before(eventsOf([...begun, { ...part("c", { finishReason: "STOP" }), ...counts(300) }]))
    await (await ask(`models/${native[0]}`, native[1], "v1beta")).text()
    expect(seen.metered).toMatchObject([{ ended: "finished", usage: { input: 1000, text: 300 } }])
  })
})

const response = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  model: "responses",
  output: [],
  status: "in_progress"
}
const error = { code: "server_error", message: "Tired." }
const usage = { input_tokens: 1000, output_tokens: 200, total_tokens: 1200 }
const created = { type: "response.created", sequence_number: 0, response }
const ended = (status: string, more: object) => ({
  type: `response.${status}`,
  sequence_number: 9,
  response: { ...response, status, usage, ...more }
})
const item = { id: "msg_1", type: "message", status: "in_progress", role: "assistant", content: [] }
const words = [
  { type: "response.output_item.added", output_index: 0, item },
  { type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta: "Hi" }
]

const failures = [
  ["failed", [ended("failed", { error })]],
  ["failed without a word", [ended("failed", { error: null })]],
  ["cancelled", [ended("cancelled", {})]],
  ["failed behind an error", [{ type: "error", sequence_number: 8, ...error }, ended("failed", { error })]]
] as const

describe.each(requests("responses"))("a stream of the Responses API that failed, for a client of %s", (path, body) => {
  it.each(failures)("is metered with what it counted, whether anything was said: %s", async (_, last) => {
    for (const between of [[], words]) {
      const { ask, seen } = before(printEvents([created, ...between, ...last]))
      const answer = await ask(path, body)
      await answer.text()
      expect(seen.metered).toMatchObject(used)
      if (path === "responses") continue
      const told = [answer.status, answer.headers.get("x-should-retry")]
      expect(told).toEqual(between.length === 0 ? [502, "false"] : [200, null])
    }
  })
})

/** A stream whose pieces come one by one, and that ends with the last, or never. */
const inPieces = (pieces: readonly string[], ends = true) => {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start: async (to) => {
      for (const piece of pieces) {
        to.enqueue(encoder.encode(piece))
        await setTimeout(50)
      }
      if (ends) to.close()
    }
  })
}

describe.each(requests("responses"))("what comes later than an error, for a client of %s", (path, body) => {
  const told = { type: "error", sequence_number: 8, ...error }
  const failed = printEvents([ended("failed", { error })])

  const withoutIds = (text: string): string => text.replace(/"(\w*id|created\w*)":("[^"]*"|\d+)/g, "")

  it.each<[string, readonly string[], boolean?]>([
    ["in a piece of its own", [failed]],
    ["in pieces", [failed.slice(0, 40), failed.slice(40, 90), failed.slice(90)]],
    ["and nothing ends the stream", [failed], false]
  ])("tells what the answer cost: %s", async (_, last, ends) => {
    for (const between of [[], words]) {
      const { ask, seen } = before(inPieces([printEvents([created, ...between, told]), ...last], ends))
      const answer = await ask(path, body)
      const text = await answer.text()
      expect(seen.metered).toMatchObject(used)
      if (path === "responses") {
        expect(text).toBe(printEvents([created, ...between, told]) + failed)
        continue
      }
      const alone = await before(printEvents([created, ...between, told])).ask(path, body)
      expect(withoutIds(text)).toBe(withoutIds(await alone.text()))
      const head = [answer.status, answer.headers.get("x-should-retry")]
      expect(head).toEqual(between.length === 0 ? [502, "false"] : [200, null])
    }
  })

  it.each([
    ["nothing comes", ""],
    ["too much comes", `: ${"a".repeat(10_000)}\n\n`.repeat(7)]
  ])("is waited for a moment alone: %s", async (_, more) => {
    for (const between of [[], words]) {
      const { ask, seen } = before(
        inPieces([printEvents([created, ...between, told]), ...(more === "" ? [] : [more])], false)
      )
      const began = performance.now()
      await (await ask(path, body)).text()
      expect(performance.now() - began).toBeLessThan(more === "" ? 3000 : 900)
      expect(seen.metered).toMatchObject([{ ended: "failed" }])
      expect(seen.metered[0]?.usage).toBeUndefined()
    }
  })
})

const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null }
const refused = (type: string) => ({ type: "error", error: { type, message: "Tired." } })

describe.each(requests("claude-opus-4-6"))("what is counted behind an error, for a client of %s", (path, body) => {
  const start = { ...message, usage: { input_tokens: 1000, output_tokens: 1 } }
  const text = [
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } }
  ]
  const more = printEvents([{ type: "message_delta", delta: {}, usage: { output_tokens: 200 } }])

  it.each([true, false])("is metered with what was counted before it, once; the stream ends: %s", async (ends) => {
    for (const between of [[], text]) {
      const told = printEvents([{ type: "message_start", message: start }, ...between, refused("api_error")])
      const { ask, seen } = before(inPieces([told, more], ends))
      await (await ask(path, body)).text()
      expect(seen.metered).toMatchObject(used)
    }
  })
})

const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "chat" }
const counted = { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 }
const half = { ...chunk, choices: [{ index: 0, delta: { role: "assistant", content: "half" }, finish_reason: null }] }

/** @see https://openrouter.ai/docs/errors the error is in a chunk once the model has begun (read 2026-11) */
describe.each(requests("chat"))(
  "a stream of chat completions that tells an error, for a client of %s",
  (path, body) => {
    const failed = { ...chunk, error: { code: 502, message: "Tired." }, choices: [] }

    it.each([
      ["in the same chunk", [{ ...failed, usage: counted }]],
      ["in one behind it", [failed, { ...chunk, choices: [], usage: counted }]],
      [
        "in the same chunk, and less before",
        [
          { ...half, usage: { ...counted, completion_tokens: 1, total_tokens: 1001 } },
          { ...failed, usage: counted }
        ]
      ]
    ])("is metered with what it counts %s", async (_, last) => {
      const { ask, seen } = before(eventsOf([half, ...last]))
      await (await ask(path, body)).text()
      expect(seen.metered).toMatchObject(used)
    })
  }
)

describe.each(requests("chat").slice(0, 1))("a stream that says nothing, for a client of %s", (path, body) => {
  const spent = { ...chunk, choices: [], usage: counted }

  it.each([
    ["chat", "has no candidates", [spent, "[DONE]"], used],
    ["chat", "has no candidates", [spent], used],
    ["chat", "has no candidates", ["[DONE]"], [{ ended: "failed" }]],
    ["gemini-2.5-flash", "has no candidates", [counts(200)], used]
  ] as const)("and ends by itself is not to be asked for again: %s, %s, %j", async (model, why, events, metered) => {
    const { ask, seen } = before(eventsOf(events))
    const answer = await ask(path, { ...body, model })
    expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([502, "false"])
    expect(await answer.text()).toContain(why)
    expect(seen.metered).toMatchObject(metered)
  })

  it.each([
    ["chat", []],
    ["chat", [{ ...chunk, id: "", model: "", choices: [] }]],
    ["gemini-2.5-flash", []]
  ] as const)("and is cut is: %s, %j", async (model, events) => {
    const answer = await before(eventsOf(events)).ask(path, { ...body, model })
    expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([502, null])
  })
})

const opened = { type: "message_start", message: { ...message, usage: { input_tokens: 1000, output_tokens: 200 } } }
const busy = { error: { code: 503, message: "Tired.", status: "UNAVAILABLE" } }
const broken = { ...chunk, error: { code: 502, message: "Tired." }, choices: [] }

/** A stream's events, what is told of asking again, and whose they are. */
const beginnings: readonly (readonly [string, string, readonly object[], string | null])[] = [
  ["in one event", "chat", [{ ...broken, usage: counted }], "false"],
  ["behind its counts", "chat", [{ ...chunk, choices: [], usage: counted }, broken], "false"],
  ["before its counts", "chat", [broken, { ...chunk, choices: [], usage: counted }], "false"],
  ["in one event", "gemini-2.5-flash", [{ ...busy, ...counts(200) }], "false"],
  ["behind its counts, for want of room", "gemini-2.5-flash", [counts(200), busy], null],
  ["behind its counts", "claude-opus-4-6", [opened, refused("api_error")], "false"],
  ["which is that it is cut", "claude-opus-4-6", [opened], "false"],
  ["behind its counts, for want of room", "claude-opus-4-6", [opened, refused("overloaded_error")], null],
  ["behind its counts, for too many requests", "claude-opus-4-6", [opened, refused("rate_limit_error")], null]
]

describe.each(["messages", "chat/completions", "responses"])(
  "an error before which nothing was said, for a client of %s",
  (path) => {
    const foreign = beginnings.filter(
      ([, model]) =>
        !(model === "chat" && path === "chat/completions") && !(path === "messages" && model.startsWith("claude"))
    )

    it.each(foreign)(
      "is metered, and not asked for again if it was billed: %s, %s",
      async (_, model, events, retry) => {
        const [, body] = requests(model).find(([at]) => at === path) ?? []
        const { ask, seen } = before(eventsOf(events))
        const { status, headers } = await ask(path, body ?? {})
        expect([status >= 400, headers.get("x-should-retry")]).toEqual([true, retry])
        expect(seen.metered).toMatchObject(used)
      }
    )
  }
)
