import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateResponse, translateStream } from "../../../src/translate/reply.ts"

const formats = { chatCompletions, messages, responses, generateContent }

type Name = keyof typeof formats

type Body = ReturnType<typeof JSON.parse>

/** How an answer ends in a format, whole or as the data of a stream's frames. */
const endIn: Readonly<Record<Name, (bodies: readonly Body[]) => string>> = {
  chatCompletions: (bodies) => bodies.flatMap(({ choices }) => choices[0]?.finish_reason ?? []).join(),
  messages: (bodies) => bodies.flatMap(({ delta, stop_reason }) => delta?.stop_reason ?? stop_reason ?? []).join(),
  responses: (bodies) => {
    const { status, incomplete_details: details } = bodies.at(-1).response ?? bodies.at(-1)
    return details === null ? status : `${status} ${details.reason}`
  },
  generateContent: (bodies) => bodies.flatMap(({ candidates }) => candidates?.[0]?.finishReason ?? []).join()
}

const claude = (content: readonly object[], stop_reason: string) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude",
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 }
})

const gemini = (candidate: object) => ({ candidates: [{ index: 0, ...candidate }], modelVersion: "gemini" })

const called = (type: string, event: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...event })}\n\n`

/** The stream that Claude tells an answer with; `more`: what its end says besides the reason. */
const claudeStream = (text: string, stop_reason: string, more: object = {}) =>
  [
    called("message_start", { message: { ...claude([], stop_reason), stop_reason: null } }),
    ...(text === ""
      ? []
      : [
          called("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
          called("content_block_delta", { index: 0, delta: { type: "text_delta", text } }),
          called("content_block_stop", { index: 0 })
        ]),
    called("message_delta", { delta: { stop_reason, stop_sequence: null, ...more }, usage: { output_tokens: 1 } }),
    called("message_stop", {})
  ].join("")

const text = { type: "text", text: "I will" }

/**
 * How an answer of Gemini's ends that stopped for a reason which is no end of a turn.
 *
 * @see `FinishReason` of `@google/genai` 3.1: `OTHER` is any other reason that stopped the generation (read 2026-11)
 */
const stopped = (finishReason: string) => {
  const whole = gemini({ content: { role: "model", parts: [{ text: "I will" }] }, finishReason, finishMessage: "Why." })
  return [whole, `data: ${JSON.stringify(whole)}\n\n`] as const
}

/** A limit: none of these formats has a word for what is neither whole nor withheld. */
const given = { chatCompletions: "length", responses: "incomplete max_output_tokens", messages: "max_tokens" } as const

/** A plain end, where nobody knows what the reason means. */
const plain = { chatCompletions: "stop", responses: "completed", messages: "end_turn" } as const

const withheld = {
  chatCompletions: "content_filter",
  responses: "incomplete content_filter",
  messages: "refusal"
} as const

/** What a vendor answers, whole and as a stream, and how that ends in each other format. */
const cases: readonly (readonly [
  name: string,
  from: Name,
  whole: object,
  stream: string,
  ends: Partial<Record<Name, string>>
])[] = [
  [
    "Claude refuses without a word",
    "messages",
    claude([], "refusal"),
    claudeStream("", "refusal"),
    { chatCompletions: "content_filter", responses: "incomplete content_filter", generateContent: "SAFETY" }
  ],
  [
    "Claude refuses in the middle of a text",
    "messages",
    claude([text], "refusal"),
    claudeStream(text.text, "refusal"),
    { chatCompletions: "content_filter", responses: "incomplete content_filter", generateContent: "SAFETY" }
  ],
  [
    "Claude pauses a turn",
    "messages",
    claude([text], "pause_turn"),
    claudeStream(text.text, "pause_turn"),
    { chatCompletions: "length", responses: "incomplete max_output_tokens", generateContent: "MAX_TOKENS" }
  ],
  ["Gemini stops for another reason", "generateContent", ...stopped("OTHER"), given],
  ["Gemini stops drawing for another reason", "generateContent", ...stopped("IMAGE_OTHER"), given],
  ["Gemini draws nothing", "generateContent", ...stopped("NO_IMAGE"), given],
  [
    "Claude ends for a reason that is not known",
    "messages",
    claude([text], "novelty"),
    claudeStream(text.text, "novelty"),
    { chatCompletions: "stop", responses: "completed", generateContent: "OTHER" }
  ],
  ["Gemini ends for a reason that is not known", "generateContent", ...stopped("NOVELTY"), plain]
]

describe.each(cases)("%s", (_, from, whole, stream, ends) => {
  describe.each(Object.entries(ends) as readonly (readonly [Name, string])[])("is told by %s as %s", (to, end) => {
    const pair = { from: formats[from], to: formats[to] }

    it("whole, with a note of what that does not say", () => {
      const told = translateResponse(pair, JSON.stringify(whole))
      if (!told.ok) throw told.error
      expect(endIn[to]([JSON.parse(told.value.body)])).toBe(end)
      expect(told.value.notes.map(({ rule }) => rule)).toContain(`${formats[to].id}/finish-reason`)
    })

    it("in a stream, with a note of what that does not say", () => {
      const machine = translateStream(pair)
      const out = machine.push(stream) + machine.end("clean")
      const data = out.match(/^data: \{.*$/gm) ?? []
      expect(endIn[to](data.map((line) => JSON.parse(line.slice(6))))).toBe(end)
      expect(machine.notes().map(({ rule }) => rule)).toContain(`${formats[to].id}/finish-reason`)
    })
  })
})

describe("an ending for a reason that is not known", () => {
  it.each([
    ["chatCompletions", "messages", claude([text], "novelty")],
    ["responses", "messages", claude([text], "novelty")],
    ["chatCompletions", "generateContent", stopped("NOVELTY")[0]],
    ["responses", "generateContent", stopped("NOVELTY")[0]],
    ["messages", "generateContent", stopped("NOVELTY")[0]]
  ] as const)("is a loss of meaning where a plain end is told (%s of %s)", (to, from, whole) => {
    const told = translateResponse({ from: formats[from], to: formats[to] }, JSON.stringify(whole))
    const notes = told.ok ? told.value.notes : []
    expect(notes.find(({ rule }) => rule === `${formats[to].id}/finish-reason`)?.severity).toBe("meaning")
  })
})

describe("an answer of Gemini's that is withheld", () => {
  it.each(Object.entries(withheld) as readonly (readonly [keyof typeof withheld, string])[])(
    "is not told as whole by %s: %s",
    (to, end) => {
      const told = translateResponse({ from: generateContent, to: formats[to] }, JSON.stringify(stopped("SPII")[0]))
      expect(told.ok && endIn[to]([JSON.parse(told.value.body)])).toBe(end)
    }
  )

  it("says why in a stream, too, where a format has a place for it", () => {
    const machine = translateStream({ from: generateContent, to: messages })
    expect(machine.push(stopped("SPII")[1]) + machine.end("clean")).toContain('"explanation":"Why."')
  })
})

describe("an answer of Gemini's that was given up", () => {
  it.each(["chatCompletions", "responses", "messages"] as const)("is no refusal; why is noted (%s)", (to) => {
    const machine = translateStream({ from: generateContent, to: formats[to] })
    expect(machine.push(stopped("OTHER")[1]) + machine.end("clean")).not.toMatch(/refusal"|Why\./)
    expect(machine.notes().map(({ path }) => path)).toContain("/candidates/0/finishMessage")
    const told = translateResponse({ from: generateContent, to: formats[to] }, JSON.stringify(stopped("OTHER")[0]))
    expect(told.ok && told.value.notes.map(({ path }) => path)).toContain("/candidates/0/finishMessage")
  })
})

/** What an end says besides its reason, as `RefusalStopDetails` of `@anthropic-ai/sdk` 1.11 and `Candidate` of `@google/genai` 3.1 have it. */
const refused = { stop_details: { type: "refusal", category: "cyber", explanation: "We cannot help with exploits." } }
const sequence = { stop_sequence: "END" }

describe.each([
  [
    "Claude refuses",
    "messages",
    { ...claude([], "refusal"), ...refused },
    claudeStream("", "refusal", refused),
    ["category", "explanation"]
  ],
  [
    "Claude stops at a sequence",
    "messages",
    { ...claude([text], "stop_sequence"), ...sequence },
    claudeStream(text.text, "stop_sequence", sequence),
    ["stop_sequence"]
  ],
  ["Gemini withholds", "generateContent", ...stopped("SPII"), ["finishMessage", "finishReason"]]
] as const)("what is said besides the reason where %s", (_, from, whole, stream, members) => {
  const lost = (notes: readonly { severity: string; path: string }[]) =>
    notes.flatMap(({ severity, path }) => (severity === "meaning" ? path.split("/").slice(-1) : []))

  it.each(["chatCompletions", "responses"] as const)("is told as lost to %s, whole and streamed", (to) => {
    const pair = { from: formats[from], to: formats[to] }
    const told = translateResponse(pair, JSON.stringify(whole))
    expect(told.ok && lost(told.value.notes).toSorted()).toEqual(members)
    const machine = translateStream(pair)
    machine.push(stream)
    machine.end("clean")
    expect(lost(machine.notes())).toHaveLength(members.length)
  })
})

/** @see `Message` of `@anthropic-ai/sdk` 1.11: in a whole answer `stop_reason` is always non-null (read 2026-11) */
describe("a whole answer that does not say why it ended", () => {
  it.each([
    ["end_turn", { text: "Half" }],
    ["tool_use", { functionCall: { name: "f", args: {} } }]
  ])("has the likely reason in messages, with a note: %s", (reason, part) => {
    const told = translateResponse(
      { from: generateContent, to: messages },
      gemini({ content: { role: "model", parts: [part] } })
    )
    expect(told.ok && JSON.parse(told.value.body).stop_reason).toBe(reason)
    expect(told.ok && told.value.notes).toContainEqual(
      expect.objectContaining({ rule: "messages/finish-unsaid", path: "/candidates/0/finishReason" })
    )
  })
})
