import { streamCases } from "./loop-streams.ts"

/** One long request, or a short one whose answer is long, and what its vendor answers. */
export interface LoopCase {
  readonly name: string
  readonly path: string
  readonly body: () => string
  /** What the vendor answers; absent: a short chat. */
  readonly answer?: () => string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether it answers with a stream. */
  readonly streams?: boolean
}

const mega = 1024 * 1024

/** A little below the cap of the chat endpoints. */
const cap = 32 * mega - 4096

/** A little below the cap of the others. */
const smallCap = 4 * mega - 4096

/** A little below the number of members and items that a body may have. */
const members = 199_000

const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(",")

const words = (length: number): string => "word ".repeat(Math.floor(length / 5))

const turns = (count: number, content: string): string =>
  times(count, (index) => `{"role":"${index % 2 === 0 ? "user" : "assistant"}","content":${JSON.stringify(content)}}`)

const chat = (model: string, messages: string, more = ""): string =>
  `{"model":"${model}","max_tokens":16${more},"messages":[${messages}]}`

const named = (escaped: string): string => `{${times(190_000, (index) => `"${escaped}${index}":1`)}}`

const tools = (count: number): string =>
  times(count, (index) => `{"type":"function","function":{"name":"f${index}","parameters":{"type":"object"}}}`)

const asked = '{"role":"user","content":"hello"}'

/** Bodies of a chat endpoint, by what is long in them. */
const long = {
  "one text of 32 MiB": (model: string) => chat(model, `{"role":"user","content":"${words(cap - 200)}"}`),
  "small messages": (model: string) => chat(model, `${turns(Math.floor(members / 3) - 2, "hi")},${asked}`),
  "messages of 32 MiB": (model: string) => chat(model, `${turns(60_000, words(500))},${asked}`),
  "escaped names": (model: string) => chat(model, asked, `,"x":${named("\\u0061")}`),
  numerals: (model: string) => chat(model, asked, `,"x":[${times(members - 20, (index) => `1.${index}0`)}]`),
  "no JSON at its end": (model: string) => chat(model, `{"role":"user","content":"${words(cap - 200)}"}`).slice(0, -1)
} as const

/** Bodies of the Responses API, by what is long in them. */
const items = {
  "one text of 32 MiB": (model: string) => `{"model":"${model}","input":"${words(cap - 200)}"}`,
  "small messages": (model: string) => input(model, turns(Math.floor(members / 3) - 2, "hi")),
  "shell calls": (model: string) =>
    input(
      model,
      times(
        20_000,
        (index) =>
          `{"type":"shell_call","call_id":"c${index}","action":{"commands":["ls"],"timeout_ms":1}},{"type":"shell_call_output","call_id":"c${index}","output":[{"stdout":"${words(500)}","stderr":"","outcome":{"type":"exit","exit_code":0}}]}`
      )
    ),
  "web searches": (model: string) =>
    input(
      model,
      times(
        8000,
        (index) =>
          `{"id":"ws_${index}","type":"web_search_call","status":"completed","action":{"type":"search","query":"q","sources":[${times(4, (at) => `{"type":"url","url":"https://a.test/${at}"}`)}]}}`
      )
    ),
  "a picture of 12 MB": (model: string) =>
    input(
      model,
      `{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,${"iVBORw0KGgoAAAAN".repeat(750_000)}"}]}`
    )
} as const

const input = (model: string, said: string): string => `{"model":"${model}","input":[${said}]}`

const response = (text: string): string =>
  `{"id":"resp_1","object":"response","created_at":1,"status":"completed","model":"m","output":[{"id":"m","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"${text}","annotations":[]}]}],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2}}`

/** The models of Responses' clients, by what happens to bodies, each with the answer of its vendor. */
const answering = { passes: ["items-model", response], translated: ["gpt-4o", (text: string) => said(text)] } as const

