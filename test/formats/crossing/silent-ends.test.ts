import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateResponse, translateStream } from "../../../src/translate.ts"
import { counted, eventsOf } from "./saying.ts"

/** An answer, whole and as the events of its stream. */
type Answer = readonly [whole: object, events: readonly unknown[]]

const formats = [chatCompletions, generateContent, messages, responses]

type From = (typeof formats)[number]

/** How an answer ends for the clients of each other format, whole and streamed: well, or with an error. */
const ends = (from: From, [whole, events]: Answer): readonly string[] =>
  formats
    .filter((to) => to !== from)
    .flatMap((to) => {
      const there = translateResponse({ from, to }, JSON.stringify(whole))
      const stream = translateStream({ from, to })
      const text = stream.push(eventsOf(events)) + stream.end()
      const failure = stream.failure()
      if (failure !== undefined) expect(text).not.toMatch(/finish_reason":"|message_stop|response\.completed/)
      return [there.ok ? undefined : there.error, failure].map((error) =>
        error === undefined ? "well" : `${error.reason} ${error.status}`
      )
    })

const failed = Array.from({ length: 6 }, () => "UpstreamFailed 502")
const well = Array.from({ length: 6 }, () => "well")

const head = { id: "c", created: 1, model: "m" }

/** An answer of chat completions, whose stream is counted and then says that it is over. */
const chat = (message: object, finish: unknown, delta = message): Answer => {
  const end = finish === undefined ? {} : { finish_reason: finish }
  return [
    { ...head, choices: [{ index: 0, message: { role: "assistant", ...message }, ...end }], usage: counted },
    [
      { ...head, choices: [{ index: 0, delta: { role: "assistant", ...delta } }] },
      { ...head, choices: [{ index: 0, delta: {}, ...end }] },
      { ...head, choices: [], usage: counted },
      "[DONE]"
    ]
  ]
}

const message = { id: "msg_1", type: "message", role: "assistant", model: "m" }

/** A block of an answer of messages, as the stream begins it, and what its deltas say. */
type Block = readonly [whole: unknown, begun: unknown, ...deltas: object[]]

/** An answer of messages. */
const claude = (blocks: readonly Block[], reason: unknown): Answer => {
  const end = reason === undefined ? {} : { stop_reason: reason }
  return [
    { ...message, content: blocks.map(([whole]) => whole), ...end, usage: { input_tokens: 1, output_tokens: 1 } },
    [
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      ...blocks.flatMap(([, begun, ...deltas], index) => [
        { type: "content_block_start", index, content_block: begun },
        ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
        { type: "content_block_stop", index }
      ]),
      { type: "message_delta", delta: end, usage: { output_tokens: 1 } },
      { type: "message_stop" }
    ]
  ]
}

const hm = { type: "thinking", thinking: "Hm", signature: "c2ln" }
const thinking: Block = [
  hm,
  { ...hm, thinking: "", signature: "" },
  { type: "thinking_delta", thinking: "Hm" },
  { type: "signature_delta", signature: "c2ln" }
]

const text = (value: unknown): Block => [
  { type: "text", text: value },
  { type: "text", text: "" },
  { type: "text_delta", text: value }
]

const use = (more: object): Block => {
  const block = { type: "tool_use", id: "toolu_1", ...more }
  return [
    { ...block, input: { n: 1 } },
    { ...block, input: {} },
    { type: "input_json_delta", partial_json: '{"n":1}' }
  ]
}

describe("an answer of chat completions that says nothing", () => {
  const silent: readonly (readonly [string, object])[] = [
    ["no content", {}],
    ["null", { content: null }],
    ["an empty text", { content: "" }],
    ["a blank text", { content: " \n" }],
    ["thoughts alone", { content: "", reasoning_content: "Hm" }]
  ]
  const unsaid = [null, undefined, "", 5]

  it.each(silent.flatMap(([what, said]) => unsaid.map((finish) => [what, finish, said] as const)))(
    "nor why it ended, is an error: %s, ended by %j",
    (_, finish, said) => {
      expect(ends(chatCompletions, chat(said, finish))).toEqual(failed)
    }
  )

  it.each(silent.flatMap(([what, said]) => ["stop", "length"].map((finish) => [what, finish, said] as const)))(
    "is none where it says why it ended: %s, ended by %j",
    (_, finish, said) => {
      expect(ends(chatCompletions, chat(said, finish))).toEqual(well)
    }
  )

  it.each(unsaid)("but for a text, or a call, ends well: ended by %j", (finish) => {
    const call = { index: 0, id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }
    expect(ends(chatCompletions, chat({ content: "Hi" }, finish))).toEqual(well)
    expect(ends(chatCompletions, chat({ content: null, tool_calls: [call] }, finish))).toEqual(well)
  })
})

