import * as Formats from "../../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { translateError, translateRequest, translateResponse, translateStream } from "../../../src/translate.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { printEvents } from "../../faults/frames.ts"

/** An event of a stream of messages. */
interface Event {
  readonly type: string
  readonly [member: string]: unknown
}

const start = (more: object = {}): Event => ({
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 3, output_tokens: 1 },
    ...more
  }
})
const begin = (index: number, content_block: object): Event => ({ type: "content_block_start", index, content_block })
const say = (index: number, delta: object): Event => ({ type: "content_block_delta", index, delta })
const text = (index: number, said: string): readonly Event[] => [
  begin(index, { type: "text", text: "" }),
  say(index, { type: "text_delta", text: said })
]
const end = (stop_reason: string | null): readonly Event[] => [
  { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 2 } },
  { type: "message_stop" }
]

/** What a stream of messages is to a client of another format: the JSON of its frames. */
const streamed = (
  to: typeof Formats.chatCompletions | typeof Formats.generateContent,
  events: readonly Event[]
): readonly unknown[] => {
  const stream = translateStream({ from: Formats.messages, to, asked: { ...defaultReplyPreferences, stream: true } })
  const body = printEvents(events)
  return (stream.push(body) + stream.end())
    .split("\n\n")
    .flatMap((frame) => (frame.startsWith("data: {") ? [JSON.parse(frame.slice(6)) as unknown] : []))
}

interface Choice {
  readonly delta: {
    readonly content?: string
    readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[]
  }
}

const choices = (events: readonly Event[]): readonly Choice[] =>
  streamed(Formats.chatCompletions, events).flatMap((it) => (it as { readonly choices: readonly Choice[] }).choices)

/** The arguments of all calls of a stream. */
const argumentsIn = (events: readonly Event[]): string =>
  choices(events)
    .flatMap(({ delta }) => delta.tool_calls ?? [])
    .map((it) => it.function.arguments)
    .join("")

const contentIn = (events: readonly Event[]): string =>
  choices(events)
    .map(({ delta }) => delta.content ?? "")
    .join("")

interface Candidate {
  readonly content: { readonly parts: readonly { readonly text?: string; readonly thought?: boolean }[] }
  readonly finishReason?: string
}

const candidates = (events: readonly Event[]): readonly Candidate[] =>
  streamed(Formats.generateContent, events).flatMap(
    (it) => (it as { readonly candidates?: readonly Candidate[] }).candidates ?? []
  )

/** The texts of a stream in their order, thoughts in brackets. */
const textsOf = (events: readonly Event[]): readonly string[] =>
  candidates(events)
    .flatMap(({ content }) => content.parts)
    .flatMap(({ text: said, thought }) => (said ? [thought === true ? `(${said})` : said] : []))

const reasonsIn = (events: readonly Event[]): readonly string[] =>
  candidates(events).flatMap(({ finishReason }) => finishReason ?? [])

describe("why an answer ended", () => {
  it("is what its beginning said where nothing follows but its end", () => {
    const begun = start({ content: [{ type: "text", text: "a" }], stop_reason: "max_tokens" })
    expect(reasonsIn([begun, { type: "message_stop" }])).toEqual(["MAX_TOKENS"])
  })

  it("is what its last event said, whatever its beginning did", () => {
    expect(reasonsIn([start({ stop_reason: "end_turn" }), ...text(0, "a"), ...end("max_tokens")])).toEqual([
      "MAX_TOKENS"
    ])
  })

  it("is not said by an empty reason", () => {
    expect(reasonsIn([start({ stop_reason: "" }), ...text(0, "a"), ...end("")])).toEqual(["STOP"])
  })

  it("is told by what was withheld, though the beginning alone says so", () => {
    const begun = start({ stop_reason: "refusal", stop_details: { type: "refusal", explanation: "no" } })
    expect(candidates([begun, { type: "message_stop" }]).at(-1)).toMatchObject({ finishMessage: "no" })
  })
})

