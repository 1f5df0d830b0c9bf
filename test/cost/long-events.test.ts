import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import type { ReplyStream } from "../../src/exchange/chat-exchange.ts"
import { passStream } from "../../src/exchange/pass-stream.ts"
import { answerLimits } from "../../src/exchange/policies.ts"
import { serveStream } from "../../src/exchange/serve-stream.ts"
import { translateStream } from "../../src/exchange/translate-stream.ts"
import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../src/formats/generate-content/index.ts"
import { passthrough as messagesPassing } from "../../src/formats/messages/passthrough.ts"
import { responses } from "../../src/formats/responses/index.ts"
import { mostText } from "../../src/core/chat/chat.ts"
import { concatInTurns } from "../../src/upstream/attempt.ts"
import { flowOf, flowStream } from "../../src/upstream/flow.ts"
import { maxHashedLength } from "../../src/core/chat/envelope.ts"
import { TextBuffer } from "../../src/core/framing/stream-limits.ts"
import { JsonText } from "../../src/core/json/json.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../src/core/format.ts"
import { list, members } from "./list.ts"
import { type ClientName, clientOf, machineOf, scriptedMachine } from "./machines.ts"

const size = 3 * 1024 * 1024
const text = "word ".repeat(size / 5)
const json = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const event = (value: { readonly type: string } & Readonly<Record<string, unknown>>): string =>
  `event: ${value.type}\n${json(value)}`

type Name = Exclude<ClientName, "responses">

/** A stream of each format with one long event, and what a vendor can say beside a delta. */
const streams: Readonly<Record<Name, (said: string, more?: object) => string>> = {
  chatCompletions: (said, more) =>
    json({ id: "c", model: "m", choices: [{ index: 0, delta: { content: said } }], ...more }) +
    json({ id: "c", choices: [{ index: 0, delta: { content: "!" }, finish_reason: "stop" }] }) +
    "data: [DONE]\n\n",
  messages: (said, more) =>
    event({ type: "message_start", message: { id: "m", role: "assistant", content: [], usage: {} } }) +
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }) +
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: said }, ...more }) +
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "!" } }) +
    event({ type: "content_block_stop", index: 0 }) +
    event({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } }) +
    event({ type: "message_stop" }),
  generateContent: (said, more) =>
    json({ candidates: [{ index: 0, content: { role: "model", parts: [{ text: said }] } }], ...more }) +
    json({ candidates: [{ index: 0, content: { role: "model", parts: [{ text: "!" }] }, finishReason: "STOP" }] })
}

const names = Object.keys(streams) as readonly Name[]
const ways = names.flatMap((upstream) => names.map((client) => [upstream, client] as const))

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const pieces = (whole: string): readonly Uint8Array[] => {
  const bytes = encoder.encode(whole)
  return list(Math.ceil(bytes.length / 65_536), (at) => bytes.subarray(at * 65_536, (at + 1) * 65_536))
}

/** What a machine says to pieces, and in how many steps besides. */
const said = (machine: ReplyStream, whole: string, hurried: boolean): readonly [told: string, steps: number] => {
  let told = ""
  let steps = 0
  const take = (out: readonly Uint8Array[]): void => {
    for (const bytes of out) told += decoder.decode(bytes)
  }
  for (const piece of pieces(whole)) {
    take(machine.push(piece))
    if (hurried) continue
    for (; machine.waits(); steps++) take(machine.push(new Uint8Array(0)))
  }
  take(machine.end("clean"))
  for (; machine.waits(); steps += hurried ? 0 : 1) take(machine.push(new Uint8Array(0)))
  return [told, steps]
}

