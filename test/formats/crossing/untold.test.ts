import { describe, expect, it } from "vitest"
import type { TranslationNote } from "../../../src/core/notes/note.ts"
import { eventsOf } from "./saying.ts"
import type { ChatFormat } from "../../../src/core/format.ts"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest, translateResponse, translateStream } from "../../../src/translate.ts"

/** The body of a translated request, and its notes: kind, severity, rule and place. */
const sent = (from: ChatFormat, to: ChatFormat, body: object, headers: Readonly<Record<string, string>> = {}) => {
  const there = translateRequest({ from, to, headers, target: { model: "m" } }, JSON.stringify(body))
  if (!there.ok) throw there.error
  const { value } = there
  const notes = value.notes.map(({ kind, severity, rule, path }) => `${kind} ${severity} ${rule} ${path}`)
  return { body: JSON.parse(value.body), notes, details: value.notes.map(({ detail }) => detail) }
}

const others = [chatCompletions, messages, generateContent]

const asked = { model: "m", input: "Hi", max_output_tokens: 99 }

/** @see https://github.com/openai/openai-node `user` of `ResponseCreateParams`, which `safety_identifier` replaces (openai 7.57.0) */
describe.each(others)("the older name of the user beside the newer, told to $id", (to) => {
  const both = (user: string) => sent(responses, to, { ...asked, safety_identifier: "new", user })

  it("is said to be outweighed where it is another", () => {
    const { notes, details } = both("old")
    expect(notes).toContain(`dropped cosmetic ${to.id}/overridden /user`)
    expect(details).toContain("`safety_identifier` takes precedence over `user`, which was not sent.")
  })

  it("is no loss where it is the same", () => {
    expect(both("new").notes.filter((note) => note.endsWith("/user"))).toEqual([])
  })
})

describe("the older name of the user beside the newer", () => {
  it("goes back to its own format, without a note", () => {
    const { body, notes } = sent(responses, responses, { ...asked, safety_identifier: "new", user: "old" })
    expect(body).toMatchObject({ safety_identifier: "new", user: "old" })
    expect(notes).toEqual([])
  })
})

/**
 * @see https://github.com/openai/openai-node `store` and `include` of `ResponseCreateParams` (openai 7.57.0): what is stored can
 *   be gone on from, and what is included stands beside the answer
 */
describe.each(others)("what a client of the Responses API is not given by $id", (to) => {
  const noted = (more: object) =>
    sent(responses, to, { ...asked, ...more }).notes.filter((note) => /\/(?:store|include)/.test(note))

  it("is an answer that its vendor stores", () => {
    expect(noted({ store: true })).toEqual([`dropped cosmetic ${to.id}/bookkeeping /store`])
  })

  it("is what it wants included, but for what every answer holds and what is asked for there", () => {
    const include = [
      "web_search_call.action.sources",
      "reasoning.encrypted_content",
      "message.output_text.logprobs",
      "file_search_call.results"
    ]
    expect(noted({ include }).filter((note) => note.includes("bookkeeping"))).toEqual([
      `dropped cosmetic ${to.id}/bookkeeping /include/0`,
      `dropped cosmetic ${to.id}/bookkeeping /include/3`
    ])
  })

  it("is nothing where it says nothing of that", () => {
    expect(noted({})).toEqual([])
  })
})

/** @see https://platform.claude.com/docs/en/api/beta-headers what the header is (read 2026-11) */
describe.each([chatCompletions, generateContent, responses])(
  "betas that a client of Anthropic's asks for, of $id",
  (to) => {
    const body = { model: "m", max_tokens: 99, messages: [{ role: "user", content: "Hi" }] }

    it("are told as left out, in a note that no strictness refuses", () => {
      const { notes, details } = sent(messages, to, body, { "anthropic-beta": "context-1m-2025-08-07" })
      expect(notes).toContain(`dropped cosmetic ${to.id}/bookkeeping `)
      expect(details).toContain("The header `anthropic-beta` was not sent.")
    })

    it("are none where the header is not there, or empty", () => {
      for (const headers of [{}, { "anthropic-beta": "" }]) expect(sent(messages, to, body, headers).notes).toEqual([])
    })
  }
)