describe("blocks that are open until the answer ends", () => {
  const thought = [begin(0, { type: "thinking", thinking: "" }), say(0, { type: "thinking_delta", thinking: "b" })]

  it("are said in the order in which they began", () => {
    expect(textsOf([start(), ...thought, ...text(1, "a"), ...end("end_turn")])).toEqual(["(b)", "a"])
  })

  it("are said as they come", () => {
    expect(textsOf([start(), ...thought])).toEqual(["(b)"])
  })
})

describe("a delta of another kind than its block", () => {
  const call = [
    begin(0, { type: "tool_use", id: "t", name: "f", input: {} }),
    say(0, { type: "input_json_delta", partial_json: '{"a":' })
  ]
  const rest = say(0, { type: "input_json_delta", partial_json: "1}" })
  const word = (said: string): Event => say(0, { type: "text_delta", text: said })
  const thought = (said: string): Event => say(0, { type: "thinking_delta", thinking: said })
  const stop = { type: "content_block_stop", index: 0 }

  it("is text behind the call that it follows", () => {
    expect(textsOf([start(), ...call, rest, word("b"), stop, ...end("tool_use")])).toEqual(["b"])
  })

  it("leaves the call to go on", () => {
    const events = [start(), ...call, word("b"), rest, stop, ...end("tool_use")]
    expect(argumentsIn(events)).toBe('{"a":1}')
    expect(contentIn(events)).toBe("b")
  })

  it("ends where its index begins again", () => {
    expect(textsOf([start(), ...call, rest, word("b"), ...text(0, "c"), ...end("tool_use")])).toEqual(["b", "c"])
  })

  it("is thinking in a text", () => {
    expect(textsOf([start(), begin(0, { type: "text", text: "" }), thought("a"), word("b"), ...end(null)])).toEqual([
      "(a)",
      "b"
    ])
  })

  it("is text in thinking", () => {
    expect(textsOf([start(), begin(0, { type: "thinking" }), thought("a"), word("b"), ...end(null)])).toEqual([
      "(a)",
      "b"
    ])
  })
})

describe("a call's input that is a text", () => {
  const call = (input: string): object => ({ type: "tool_use", id: "t", name: "f", input })
  const whole = (input: string): string | undefined => {
    const body = { id: "m", type: "message", role: "assistant", model: "m", stop_reason: "tool_use" }
    const there = translateResponse(
      { from: Formats.messages, to: Formats.chatCompletions },
      { ...body, content: [call(input)] }
    )
    return there.ok ? JSON.parse(there.value.body).choices[0].message.tool_calls[0].function.arguments : undefined
  }
  const args = (events: readonly Event[]): string => argumentsIn([start(), ...events, ...end("tool_use")])

  it.each([
    ['{"a":1}', '{"a":1}'],
    ["", "{}"],
    ["{cut", "{cut"]
  ])("%j is the arguments %j of a whole answer", (input, expected) => {
    expect(whole(input)).toBe(expected)
  })

  it("is the arguments of a streamed call that nothing more is said of", () => {
    expect(args([begin(0, call('{"a":1}'))])).toBe('{"a":1}')
  })

  it.each(["", "{}"])("is none where it is %j and deltas follow", (input) => {
    expect(args([begin(0, call(input)), say(0, { type: "input_json_delta", partial_json: '{"a":1}' })])).toBe('{"a":1}')
  })
})

describe("settings of thinking without a type", () => {
  const body = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "a" }] }
  const thinking = { block_binding: { prefix_mismatch_behavior: "drop_block" } }

  it("are no request for thoughts", () => {
    const there = translateRequest({ from: Formats.messages, to: Formats.generateContent }, { ...body, thinking })
    expect(there.ok && JSON.parse(there.value.body).generationConfig).toEqual({ maxOutputTokens: 9 })
  })

  it("are noted where they have no place", () => {
    const there = translateRequest({ from: Formats.messages, to: Formats.chatCompletions }, { ...body, thinking })
    expect(there.ok && there.value.notes).toMatchObject([{ kind: "dropped", path: "/thinking/block_binding" }])
  })

  it("need one beside a budget", () => {
    const there = translateRequest(
      { from: Formats.messages, to: Formats.chatCompletions },
      { ...body, thinking: { budget_tokens: 2048 } }
    )
    expect(there).toMatchObject({ ok: false, error: { issues: [{ path: "/thinking", member: "type" }] } })
  })
})

