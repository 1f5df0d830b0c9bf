import { createServer } from "node:http"
import { expect, it } from "vitest"
import { gatewayBefore } from "../shell/scripted-vendor.ts"
import { canary } from "./canary.ts"

/** The key of the vendors, which tell it ten characters at a time. */
const key = canary()
const pieces = key.match(/.{1,10}/g) ?? []

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`
const event = (value: { readonly type: string } & Readonly<Record<string, unknown>>): string =>
  `event: ${value.type}\n${data(value)}`

const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 1 } }

/** A stream of Claude's: blocks with their deltas. */
const blocks = (...all: readonly (readonly [block: object, deltas: readonly object[]])[]): string =>
  [
    event({ type: "message_start", message }),
    ...all.flatMap(([block, deltas], index) => [
      event({ type: "content_block_start", index, content_block: block }),
      ...deltas.map((delta) => event({ type: "content_block_delta", index, delta })),
      event({ type: "content_block_stop", index })
    ]),
    event({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } }),
    event({ type: "message_stop" })
  ].join("")

const hi = [{ type: "text", text: "" }, [{ type: "text_delta", text: "Hi" }]] as const
const cited = { type: "web_search_result_location", url: "http://a.test/", title: "A", encrypted_index: "e" }

/** A stream of Gemini's: parts, and then an end. */
const parts = (all: readonly object[]): string =>
  [...all, { text: "Hi" }].map((part) => data({ candidates: [{ index: 0, content: { parts: [part] } }] })).join("") +
  data({ candidates: [{ index: 0, content: { parts: [{ text: "." }] }, finishReason: "STOP" }] })

const thoughts = pieces.map((text) => ({ text, thought: true }))
const argument = (stringValue: string): object => ({ jsonPath: "$.a", stringValue, willContinue: true })

const response = { id: "resp_1", object: "response", created_at: 1, model: "m", output: [] }
const created = event({ type: "response.created", response: { ...response, status: "in_progress" } })
const reasoning = { id: "rs_1", type: "reasoning", summary: [] }
const place = { item_id: "rs_1", output_index: 0 }

/** A stream of the Responses API: a thought in pieces, and how its item ends. */
const thought = (type: string, deltas: readonly object[], end: object): string =>
  [
    created,
    event({ type: "response.output_item.added", output_index: 0, item: reasoning }),
    ...deltas.map((delta) => event({ type, ...place, ...delta })),
    event({
      type: "response.output_item.done",
      output_index: 0,
      item: { ...reasoning, ...end, encrypted_content: "e" }
    }),
    event({ type: "response.completed", response: { ...response, status: "completed" } })
  ].join("")

const summaries = pieces.map((delta) => ({ summary_index: 0, delta }))
const ofSummary = (texts: readonly string[]): object => ({
  summary: texts.map((text) => ({ type: "summary_text", text }))
})
const texts = pieces.map((delta) => ({ content_index: 0, delta }))

const chunk = (delta: object, finish: string | null = null): string =>
  data({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })

/** A message whose items its last event leaves out. */
const item = { id: "msg_1", type: "message", role: "assistant", status: "in_progress", content: [] }
const inMessage = { item_id: "msg_1", output_index: 0, content_index: 0 }
const begun = [
  created,
  event({ type: "response.output_item.added", output_index: 0, item }),
  event({
    type: "response.content_part.added",
    ...inMessage,
    part: { type: "output_text", text: "", annotations: [] }
  }),
  ...pieces.map((delta) => event({ type: "response.output_text.delta", ...inMessage, delta }))
].join("")

/** By what its model tells: a model, and its stream. */
const streams = {
  "a thought with a signature": [
    "claude",
    blocks(
      [
        { type: "thinking", thinking: "", signature: "" },
        [...pieces.map((it) => ({ type: "thinking_delta", thinking: it })), { type: "signature_delta", signature: "e" }]
      ],
      hi
    )
  ],
  "a text with a citation": [
    "claude",
    blocks([
      { type: "text", text: "" },
      [...pieces.map((text) => ({ type: "text_delta", text })), { type: "citations_delta", citation: cited }]
    ])
  ],
  "arguments of a call before a text": [
    "claude",
    blocks(
      [
        { type: "tool_use", id: "t", name: "f", input: {} },
        [`{"a":"`, ...pieces, `"}`].map((partial_json) => ({ type: "input_json_delta", partial_json }))
      ],
      hi
    )
  ],
  "thoughts, the last with a signature": [
    "gemini",
    parts([...thoughts, { text: "", thought: true, thoughtSignature: "EqQB" }])
  ],
  "arguments of a call": [
    "gemini",
    parts([
      { functionCall: { name: "f", willContinue: true } },
      ...pieces.map((it) => ({ functionCall: { partialArgs: [argument(it)], willContinue: true } })),
      { functionCall: {} }
    ])
  ],
  code: ["gemini", parts(pieces.map((code) => ({ executableCode: { language: "PYTHON", code } })))],
  "a summary": ["responses", thought("response.reasoning_summary_text.delta", summaries, ofSummary([pieces.join("")]))],
  "a summary of many parts": [
    "responses",
    thought("response.reasoning_summary_text.delta", summaries, ofSummary(pieces))
  ],
  "a text of reasoning": [
    "responses",
    thought("response.reasoning_text.delta", texts, { content: [{ type: "reasoning_text", text: "." }] })
  ],
  "what a voice said": [
    "chat",
    pieces.map((transcript) => chunk({ audio: { id: "a", transcript } })).join("") + chunk({}, "stop")
  ],
  "what a voice said before a text": [
    "chat",
    pieces.map((transcript) => chunk({ audio: { id: "a", transcript } })).join("") +
      chunk({ content: "Hi" }) +
      chunk({}, "stop")
  ]
} as const

const families = {
  claude: { family: "claude", path: "" },
  gemini: { family: "gemini", path: "" },
  responses: { family: "compatible", format: "responses", path: "/v1" },
  chat: { family: "compatible", path: "/v1" }
} as const

const messages = [{ role: "user", content: "Hello" }]
const clients: Readonly<Record<keyof typeof families, (model: string) => readonly [path: string, body: object]>> = {
  chat: (model) => ["/v1/chat/completions", { model, stream: true, messages }],
  claude: (model) => ["/v1/messages", { model, stream: true, max_tokens: 9, messages }],
  gemini: (model) => [
    `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    { contents: [{ role: "user", parts: [{ text: "Hello" }] }] }
  ],
  responses: (model) => ["/v1/responses", { model, stream: true, input: "Hello" }]
}