/** What is said in a stream of any of the formats. */
const wordsIn = (told: string): string => {
  let words = ""
  for (const [, data = ""] of told.matchAll(/^data: (\{.*)$/gm)) {
    const { choices, delta, candidates } = JSON.parse(data)
    words += choices?.[0]?.delta?.content ?? delta?.text ?? candidates?.[0]?.content?.parts?.[0]?.text ?? ""
  }
  return words
}

describe.each(ways)("a long event of %s to a client of %s", (upstream, client) => {
  it("is worked on in steps, between which others have their turn", () => {
    const [told, steps] = said(machineOf(client, upstream), streams[upstream](text), false)
    // Passing, 4 pieces of up to a mebibyte are read, the frame is walked over in 3 and judged behind them in two; the first
    // of an answer is read for that, in 3 more. Translated, it is walked over in 3, read in 3, decoded and looked over in
    // steps of their own, behind one and the beginning of each, and its 12 pieces of 256 Ki are written one at a time.
    const judged = 4 + 3 + 2 + (upstream === "messages" ? 0 : 3)
    expect(steps).toBe(upstream === client ? judged : 3 + 3 + 3 + 1 + 12)
    expect(wordsIn(told) === `${text}!`).toBe(true)
  })

  it("says the same to who does not wait for its steps", () => {
    const stream = streams[upstream](text)
    const [slow] = said(machineOf(client, upstream), stream, false)
    expect(said(machineOf(client, upstream), stream, true)).toEqual([slow, 0])
  })

  it("is what takes steps: short ones take none", () => {
    expect(said(machineOf(client, upstream), streams[upstream]("word"), false)[1]).toBe(0)
  })

  it("is told in order, with all that comes behind it in the same pieces", async () => {
    const stream = streams[upstream](text)
    const [expected] = said(machineOf(client, upstream), stream, true)
    const body = flowOf([[encoder.encode(stream)]])
    const told = await Effect.runPromise(
      Effect.scoped(
        Effect.flatMap(
          serveStream(body, machineOf(client, upstream), undefined, () => undefined),
          (out) =>
            Stream.runFold(
              flowStream(out),
              () => "",
              (all, bytes) => all + decoder.decode(bytes)
            )
        )
      )
    )
    expect(told === expected).toBe(true)
  })
})

it("a long event beside one that is kept back is read, judged, looked for and copied in steps of their own", () => {
  const client = clientOf("chatCompletions")
  const machine = passStream(client, chatCompletions, defaultReplyPreferences, true)
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  const long = json({ id: "c", choices: [{ index: 0, delta: { content: text } }] })
  machine.push(encoder.encode(long + json({ id: "c", choices: [], usage })))
  let steps = 0
  for (; machine.waits(); steps++) machine.push(new Uint8Array(0))
  // 4 pieces of a mebibyte are read, one frame is walked over in 3, read in 3 and judged twice, the rest is looked for twice,
  // and 4 pieces are looked at again.
  expect(steps).toBe(4 + 3 + 3 + 2 + 2 + 4)
})

const drawn = "iVBORw0KGgoAAAAN".repeat((5 * 1024 * 1024) / 16)

/** A picture in a delta, and the last of its stream. */
const pictures: Readonly<Record<string, readonly [Name, string]>> = {
  chatCompletions: [
    "generateContent",
    streams
      .chatCompletions("a", { x: 1 })
      .replace('"content":"!"', `"images":[{"type":"image_url","image_url":{"url":"data:image/png;base64,${drawn}"}}]`)
  ],
  generateContent: [
    "chatCompletions",
    streams.generateContent("a").replace('{"text":"!"}', `{"inlineData":{"mimeType":"image/png","data":"${drawn}"}}`)
  ]
}

it.each(Object.entries(pictures))(
  "a picture of %s may be longer than what is kept of texts",
  (upstream, [client, stream]) => {
    const machine = machineOf(client, upstream as Name)
    const [told] = said(machine, stream, false)
    expect([machine.failure(), told.includes(drawn)]).toEqual([undefined, true])
  }
)

it.each([
  ["generateContent", "chatCompletions"],
  ["chatCompletions", "generateContent"]
] as const)("a picture of %s is decoded, encoded and printed for %s in steps of their own", (upstream, client) => {
  const [, stream = ""] = pictures[upstream] ?? []
  const [, steps] = said(machineOf(client, upstream), stream, false)
  // The frame is walked over in 5 steps and read in 5, behind one each; it is decoded in another, looked over, encoded and
  // printed; what was made of it, 5 Mi and a little, is given in five pieces of a mebi, of which the last may be twice as
  // long; then what is behind it is made.
  expect(steps).toBe(6 + 6 + 4 + 5 + 1)
})

it("a long text is cut between characters where it is given in pieces", () => {
  const faces = "\u{1f600}".repeat(1024 * 1024)
  for (const before of ["", "a"]) {
    const machine = machineOf("chatCompletions", "generateContent")
    const drawing = { inlineData: { mimeType: "image/png", data: `${drawn}${before}${faces}` } }
    const [told] = said(machine, json({ candidates: [{ index: 0, content: { parts: [drawing] } }] }), false)
    expect([told.includes(faces), told.includes("\ufffd")]).toEqual([true, false])
  }
})

it("a picture is written once, and looked through once for what has to be escaped", () => {
  const written = vi.spyOn(JsonText, "string")
  onTestFinished(() => written.mockRestore())
  const [client, stream] = pictures["generateContent"] ?? ["messages", ""]
  said(machineOf(client, "generateContent"), stream, false)
  expect(written.mock.calls.filter(([text]) => text.includes(drawn))).toHaveLength(1)
})

it("the last event of a Responses stream that passes is judged in a step of its own, without what it repeats", () => {
  const client = clientOf("responses")
  let read = 0
  const decodeStream: typeof responses.decodeStream = (...args) => {
    const decode = responses.decodeStream(...args)
    return { ...decode, push: (frame) => ((read += frame.data.length), decode.push(frame)) }
  }
  const machine = passStream(client, { ...responses, decodeStream }, defaultReplyPreferences, false)
  const content = [{ type: "output_text", text: "word ".repeat(200_000), annotations: [] }]
  const output = [1, 2, 3].map((id) => ({ type: "message", id: `msg_${id}`, role: "assistant", content }))
  const head = { id: "resp_1", object: "response", model: "m" }
  const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 }
  const stream =
    event({ type: "response.created", response: { ...head, status: "in_progress", output: [], usage: null } }) +
    event({ type: "response.completed", response: { ...head, status: "completed", output, usage } })
  const [told, steps] = said(machine, stream, false)
  expect(told === stream).toBe(true)
  expect(machine.usage()).toMatchObject({ input: 1, text: 2 })
  // 3 pieces of up to a mebibyte are read; it is walked over, text by text; what it says besides its output is read.
  expect(steps).toBe(3 + 1 + 3 + 1)
  expect(read).toBeLessThan(1024)
})