describe("betas that a client of Anthropic's asks for, of Anthropic", () => {
  it("are sent, without a note", () => {
    const body = { model: "m", max_tokens: 99, messages: [{ role: "user", content: "Hi" }] }
    const headers = { "anthropic-beta": "context-1m-2025-08-07" }
    const there = translateRequest({ from: messages, to: messages, headers, target: { model: "m" } }, body)
    expect(there.ok && [there.value.call.headers, there.value.notes]).toEqual([headers, []])
  })
})

/** The notes of a whole answer of the Responses API with some items, and of the stream that says them at their ends. */
const told = (to: ChatFormat, output: readonly object[], pieces: readonly object[] = []) => {
  const head = { id: "resp_1", object: "response", model: "m", status: "completed" }
  const whole = translateResponse({ from: responses, to }, { ...head, output })
  if (!whole.ok) throw whole.error
  const stream = translateStream({ from: responses, to })
  stream.push(
    eventsOf([
      { type: "response.created", response: { ...head, status: "in_progress", output: [] } },
      ...pieces,
      ...output.map((item, index) => ({ type: "response.output_item.done", output_index: index, item })),
      { type: "response.completed", response: { ...head, output } }
    ])
  )
  stream.end()
  const lines = (notes: readonly TranslationNote[]) =>
    notes.map(({ kind, severity, rule, path }) => `${kind} ${severity} ${rule} ${path}`)
  return { whole: lines(whole.value.notes), stream: lines(stream.notes()) }
}

/** @see `ResponseReasoningItem` of openai 7.57.0: what was thought as `content`, and a `summary` of it */
describe.each(others)("a summary beside what was thought in full, told in $id", (to) => {
  const thought = (summary: string) => ({
    type: "reasoning",
    id: "rs_1",
    summary: [{ type: "summary_text", text: summary }],
    content: [{ type: "reasoning_text", text: "Each step." }]
  })
  const answer = {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "Hi", annotations: [] }]
  }
  const piece = { type: "response.reasoning_text.delta", output_index: 0, content_index: 0, delta: "Each step." }

  it("is said to be left out", () => {
    const { whole, stream } = told(to, [thought("In short."), answer], [piece])
    expect(whole).toContain(`dropped cosmetic ${to.id}/bookkeeping /output/0/summary`)
    expect(stream).toContain("dropped cosmetic responses/bookkeeping ")
  })

  it("is no loss where it says the same, or nothing", () => {
    for (const items of [
      [thought("Each step."), answer],
      [{ ...thought(""), summary: [] }, answer]
    ]) {
      const { whole, stream } = told(to, items, [piece])
      expect([...whole, ...stream].filter((note) => note.includes("/bookkeeping"))).toEqual([])
    }
  })
})

describe("a summary beside what was thought in full", () => {
  it("stays in a whole answer of its own format, without a note", () => {
    const thought = {
      type: "reasoning",
      id: "rs_1",
      summary: [{ type: "summary_text", text: "In short." }],
      content: [{ type: "reasoning_text", text: "Each step." }]
    }
    const head = { id: "resp_1", object: "response", model: "m", status: "completed" }
    const back = translateResponse({ from: responses, to: responses }, { ...head, output: [thought] })
    expect(back.ok && [JSON.parse(back.value.body).output, back.value.notes]).toEqual([[thought], []])
  })
})

/** @see `ImageGenerationCall` of the Responses API: its `revised_prompt` is what the picture was drawn by */
describe.each([chatCompletions, generateContent])("what a picture was drawn by, told in $id", (to) => {
  const picture = { type: "image_generation_call", id: "ig_1", status: "completed", result: "AAAA" }

  it("is said to be left out", () => {
    const { whole, stream } = told(to, [{ ...picture, revised_prompt: "A red cat." }])
    expect(whole).toContain(`dropped cosmetic ${to.id}/bookkeeping /output/0/revised_prompt`)
    expect(stream).toContain(`dropped cosmetic ${to.id}/bookkeeping `)
  })

  it.each([{}, { revised_prompt: null }, { revised_prompt: "" }])("is no loss where nothing is said: %j", (more) => {
    const { whole, stream } = told(to, [{ ...picture, ...more }])
    expect([...whole, ...stream].filter((note) => note.includes("/bookkeeping"))).toEqual([])
  })
})