let told = ""
const vendor = createServer((asked, answer) => {
  asked.resume()
  answer.setHeader("content-type", "text/event-stream").end(told)
})
const gateway = gatewayBefore(vendor, (url) => {
  const named = Object.entries(families).map(
    ([name, { path, ...family }]) => [name, { ...family, url: url + path, key }] as const
  )
  return {
    keys: [{ key: "client", name: "one" }],
    upstreams: Object.fromEntries(named),
    models: named.map(([name]) => ({ match: name, upstream: name }))
  }
})

const ask = async (path: string, body?: object): Promise<string> =>
  (await gateway.ask(path, body, { key: "client" })).text

const cells = Object.entries(streams).flatMap(([kind, [model, stream]]) =>
  Object.entries(clients)
    .filter(([client]) => client !== model)
    .map(([client, request]) => ({ kind, model, stream, client, request }))
)

it.each(cells)(
  "what is put together of $kind for a client of $client holds no key of the $model upstream that came in pieces",
  async ({ model, stream, request }) => {
    told = stream
    const answer = await ask(...request(model))
    expect(answer).not.toContain(key)
    expect(answer).not.toContain('"error":{')
  }
)

it.each([
  ["a thought with a signature", "chat"],
  ["a text with a citation", "gemini"],
  ["thoughts, the last with a signature", "chat"],
  ["arguments of a call before a text", "gemini"],
  ["arguments of a call", "chat"],
  ["arguments of a call", "claude"],
  ["arguments of a call", "responses"],
  ["a summary", "chat"],
  ["a summary of many parts", "chat"],
  ["a text of reasoning", "chat"],
  ["what a voice said", "claude"],
  ["what a voice said", "responses"]
] as const)("of %s it is replaced for %s", async (kind, client) => {
  const [model, stream] = streams[kind]
  told = stream
  expect(await ask(...clients[client](model))).toContain("[redacted]")
})

const last = event({ type: "response.completed", response: { ...response, status: "completed" } })

it.each([
  ["its last event leaves out", last, "completed"],
  ["it broke off in", "", "failed"]
])("an answer is kept without a key that came in pieces, of items that %s", async (_, end, status) => {
  told = begun + end
  const answer = await ask(...clients.responses("responses"))
  expect(answer).not.toContain(key)
  expect(answer).toContain(`response.${status}`)
  const kept = await ask(`/v1/responses/${/"id":"(resp_[^"]+)"/.exec(answer)?.[1]}`)
  expect(kept).not.toContain(key)
  expect(JSON.parse(kept)).toMatchObject({ status, output: [{ content: [{ text: "[redacted]" }] }] })
})

it("a long one that broke off is told without it, too, and whole", async () => {
  const text = "\u00e9\ud83d\ude00 \\n".repeat(50_000)
  const more = event({ type: "response.output_text.delta", ...inMessage, delta: text })
  told = begun + more.repeat(3)
  const lines = (await ask(...clients.responses("responses"))).split("\n")
  const failed = lines.find((line) => line.startsWith("data: ") && line.includes('"response.failed"')) ?? ""
  const { response: answer } = JSON.parse(failed.slice("data: ".length))
  expect(answer.output[0].content[0].text === `[redacted]${text.repeat(3)}`).toBe(true)
})