it("a client of Responses is told what can be kept for its last event, and none of it again where that is too much", () => {
  const client = clientOf("responses")
  const machine = translateStream(client, chatCompletions, emptyReplyContext, defaultReplyPreferences)
  const [told] = said(machine, streams.chatCompletions(text), false)
  const frames = told
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice(6)))
  const words = frames
    .filter(({ type }) => type === "response.output_text.delta")
    .map(({ delta }) => delta)
    .join("")
  expect(machine.failure()?.details.code).toBe("upstream_stream_too_large")
  // Of the pieces that are kept 8 would be all that may be, and the part itself counts, too.
  expect([answerLimits.kept / mostText, words.length / mostText]).toEqual([8, 7])
  expect(frames.find(({ type }) => type === "response.output_text.done")).toBeUndefined()
  expect(frames.at(-1).response).toMatchObject({ status: "failed", output: [] })
})

it("a picture that waits for the end of its answer is spliced, and not printed", () => {
  const [client, stream] = pictures["chatCompletions"] ?? ["messages", ""]
  const stringify = vi.spyOn(JSON, "stringify")
  onTestFinished(() => stringify.mockRestore())
  said(machineOf(client, "chatCompletions"), stream, false)
  const printed = stringify.mock.results.map(({ value }) => String(value)).filter((one) => one.includes(drawn))
  expect(printed).toEqual([])
})

it("what the end of a stream has a long answer say is given in steps of their own, whole and in order", async () => {
  const client = clientOf("responses")
  const drawing = `{"inlineData":{"mimeType":"image/png","data":"${drawn}"}}`
  const stream = encoder.encode(streams.generateContent("a").replace('{"text":"!"}', drawing))
  const machine = (): ReplyStream =>
    translateStream(client, generateContent, emptyReplyContext, defaultReplyPreferences)
  const [last, expected] = [machine(), said(machine(), decoder.decode(stream), true)[0]]
  for (let out = last.push(stream); out.length > 0 || last.waits();) out = last.push(new Uint8Array(0))
  const atEnd = last.end("clean")
  expect(last.waits()).toBe(true)
  expect(Math.max(...atEnd.map(({ length }) => length))).toBeLessThan(drawn.length)
  const served = serveStream(flowOf([[stream]]), machine(), undefined, () => undefined)
  const told = Effect.flatMap(served, (out) =>
    Stream.runFold(
      flowStream(out),
      () => "",
      (all, bytes) => all + decoder.decode(bytes)
    )
  )
  expect((await Effect.runPromise(Effect.scoped(told))) === expected).toBe(true)
  expect(expected.split(drawn).length - 1).toBe(3)
})