const responseCases = (): readonly LoopCase[] =>
  Object.entries(answering).flatMap(([how, [model, answer]]): readonly LoopCase[] => [
    ...Object.entries(items).map(([what, body]) => ({
      name: `responses, ${how}: ${what}`,
      path: "/v1/responses",
      body: () => body(model),
      answer: () => answer("hi")
    })),
    ...["to be kept", "to be forgotten"].map((fate) => ({
      name: `responses, ${how}: an answer of 30 MiB, ${fate}`,
      path: "/v1/responses",
      body: () => `{"model":"${model}","input":"x","store":${fate === "to be kept"}}`,
      answer: () => answer(words(30 * mega))
    })),
    {
      name: `responses, ${how}: an answer of 16 MB, to be kept`,
      path: "/v1/responses",
      body: () => `{"model":"${model}","input":"x"}`,
      answer: () => answer(words(15 * mega))
    }
  ])

const picture = (): string => "iVBORw0KGgoAAAAN".repeat(Math.floor((cap - 400) / 16))

const formType = "multipart/form-data; boundary=line"

const part = (head: string, body: string): string => `--line\r\n${head}\r\n\r\n${body}\r\n`

const formOf = (model: string, ...parts: readonly string[]): string =>
  `${field("model", model)}${parts.join("")}--line--\r\n`

const form = (...parts: readonly string[]): string => formOf("gpt-image-1", ...parts)

const field = (name: string, body: string): string => part(`content-disposition: form-data; name="${name}"`, body)

const file = (bytes: string, name = "image"): string =>
  part(`content-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png`, bytes)

const lab = "/prod-api/gateway/v4/api/batchImageGenerationSubmit"

const inLab = (more: string): string =>
  `{"model":"gpt-image-1","prompt":"x","n":1,"size":"1024x1024","temperature":0,"watermark":false${more}}`

const madeImage = (): string => '{"created":1,"data":[{"b64_json":"aGk="}]}'

const formed = (what: string, body: () => string): LoopCase => ({
  name: `images, as a form: ${what}`,
  path: "/v1/images/edits",
  headers: { "content-type": formType },
  body,
  answer: madeImage
})

const vectors = (count: number): string =>
  `{"object":"list","model":"text-embedding-3-small","data":[${times(
    count,
    (index) =>
      `{"object":"embedding","index":${index},"embedding":[${times(1536, (at) => `-0.0${10_000_000 + at * 7}`)}]}`
  )}],"usage":{"prompt_tokens":1,"total_tokens":1}}`

const said = (content: string): string =>
  `{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"${content}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`

const paths = { passes: "/v1/chat/completions", translated: "/v1/messages" } as const

