/** Streams of one event of nearly 16 MB, by what is long in it: the value that a vendor's format says it with. */
type Shape = keyof typeof shapes

/** A little less than an event may have by default. */
const size = 15_000_000

const repeated = (text: string): string => text.repeat(Math.floor(size / text.length))

const pixels = (): string => repeated("iVBORw0KGgoAAAAN")

/** How a format says each thing in one event, as JSON. */
interface Wire {
  readonly before: string
  readonly after: string
  readonly text: (inner: string) => string
  readonly input: (inner: string) => string
  readonly picture: (base64: string) => string
  readonly signature: (base64: string) => string
  /** An event with a member beside what is known. */
  readonly beside: (value: string) => string
  readonly parts: () => string
  /** A call of a shell, where the format has one. */
  readonly shell?: (commands: string) => string
}

const event = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`
const data = (text: string): string => `data: ${text}\n\n`

const delta = (said: string, more = ""): string =>
  data(
    `{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{${said}}}]${more}}`
  )

const chatCompletions: Wire = {
  before: delta('"role":"assistant","content":"a"') + delta('"content":"b"'),
  after: data('{"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}') + data("[DONE]"),
  text: (inner) => delta(`"content":"${inner}"`),
  input: (inner) =>
    delta(`"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"f","arguments":"${inner}"}}]`),
  picture: (base64) => delta(`"images":[{"type":"image_url","image_url":{"url":"data:image/png;base64,${base64}"}}]`),
  signature: (base64) =>
    delta(`"reasoning_details":[{"type":"reasoning.text","text":"t","signature":"${base64}","index":0}]`),
  beside: (value) => delta('"content":"c"', `,"x":${value}`),
  parts: () =>
    delta(
      `"tool_calls":[${Array.from({ length: size / 100 }, (_, at) => `{"index":${at},"id":"c${at}","type":"function","function":{"name":"f","arguments":"{}"}}`).join()}]`
    )
}

const block = (index: number, inner: string): string =>
  event("content_block_start", `{"type":"content_block_start","index":${index},"content_block":{${inner}}}`)
const more = (index: number, inner: string): string =>
  event("content_block_delta", `{"type":"content_block_delta","index":${index},"delta":{${inner}}}`)
const stop = (index: number): string => event("content_block_stop", `{"type":"content_block_stop","index":${index}}`)

const messages: Wire = {
  before:
    event(
      "message_start",
      '{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}'
    ) +
    block(0, '"type":"text","text":""') +
    more(0, '"type":"text_delta","text":"a"'),
  after:
    stop(0) +
    event("message_delta", '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}') +
    event("message_stop", '{"type":"message_stop"}'),
  text: (inner) => more(0, `"type":"text_delta","text":"${inner}"`),
  input: (inner) =>
    block(1, '"type":"tool_use","id":"c","name":"f","input":{}') +
    more(1, `"type":"input_json_delta","partial_json":"${inner}"`) +
    stop(1),
  picture: (base64) =>
    block(
      1,
      `"type":"web_fetch_tool_result","tool_use_id":"c","content":{"type":"web_fetch_result","url":"https://a.test/","content":{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"${base64}"}}}`
    ) + stop(1),
  signature: (base64) =>
    block(1, '"type":"thinking","thinking":"t","signature":""') +
    more(1, `"type":"signature_delta","signature":"${base64}"`) +
    stop(1),
  beside: (value) =>
    event(
      "content_block_delta",
      `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"c"},"x":${value}}`
    ),
  parts: () =>
    block(
      1,
      `"type":"web_search_tool_result","tool_use_id":"c","content":[${Array.from({ length: size / 100 }, (_, at) => `{"type":"web_search_result","url":"https://a.test/${at}","title":"t","encrypted_content":"e"}`).join()}]`
    ) + stop(1)
}

const parts = (inner: string, beside = ""): string =>
  data(`{"candidates":[{"index":0,"content":{"role":"model","parts":[${inner}]}}]${beside}}`)

const generateContent: Wire = {
  before: parts('{"text":"a"}') + parts('{"text":"b"}'),
  after: data(
    '{"candidates":[{"index":0,"content":{"role":"model","parts":[{"text":"z"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1,"totalTokenCount":2}}'
  ),
  text: (inner) => parts(`{"text":"${inner}"}`),
  input: (inner) => parts(`{"functionCall":{"name":"f","args":{"a":"${inner}"}}}`),
  picture: (base64) => parts(`{"inlineData":{"mimeType":"image/png","data":"${base64}"}}`),
  signature: (base64) => parts(`{"text":"t","thought":true,"thoughtSignature":"${base64}"}`),
  beside: (value) => parts('{"text":"c"}', `,"x":${value}`),
  parts: () => parts(Array.from({ length: size / 30 }, (_, at) => `{"text":"${at}","thought":${at % 2 === 0}}`).join())
}

const answering = (type: string, inner: string): string => event(type, `{"type":"${type}",${inner}}`)
const begun = (at: number, inner: string): string =>
  answering("response.output_item.added", `"output_index":${at},"item":{${inner}}`)
const ended = (at: number, inner: string): string =>
  answering("response.output_item.done", `"output_index":${at},"item":{${inner}}`)
const inText = '"item_id":"m","output_index":0,"content_index":0'
const spoken = (delta: string, beside = ""): string =>
  answering("response.output_text.delta", `${inText},"delta":"${delta}","logprobs":[]${beside}`)
const message = (text: string): string =>
  `"id":"m","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"${text}","annotations":[]}]`