it("an event that costs more than its length is not looked at for its upstream's own word", () => {
  const fails = vi.spyOn(messagesPassing, "fails")
  onTestFinished(() => fails.mockRestore())
  const found = { type: "web_search_tool_result", tool_use_id: "c", content: list(500_000, () => 1) }
  const begun = event({ type: "content_block_start", index: 1, content_block: found })
  const machine = machineOf("messages", "messages")
  said(machine, begun + streams.messages("a"), false)
  expect(machine.failure()?.details.code).toBe("upstream_event_too_large")
  expect(fails).not.toHaveBeenCalled()
})

it("of a long piece of text no more is joined than is hashed", () => {
  const add = vi.spyOn(TextBuffer.prototype, "add")
  onTestFinished(() => add.mockRestore())
  said(machineOf("messages", "chatCompletions"), streams.chatCompletions(text), false)
  expect(Math.max(...add.mock.calls.map(([piece]) => piece.length))).toBe(maxHashedLength)
})

const translated = ways.filter(([upstream, client]) => upstream !== client)

describe.each(translated)("an event of %s that costs more than its length, to a client of %s", (upstream, client) => {
  it.each([
    ["of many members", { x: Object.fromEntries(list(60_000, (at) => [`k${at}`, at])) }],
    ["of many items", { x: list(110_000, () => 1) }],
    ["of a long text that is no medium", { x: "y".repeat(5 * 1024 * 1024) }]
  ])("%s ends the stream with an error of the client's format", (_, more) => {
    const machine = machineOf(client, upstream)
    const [told] = said(machine, streams[upstream]("a", more), false)
    expect(machine.failure()?.details.code).toBe("upstream_event_too_large")
    expect(told).toContain("The upstream sent a stream event that has")
    expect(told).not.toContain("!")
  })
})

/** A machine that says the half of each piece at once and the other in its next step, and ends behind an exclamation mark. */
const halves = (): ReplyStream => {
  let left = ""
  let over = false
  const rest = (): readonly Uint8Array[] => {
    const said = left
    left = ""
    return [encoder.encode(said)]
  }
  return scriptedMachine({
    push: (piece) => {
      if (piece.length === 0) return rest()
      const half = decoder.decode(piece)
      over ||= half.endsWith("!")
      left = half.slice(1)
      return [encoder.encode(half.slice(0, 1))]
    },
    end: rest,
    ended: () => over,
    waits: () => left !== ""
  })
}

it("a stream waits for what is left of each piece, and of the last", async () => {
  const batch = [encoder.encode("ab"), encoder.encode("cd"), encoder.encode("e!")] as const
  const served = serveStream(flowOf([batch]), halves(), undefined, () => undefined)
  const told = Effect.flatMap(served, (out) =>
    Stream.runFold(
      flowStream(out),
      () => "",
      (all, bytes) => all + decoder.decode(bytes)
    )
  )
  expect(await Effect.runPromise(Effect.scoped(told))).toBe("abcde!")
})

it("a whole of many pieces is joined in turns", async () => {
  const parts = list(640, (at) => new Uint8Array(65_536).fill(at))
  let turns = 0
  let over = false
  const count = (): void => {
    turns++
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  const whole = await Effect.runPromise(concatInTurns(parts))
  over = true
  expect(turns).toBeGreaterThanOrEqual(4)
  expect([whole.length, whole[65_536 * 300], whole.at(-1)]).toEqual([640 * 65_536, 300 % 256, 639 % 256])
})

const namesOf = (count: number): string => JSON.stringify(members(count, () => 1, "n".repeat(1000)))

it.each([
  [1000, undefined],
  [2000, "The upstream sent a stream event that has more than 1048576 characters in long names."]
] as const)("an event may have long names, and not any number: %i of 1,000 characters", (count, expected) => {
  const machine = machineOf("messages", "chatCompletions")
  const choices = [{ index: 0, delta: { content: "a" } }]
  said(machine, json({ id: "c", model: "m", choices, x: JSON.parse(namesOf(count)) }), false)
  expect(machine.failure()?.message).toBe(
    expected === undefined ? "The upstream's stream ended before its last event." : expected
  )
})

it("the numbers of a long event are looked for beside its long texts, not in them", () => {
  const looked = vi.spyOn(String.prototype, "charCodeAt")
  onTestFinished(() => looked.mockRestore())
  const searchEntryPoint = { renderedContent: '"'.repeat(2 * 2 ** 20) }
  const candidates = [{ index: 0, content: { parts: [{ text: "a" }] }, groundingMetadata: { searchEntryPoint } }]
  said(machineOf("generateContent", "generateContent"), json({ candidates }), true)
  const long = looked.mock.contexts.filter((text) => String(text).length > 4 * 2 ** 20)
  expect(long.length).toBeLessThan(1000)
})
