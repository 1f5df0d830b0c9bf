import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import type { TranslationNote } from "../../../src/core/notes/note.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { foldStream } from "../../../src/core/events/fold.ts"
import { translateResponse, translateStream } from "../../../src/translate.ts"
import { all, stamp } from "../../laws/calling.ts"
import { eventsOf } from "./saying.ts"

const formats = [chatCompletions, messages, generateContent, responses]

interface Told {
  readonly from: (typeof formats)[number]
  readonly whole: object
  /** The same answer as frames, of which later ones say what the first does not. */
  readonly frames: readonly object[]
  /** Where what is lost stands in the answer. */
  readonly lost: readonly string[]
  /** What a whole answer of its own format keeps of that, on the top level. */
  readonly kept: object
}

const timings = { predicted_ms: 12.5 }
const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m", system_fingerprint: "fp_1" }
const counted = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }

/** @see https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md `timings` come with the last chunk (read 2026-11) */
const ofChatCompletions: Told = {
  from: chatCompletions,
  whole: {
    ...chunk,
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop", seed: 7 }],
    usage: counted,
    timings
  },
  frames: [
    { ...chunk, choices: [{ index: 0, delta: { role: "assistant", content: "Hi" }, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop", seed: 7 }] },
    { ...chunk, choices: [], usage: counted, timings }
  ],
  lost: ["/choices/0/seed", "/system_fingerprint", "/timings"],
  kept: { timings }
}

const edits = { applied_edits: [{ type: "clear_tool_uses_20250919", cleared_tool_uses: 2, cleared_input_tokens: 9 }] }
const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_sequence: null }
const usage = { input_tokens: 3, output_tokens: 2 }

/** @see https://platform.claude.com/docs/en/build-with-claude/context-editing the last `message_delta` says what was cleared (read 2026-11) */
const ofMessages: Told = {
  from: messages,
  whole: {
    ...message,
    content: [{ type: "text", text: "Hi" }],
    stop_reason: "end_turn",
    usage,
    context_management: edits,
    n: 1
  },
  frames: [
    { type: "message_start", message: { ...message, stop_reason: null, usage, context_management: null } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", n: 1 }, usage, context_management: edits },
    { type: "message_stop" }
  ],
  lost: ["/context_management", "/n"],
  kept: { context_management: edits, n: 1 }
}

const modelStatus = { modelStage: "LEGACY" }
const gemini = { modelVersion: "m", responseId: "r" }
const rated = { safetyRatings: [{ category: "HARM_CATEGORY_HARASSMENT", probability: "LOW" }] }

/** @see `GenerateContentResponse.modelStatus` of `@google/genai` 3.1 (read 2026-11) */
const ofGenerateContent: Told = {
  from: generateContent,
  whole: {
    ...gemini,
    candidates: [
      { index: 0, content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP", avgLogprobs: -0.5 }
    ],
    promptFeedback: rated,
    modelStatus
  },
  frames: [
    { ...gemini, candidates: [{ index: 0, content: { role: "model", parts: [{ text: "H" }] } }] },
    {
      ...gemini,
      candidates: [{ index: 0, content: { role: "model", parts: [{ text: "i" }] } }],
      promptFeedback: rated,
      modelStatus
    },
    {
      ...gemini,
      candidates: [
        { index: 0, content: { role: "model", parts: [{ text: "" }] }, finishReason: "STOP", avgLogprobs: -0.5 }
      ],
      modelStatus
    }
  ],
  lost: ["/candidates/0/avgLogprobs", "/modelStatus", "/promptFeedback/safetyRatings"],
  kept: { modelStatus }
}

const response = { id: "resp_1", object: "response", created_at: 1, model: "m", error: null, incomplete_details: null }
const part = { type: "output_text", text: "Hi", annotations: [], n: 1 }
const said = { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [part], mood: "calm" }
const call = { type: "function_call", id: "fc_1", call_id: "call_1", name: "f", status: "completed", at_once: true }
const called = { ...call, arguments: "{}", took: 3 }
const place = { item_id: "msg_1", output_index: 0, content_index: 0 }
const done = { ...response, status: "completed", output: [said, called], region: "eu", carbon: { g: 1 } }

const ofResponses: Told = {
  from: responses,
  whole: done,
  frames: [
    { type: "response.created", response: { ...response, status: "queued", output: [] } },
    { type: "response.in_progress", response: { ...response, status: "in_progress", output: [], region: "eu" } },
    { type: "response.output_item.added", output_index: 0, item: { ...said, content: [], status: "in_progress" } },
    { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
    { type: "response.output_text.delta", ...place, delta: "Hi" },
    { type: "response.output_text.done", ...place, text: "Hi" },
    { type: "response.content_part.done", ...place, part },
    { type: "response.output_item.done", output_index: 0, item: said },
    { type: "response.output_item.added", output_index: 1, item: { ...call, arguments: "" } },
    { type: "response.function_call_arguments.done", item_id: "fc_1", output_index: 1, arguments: "{}" },
    { type: "response.output_item.done", output_index: 1, item: called },
    { type: "response.completed", response: done }
  ],
  lost: ["/carbon", "/output/0/content/0/n", "/output/0/mood", "/output/1/at_once", "/output/1/took", "/region"],
  kept: { region: "eu", carbon: { g: 1 } }
}

const told = [ofChatCompletions, ofMessages, ofGenerateContent, ofResponses]

/** The notes of members that one format alone says: their rules and where they stand, and the last names of those in a stream. */
const lostIn = (notes: readonly TranslationNote[]): readonly (readonly [rule: string, path: string])[] =>
  [
    ...new Map(
      notes
        .filter(({ rule }) => /\/(?:unknown-member|bookkeeping)$/.test(rule))
        .map(({ rule, path }) => [path, [rule, path] as const])
    ).values()
  ].toSorted(([, a], [, b]) => (a < b ? -1 : 1))

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

describe.each(told)("an answer of $from.id whose later frames say what the first does not", (given) => {
  const { from, whole, frames, lost, kept } = given
  const others = formats.filter((to) => to !== from)

  it.each(others)("loses the same in $id, whole or streamed, and says so", (to) => {
    const answer = translateResponse({ from, to }, JSON.stringify(whole))
    if (!answer.ok) throw answer.error
    const stream = translateStream({ from, to })
    const notes = frames.flatMap((frame) => {
      stream.push(eventsOf([frame]))
      return stream.notes()
    })
    stream.end()
    const inWhole = lostIn(answer.value.notes).filter(([, path]) => lost.includes(path))
    const inStream = lostIn([...notes, ...stream.notes()])
    expect(inWhole.map(([, path]) => path)).toEqual(lost)
    const named = (rows: ReturnType<typeof lostIn>): readonly string[] =>
      rows.map(([rule, path]) => `${rule} ${nameOf(path)}`).toSorted()
    expect(named(inStream)).toEqual(expect.arrayContaining([...named(inWhole)]))
  })

  it("keeps it in its own format", () => {
    const events = all(
      from.decodeStream(emptyReplyContext),
      frames.map((frame) => ({ data: JSON.stringify(frame) }))
    )
    const { response: answer } = foldStream(events)
    const again = from.encodeResponse(answer, defaultReplyPreferences, stamp).value.text
    expect(JSON.parse(again)).toMatchObject(kept)
    const streamed = all(from.encodeStream({ ...defaultReplyPreferences, stream: true, usage: true }, stamp), events)
    const written = streamed.flatMap(({ data }): readonly object[] => (data === "[DONE]" ? [] : [JSON.parse(data)]))
    for (const [name, value] of Object.entries(kept))
      expect(written.some((frame) => JSON.stringify(frame).includes(`"${name}":${JSON.stringify(value)}`))).toBe(true)
  })

  it("says a member once, however often its frames do", () => {
    const middle = frames[2] ?? {}
    const many = [...frames.slice(0, 2), ...Array.from({ length: 50 }, () => middle), ...frames.slice(3)]
    const events = all(
      from.decodeStream(emptyReplyContext),
      many.map((frame) => ({ data: JSON.stringify(frame) }))
    )
    const names = events.flatMap((event) =>
      event.type === "response" ? [...(event.add.native?.rest?.keys() ?? [])] : []
    )
    expect(names).toEqual([...new Set(names)])
  })
})

describe("an upstream that invents members for ever", () => {
  it("ends its stream once more of their names are kept than may be", () => {
    const machine = chatCompletions.decodeStream(emptyReplyContext, 100_000)
    let frames = 0
    let failed = false
    while (!failed && frames < 1000) {
      const data = JSON.stringify({ ...chunk, choices: [], [`member_${frames++}`]: 1 })
      failed = machine.push({ data }).some(({ type }) => type === "error")
    }
    expect(frames).toBeLessThan(1000)
  })
})