describe("an answer of messages that says nothing", () => {
  const silent: readonly (readonly [string, readonly Block[]])[] = [
    ["no block", []],
    ["an empty text", [text("")]],
    ["thinking alone", [thinking]]
  ]

  it.each(
    silent.flatMap(([what, blocks]) => [null, undefined, "", 5].map((reason) => [what, reason, blocks] as const))
  )("nor why it ended, is an error: %s, ended by %j", (_, reason, blocks) => {
    expect(ends(messages, claude(blocks, reason))).toEqual(failed)
  })

  it.each(silent.flatMap(([what, blocks]) => ["end_turn", "refusal"].map((reason) => [what, reason, blocks] as const)))(
    "is none where it says why it ended: %s, ended by %j",
    (_, reason, blocks) => {
      expect(ends(messages, claude(blocks, reason))).toEqual(well)
    }
  )

  it("but for a text, or a call, ends well", () => {
    for (const block of [text("Hi"), use({ name: "f" })]) expect(ends(messages, claude([block], null))).toEqual(well)
  })
})

describe("an answer of messages whose content cannot be read", () => {
  const unreadable: readonly (readonly [string, readonly Block[]])[] = [
    ["a text that is none", [text(5)]],
    ["a block that is none", [[5, 5]]],
    ["a block of no type", [[{ text: "Hi" }, { text: "" }]]],
    ["such a text behind thinking", [thinking, text({})]]
  ]

  it.each(unreadable)("is an error where nothing else is said: %s", (_, blocks) => {
    expect(ends(messages, claude(blocks, "end_turn"))).toEqual(failed)
  })

  it.each(unreadable)("ends well where anything else is said: %s", (_, blocks) => {
    expect(ends(messages, claude([...blocks, text("Hi")], "end_turn"))).toEqual(well)
  })

  it.each([
    ["no name", {}],
    ["no text as its name", { name: 5 }],
    ["an empty name", { name: "" }]
  ])("is an error where a call has %s, whatever else is said", (_, more) => {
    expect(ends(messages, claude([use(more)], "tool_use"))).toEqual(failed)
    expect(ends(messages, claude([text("Hi"), use(more)], "tool_use"))).toEqual(failed)
  })

  it.each<readonly [string, readonly unknown[]]>([
    [
      "a call of no name",
      [
        { type: "text", text: "Hi" },
        { type: "tool_use", id: "toolu_1", input: {} }
      ]
    ],
    ["a text that is none", [{ type: "text", text: 5 }]],
    ["a block that is none", [5]]
  ])("is an error where its stream begins with %s", (_, content) => {
    const [whole, [, ...rest]] = claude([], "end_turn")
    const begun = { type: "message_start", message: { ...message, content, stop_reason: null } }
    expect(ends(messages, [{ ...whole, content }, [begun, ...rest]])).toEqual(failed)
  })

  it("is an error where a piece of a call's input is no text", () => {
    const [whole, begun] = use({ name: "f" })
    const [, events] = claude([[whole, begun, { type: "input_json_delta", partial_json: { n: 1 } }]], "tool_use")
    for (const to of [chatCompletions, generateContent, responses]) {
      const stream = translateStream({ from: messages, to })
      stream.push(eventsOf(events))
      stream.end()
      expect(stream.failure()).toMatchObject({ reason: "UpstreamFailed" })
    }
  })
})

describe("an answer of chat completions whose call", () => {
  const calls = (body: object, finish = "tool_calls", content: string | null = null): Answer => {
    const call = { id: "call_1", type: "function", ...body }
    return chat({ content, tool_calls: [call] }, finish, { content, tool_calls: [{ index: 0, ...call }] })
  }

  it.each<readonly [string, object]>([
    ["null", { function: { name: null, arguments: "{}" } }],
    ["none", { function: { arguments: '{"n":1}' } }],
    ["empty", { function: { name: "", arguments: '{"n":1}' } }],
    ["none, nor a function", {}]
  ])("names no tool is an error, whatever else is said: %s", (_, body) => {
    expect(ends(chatCompletions, calls(body))).toEqual(failed)
    expect(ends(chatCompletions, calls(body, "tool_calls", "Hi"))).toEqual(failed)
  })

  /** For clients of Gemini and Responses there are words for it, for those of Messages there are none. */
  it.each(['{"n":', "[1]", "5"])("has no object as its input is an error for clients of Messages: %s", (args) => {
    const broken = { function: { name: "f", arguments: args } }
    for (const finish of ["tool_calls", "stop"])
      for (const content of [null, "Hi"])
        expect(ends(chatCompletions, calls(broken, finish, content))).toEqual([
          "well",
          "well",
          "UpstreamFailed 502",
          "UpstreamFailed 502",
          "well",
          "well"
        ])
  })

  it.each(["length", "content_filter"])("is half a one ends as it was cut: %s", (finish) => {
    expect(ends(chatCompletions, calls({ function: { name: "f", arguments: '{"n":' } }, finish))).toEqual(well)
  })
})