const responses: Wire = {
  before:
    answering(
      "response.created",
      '"response":{"id":"r","object":"response","created_at":1,"status":"in_progress","model":"m","output":[]}'
    ) +
    begun(0, '"id":"m","type":"message","status":"in_progress","role":"assistant","content":[]') +
    answering("response.content_part.added", `${inText},"part":{"type":"output_text","text":"","annotations":[]}`) +
    spoken("a"),
  after:
    ended(0, message("a")) +
    answering(
      "response.completed",
      `"response":{"id":"r","object":"response","created_at":1,"status":"completed","model":"m","output":[{${message("a")}}],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2}}`
    ),
  text: (inner) => spoken(inner),
  input: (inner) =>
    begun(1, '"id":"f","type":"function_call","status":"in_progress","call_id":"c","name":"f","arguments":""') +
    answering("response.function_call_arguments.delta", `"item_id":"f","output_index":1,"delta":"${inner}"`),
  picture: (base64) =>
    ended(1, `"id":"i","type":"image_generation_call","status":"completed","output_format":"png","result":"${base64}"`),
  signature: (base64) =>
    ended(
      1,
      `"id":"s","type":"reasoning","summary":[{"type":"summary_text","text":"t"}],"encrypted_content":"${base64}"`
    ),
  beside: (value) => spoken("c", `,"x":${value}`),
  parts: () =>
    ended(
      1,
      `"id":"w","type":"web_search_call","status":"completed","action":{"type":"search","query":"q","sources":[${Array.from({ length: size / 60 }, (_, at) => `{"type":"url","url":"https://a.test/${at}"}`).join()}]}`
    ),
  shell: (commands) =>
    ended(
      1,
      `"id":"h","type":"shell_call","status":"completed","call_id":"c","action":{"commands":[${commands}],"timeout_ms":1,"max_output_length":1}`
    )
}

const wires = { chatCompletions, messages, generateContent, responses } as const

/** What may be long. */
const shapes = {
  text: ({ text }: Wire) => text(repeated("word ")),
  "tool arguments": ({ input }: Wire) => input(`{\\"a\\":\\"${repeated("word ")}\\"}`),
  "an inline picture": ({ picture }: Wire) => picture(pixels()),
  "a signature": ({ signature }: Wire) => signature(pixels()),
  members: ({ beside }: Wire) => beside(`{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join()}}`),
  nesting: ({ beside }: Wire) => beside("[".repeat(size)),
  parts: ({ parts: many }: Wire) => many(),
  escapes: ({ text }: Wire) => text(repeated("\\u0061")),
  "a shell command": ({ shell }: Wire) => shell?.(`"${repeated("word ")}"`),
  "shell commands": ({ shell }: Wire) => shell?.(Array.from({ length: size / 10 }, () => '"ls -la"').join())
} as const

/** The bytes of such a stream in a vendor's format. */
const longStream = (wire: keyof typeof wires, shape: Shape): string => {
  const { before, after } = wires[wire]
  return before + (shapes[shape](wires[wire]) ?? "") + after
}

const hi = { role: "user", content: "x" }

const asksResponses = {
  model: "items-model",
  path: () => "/v1/responses",
  body: (model: string) => JSON.stringify({ model, stream: true, input: "x" })
} as const

/** A model of each format's vendor, and how a client of the format asks for a stream. */
const asking = {
  chatCompletions: {
    model: "gpt-4o",
    path: () => "/v1/chat/completions",
    body: (model: string) => JSON.stringify({ model, stream: true, messages: [hi] })
  },
  messages: {
    model: "claude-sonnet-4-5",
    path: () => "/v1/messages",
    body: (model: string) => JSON.stringify({ model, stream: true, max_tokens: 9, messages: [hi] })
  },
  generateContent: {
    model: "gemini-2.5-flash",
    path: (model: string) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    body: () => JSON.stringify({ contents: [{ parts: [{ text: "x" }] }] })
  },
  responses: asksResponses
} as const

const formats = ["chatCompletions", "messages", "generateContent", "responses"] as const

/** What has much to be escaped, a little less than a stream's end may tell again. */
const escaped = {
  backslashes: "\\".repeat(1_900_000),
  "JSON in a text": JSON.stringify(Array.from({ length: 150_000 }, (_, at) => ({ a: `x${at}` })))
} as const

/** A text in pieces, and nothing behind it. */
const broken = (wire: keyof typeof wires, text: string): string => {
  let told: string = wires[wire].before
  for (let at = 0; at < text.length; at += 50_000)
    told += wires[wire].text(JSON.stringify(text.slice(at, at + 50_000)).slice(1, -1))
  return told
}

/** Streams that break off, to a client that is told again what was said. */
const brokenCases = formats.flatMap((upstream) =>
  (Object.keys(escaped) as readonly (keyof typeof escaped)[]).map((what) => ({
    name: `stream, ${upstream} to responses: megabytes of ${what}, cut`,
    path: asking.responses.path(),
    body: () => asking.responses.body(asking[upstream].model),
    streams: true,
    answer: () => broken(upstream, escaped[what])
  }))
)

/** Every shape in every format, to a client of every format. */
const longCases = (Object.keys(shapes) as readonly Shape[]).flatMap((shape) =>
  formats
    .filter((upstream) => shapes[shape](wires[upstream]) !== undefined)
    .flatMap((upstream) =>
      formats.map((client) => ({
        name: `stream, ${upstream} to ${client}: an event of 15 MB, ${shape}`,
        path: asking[client].path(asking[upstream].model),
        body: () => asking[client].body(asking[upstream].model),
        streams: true,
        answer: () => longStream(upstream, shape)
      }))
    )
)

/** All of them. */
export const streamCases = [...brokenCases, ...longCases]