/** Every kind of worst request at the default caps. */
export const loopCases: readonly LoopCase[] = [
  ...streamCases,
  ...responseCases(),
  ...Object.entries(paths).flatMap(([how, path]) =>
    Object.entries(long).map(([what, body]) => ({ name: `chat, ${how}: ${what}`, path, body: () => body("gpt-4o") }))
  ),
  { name: "chat, passes: tools", path: paths.passes, body: () => chat("gpt-4o", asked, `,"tools":[${tools(28_000)}]`) },
  {
    name: "chat, to Gemini: small messages",
    path: paths.passes,
    body: () => long["small messages"]("gemini-2.5-flash")
  },
  ...Object.entries(paths).map(([how, path]) => ({
    name: `chat, ${how}: an answer of 30 MiB`,
    path,
    body: () => chat("gpt-4o", asked),
    answer: () => said(words(30 * mega))
  })),
  ...(["one text of 32 MiB", "small messages", "messages of 32 MiB"] as const).map((what) => ({
    name: `tokens counted: ${what}`,
    path: "/v1/messages/count_tokens",
    body: () => long[what]("gpt-4o")
  })),
  {
    name: "embeddings: 2000 inputs of 2 KB",
    path: "/v1/embeddings",
    body: () => `{"model":"text-embedding-3-small","input":[${times(2000, () => `"${words(2000)}"`)}]}`,
    answer: () => vectors(2000)
  },
  {
    name: "embeddings: 2000 short inputs, as base64",
    path: "/v1/embeddings",
    body: () => `{"model":"text-embedding-3-small","encoding_format":"base64","input":[${times(2000, () => '"hi"')}]}`,
    answer: () => vectors(2000)
  },
  {
    name: "images: a picture of 32 MiB",
    path: "/v1/images/edits",
    body: () => `{"model":"gpt-image-1","prompt":"x","image":"data:image/png;base64,${picture()}"}`,
    answer: madeImage
  },
  {
    name: "images: an answer of 30 MiB",
    path: "/v1/images/generations",
    body: () => '{"model":"gpt-image-1","prompt":"x"}',
    answer: () => `{"created":1,"data":[{"b64_json":"${picture()}"}]}`
  },
  {
    name: "videos: a submit with an Idempotency-Key and a frame of 32 MiB",
    path: "/v1/video/generations",
    headers: { "idempotency-key": "k" },
    body: () => `{"model":"sora-2","prompt":"x","image":"data:image/png;base64,${picture()}"}`,
    answer: () => '{"id":"v","object":"video","status":"queued","progress":0}'
  },
  {
    name: "rerank: documents of 4 MiB",
    path: "/v1/rerank",
    body: () =>
      `{"model":"jina-reranker-v2-base-multilingual","query":"q","documents":[${times(900, () => `"${words(smallCap / 1000)}"`)}]}`,
    answer: () => '{"model":"m","results":[{"index":0,"relevance_score":0.5}],"usage":{"total_tokens":1}}'
  },
  formed("a picture of 32 MiB", () => form(field("prompt", "x"), file("A".repeat(cap - 1000)))),
  formed("a part's head of 28 MB", () => form(part("X-A: b\r\n".repeat(3_600_000), "x"))),
  formed("near boundaries", () => form(field("prompt", "\r\n--".repeat(cap / 4 - 200)))),
  {
    name: "embeddings: 180,000 inputs",
    path: "/v1/embeddings",
    body: () => `{"model":"text-embedding-3-small","input":[${times(180_000, () => '"x"')}]}`
  },
  {
    name: "rerank: 180,000 documents",
    path: "/v1/rerank",
    body: () =>
      `{"model":"jina-reranker-v2-base-multilingual","query":"q","documents":[${times(180_000, () => '"x"')}]}`
  },
  {
    name: "rerank: an answer of 1.5 million results",
    path: "/v1/rerank",
    body: () => '{"model":"jina-reranker-v2-base-multilingual","query":"q","documents":["a"]}',
    answer: () => `{"model":"m","results":[${times(1_500_000, () => '{"index":0,"relevance_score":0.5}')}]}`
  },
  {
    name: "chat, passes: an answer of 50 million brackets",
    path: paths.passes,
    body: () => chat("gpt-4o", asked),
    answer: () => "[".repeat(50_000_000)
  },
  {
    name: "videos, as a form: a picture of 30 MB",
    path: "/v1/videos",
    headers: { "content-type": formType },
    body: () =>
      formOf("veo-3.1-generate-preview", field("prompt", "x"), file("A".repeat(30_000_000), "input_reference")),
    answer: () => '{"name":"models/veo-3.1-generate-preview/operations/o"}'
  },
  ...Object.entries({
    "a password that is wrong": '{"username":"ada","password":"another-password"}',
    "16 KiB": `{"username":"ada","password":"${"p".repeat(16 * 1024 - 64)}"}`
  }).map(([what, body]) => ({ name: `lab, a login: ${what}`, path: "/prod-api/v3/auth/getToken", body: () => body })),
  {
    name: "lab: a picture of 32 MiB",
    path: lab,
    body: () => inLab(`,"image":"data:image/png;base64,${picture()}"`),
    answer: madeImage
  },
  {
    name: "lab: small members",
    path: lab,
    body: () => inLab(`,"promptOptions":${named("a")}`),
    answer: madeImage
  },
  {
    name: "lab: an answer of 30 MiB",
    path: lab,
    body: () => inLab(""),
    answer: () => `{"created":1,"data":[{"b64_json":"${picture()}"}]}`
  }
]