describe("an answer of Responses whose call names no tool", () => {
  const calls = (type: string, name: object, late: object = name): Answer => {
    const item = { type, id: "fc_1", call_id: "call_1", status: "completed", arguments: "{}", input: "a" }
    const head = { id: "resp_1", object: "response", created_at: 1_790_000_000, model: "m" }
    const whole = { ...head, status: "completed", output: [{ ...item, ...late }] }
    return [
      whole,
      [
        { type: "response.created", response: { ...head, status: "in_progress", output: [] } },
        { type: "response.output_item.added", output_index: 0, item: { ...item, ...name, arguments: "", input: "" } },
        { type: "response.function_call_arguments.delta", output_index: 0, item_id: "fc_1", delta: "{}" },
        { type: "response.output_item.done", output_index: 0, item: { ...item, ...late } },
        { type: "response.completed", response: whole }
      ]
    ]
  }

  it.each<readonly [string, string, object]>([
    ["null", "function_call", { name: null }],
    ["none", "function_call", {}],
    ["empty", "function_call", { name: "" }],
    ["none of a custom tool", "custom_tool_call", {}]
  ])("is an error: %s", (_, type, name) => {
    const [whole, events] = calls(type, name)
    expect(ends(responses, [whole, events])).toEqual(failed)
    expect(ends(responses, [whole, events.toSpliced(3, 1)])).toEqual(failed)
    expect(ends(responses, [whole, events.toSpliced(1, 2)])).toEqual(failed)
    const last = { type: "response.completed", response: { ...whole, output: [] } }
    expect(ends(responses, [whole, [...events.slice(0, 3), last]])).toEqual(failed)
  })

  it("until its end is none", () => {
    expect(ends(responses, calls("function_call", { name: "" }, { name: "f" }))).toEqual(well)
  })
})

describe("an answer of Gemini's that ends for FINISH_REASON_UNSPECIFIED", () => {
  /** @see https://ai.google.dev/api/generate-content `FinishReason`: "Default value. This value is unused." (read 2026-11) */
  const gemini = (parts: readonly object[]): Answer => {
    const candidates = [{ index: 0, content: { role: "model", parts }, finishReason: "FINISH_REASON_UNSPECIFIED" }]
    const whole = { candidates, modelVersion: "gemini" }
    return [whole, [whole]]
  }

  it.each<readonly [string, readonly object[]]>([
    ["nothing", []],
    ["an empty text", [{ text: "" }]],
    ["thoughts alone", [{ text: "Hm", thought: true }]]
  ])("is an error where it says nothing: %s", (_, parts) => {
    expect(ends(generateContent, gemini(parts))).toEqual(failed)
  })

  it("ends well where anything was said", () => {
    expect(ends(generateContent, gemini([{ text: "Hi" }]))).toEqual(well)
    expect(ends(generateContent, gemini([{ functionCall: { name: "f", args: {} } }]))).toEqual(well)
  })

  it("is an error where a call has no name", () => {
    expect(ends(generateContent, gemini([{ functionCall: { args: {} } }]))).toEqual(failed)
  })
})

describe("an answer of Gemini's whose content cannot be read", () => {
  it.each<readonly [string, unknown]>([
    ["a part that is none", 5],
    ["a call whose name is no text", { functionCall: { name: 5, args: {} } }],
    ["a text that is none", { text: 5 }],
    ["such a text that is signed", { text: {}, thoughtSignature: "c2ln" }]
  ])("is an error, whatever else is said: %s", (_, part) => {
    for (const parts of [[part], [{ text: "Hi" }, part]]) {
      const candidates = [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }]
      const whole = { candidates, modelVersion: "gemini" }
      expect(ends(generateContent, [whole, [whole]])).toEqual(failed)
    }
  })

  it.each<readonly [string, object]>([
    ["candidates", { candidates: 5 }],
    ["a candidate", { candidates: [5] }],
    ["a content", { candidates: [{ content: 5, finishReason: "STOP" }] }],
    ["parts", { candidates: [{ content: { parts: 5 }, finishReason: "STOP" }] }]
  ])("is an error where there are none in the place of %s", (_, whole) => {
    const said = { candidates: [{ content: { parts: [{ text: "Hi" }] }, finishReason: "STOP" }] }
    expect(ends(generateContent, [whole, [said, whole]])).toEqual(failed)
  })
})