describe("a result without anything that another format knows", () => {
  it("is an empty text", () => {
    const messages = [
      { role: "user", content: "a" },
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: [{ type: "tool_reference" }] }] }
    ]
    const there = translateRequest(
      { from: Formats.messages, to: Formats.chatCompletions },
      { model: "m", max_tokens: 9, messages }
    )
    expect(there.ok && JSON.parse(there.value.body).messages[2]).toEqual({
      role: "tool",
      tool_call_id: "t",
      content: ""
    })
  })
})

describe("an upstream's words for its failure", () => {
  it.each<[string, unknown]>([
    ["a list", { detail: [{ loc: ["body", "model"], msg: "Field required" }] }],
    ["a message that is an object", { object: "error", message: { detail: [{ msg: "Field required" }] } }],
    ["a list of errors", { success: false, errors: [{ code: 7, message: "Field required" }] }],
    ["a member with a capital", { Message: "Field required" }]
  ])("are found in %s", (_, body) => {
    const { body: told } = translateError(
      { from: Formats.messages, to: Formats.messages },
      { status: 422, body: JSON.stringify(body) }
    )
    expect(JSON.parse(told).error.message).toBe("Field required")
  })
})

describe("a whole answer with something odd in it", () => {
  const text = { type: "text", text: "a" }
  const message = (content: unknown, more: object = {}): object => ({
    id: "m",
    type: "message",
    role: "assistant",
    model: "m",
    content,
    stop_reason: "end_turn",
    ...more
  })
  const into = (body: object): ReturnType<typeof translateResponse> =>
    translateResponse({ from: Formats.messages, to: Formats.chatCompletions }, body)

  it.each<[string, string, object]>([
    ["/id", "number for an id", message([text], { id: 5 })],
    ["/stop_sequence", "number for a stop sequence", message([text], { stop_sequence: 5 })],
    ["/stop_details", "text for details", message([text], { stop_details: "x" })],
    ["/content/1/citations", "object for citations", message([text, { ...text, text: "", citations: {} }])],
    ["/content/1/text", "number for a text", message([text, { type: "text", text: 5 }])],
    ["/content/1", "block that is none", message([text, null])]
  ])("is told, and %s is noted: a %s", (path, _, body) => {
    const there = into(body)
    expect(there.ok && JSON.parse(there.value.body).choices[0].message.content).toBe("a")
    expect(there.ok && there.value.notes).toContainEqual(
      expect.objectContaining({ path, rule: "messages/unknown-member" })
    )
  })

  it.each<[string, readonly unknown[]]>([
    ["a text", [{ type: "text" }, text]],
    ["thinking", [{ type: "thinking", signature: "s" }, text]]
  ])("is told where %s is left out", (_, content) => {
    expect(into(message(content))).toMatchObject({ ok: true, value: { notes: [] } })
  })

  it.each<[string, unknown]>([
    ["nothing can be read", ["a"]],
    ["there is no content", null],
    ["a call names no function", [text, { type: "tool_use", id: "t", input: {} }]]
  ])("is none where %s", (_, content) => {
    expect(into(message(content)).ok).toBe(false)
  })
})

describe("a stop reason in another API's word", () => {
  const call = { type: "tool_use", id: "t", name: "f", input: {} }
  const text = { type: "text", text: "a" }

  it.each<[string, string, readonly object[]]>([
    ["length", "length", [text]],
    ["MAX_TOKENS", "length", [text]],
    ["content_filter", "content_filter", [text]],
    ["stop", "stop", [text]],
    ["stop", "tool_calls", [call]],
    ["tool_calls", "tool_calls", [call]],
    ["something_new", "stop", [text]]
  ])("%s ends a message as %s does", (stop_reason, finish, content) => {
    const body = { id: "m", type: "message", role: "assistant", model: "m", content, stop_reason }
    const there = translateResponse({ from: Formats.messages, to: Formats.chatCompletions }, body)
    expect(there.ok && JSON.parse(there.value.body).choices[0].finish_reason).toBe(finish)
  })
})
