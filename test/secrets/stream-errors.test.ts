import { createServer } from "node:http"
import { expect, it } from "vitest"
import { gatewayBefore } from "../shell/scripted-vendor.ts"
import { canary, encodings, pieces, tells } from "./canary.ts"

/** The key of a client that did not ask, which a vendor may know of another's prompt. */
const other = canary()

const event = (value: { readonly type: string } & Readonly<Record<string, unknown>>): string =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`
const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`

const error = { code: "server_error", message: "It failed after KEY." }
const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" }
const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 1 } }
const item = { id: "msg_1", type: "message", role: "assistant", status: "in_progress", content: [] }
const response = { id: "resp_1", object: "response", created_at: 1, model: "m", output: [] }
const ofItem = { output_index: 0, item_id: "msg_1", content_index: 0 }

/** By the model that tells it: a text, and then an error. */
const streams = {
  "gpt-4o": [
    data({ ...chunk, choices: [{ index: 0, delta: { role: "assistant", content: "Hi" }, finish_reason: null }] }),
    data({ error: { ...error, type: "server_error" } })
  ],
  "claude-opus-4-6": [
    event({ type: "message_start", message }),
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } }),
    event({ type: "error", error: { type: "api_error", message: error.message } })
  ],
  "gemini-2.5-flash": [
    data({ candidates: [{ index: 0, content: { role: "model", parts: [{ text: "Hi" }] } }] }),
    data({ error: { code: 500, message: error.message, status: "INTERNAL" } })
  ],
  local: [
    event({ type: "response.created", sequence_number: 0, response: { ...response, status: "in_progress" } }),
    event({ type: "response.output_item.added", sequence_number: 1, output_index: 0, item }),
    event({ type: "response.output_text.delta", sequence_number: 2, ...ofItem, delta: "Hi" }),
    event({ type: "response.failed", sequence_number: 3, response: { ...response, status: "failed", error } })
  ]
} as const

const messages = [{ role: "user", content: "Hello" }]

type Ask = (model: string) => readonly [path: string, body: object]

const clients: Readonly<Record<"chat-completions" | "messages" | "generate-content" | "responses", Ask>> = {
  "chat-completions": (model: string) => ["/v1/chat/completions", { model, stream: true, messages }],
  messages: (model: string) => ["/v1/messages", { model, stream: true, max_tokens: 9, messages }],
  "generate-content": (model: string) => [
    `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    { contents: [{ role: "user", parts: [{ text: "Hello" }] }] }
  ],
  responses: (model: string) => ["/v1/responses", { model, stream: true, input: "Hello" }]
}

let told = ""
const vendor = createServer((request, answer) => {
  request.resume()
  answer.writeHead(200, { "content-type": "text/event-stream" }).end(told)
})
const gateway = gatewayBefore(vendor, (url) => {
  const upstream = { key: canary(), url: `${url}/v1` }
  return {
    keys: [
      { key: "asks", name: "one" },
      { key: other, name: "other" }
    ],
    upstreams: {
      openai: { ...upstream, family: "openai", format: "chat-completions" },
      claude: { ...upstream, family: "claude", url },
      gemini: { ...upstream, family: "gemini", url },
      local: { ...upstream, family: "compatible", format: "responses" }
    },
    models: [{ match: "local", upstream: "local" }]
  }
})

const ask = async ([path, body]: readonly [string, object]): Promise<string> => (await gateway.ask(path, body)).text

const cells = Object.entries(clients).flatMap(([client, request]) =>
  Object.entries(streams).map(([model, events]) => ({ client, model, request, events }))
)

it.each(cells)("an error in a stream of $model tells $client no client's key", async ({ request, model, events }) => {
  for (const { of } of encodings) {
    const spelled = of(other)
    told = events.join("").replaceAll("KEY", () => spelled)
    const text = await ask(request(model))
    expect(text).toContain("Hi")
    expect(text).toContain("It failed after ")
    expect(text).not.toContain(spelled)
  }
})

/** The clients and models whose bytes pass. */
const sameFormat = {
  "chat-completions,gpt-4o": true,
  "messages,claude-opus-4-6": true,
  "generate-content,gemini-2.5-flash": true,
  "responses,local": true
}

const words = "It failed after KEY in org-abcdefgh12345678."
const inAnswer = { code: "server_error", message: words }

const wholeChoice = { index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "error" }

/** Errors that vendors tell otherwise than their format does, and whether the stream goes on behind them. */
const odd = [
  ["an object called so", "chat-completions", "gpt-4o", data({ object: "error", message: words }), false],
  ["a type called so", "chat-completions", "gpt-4o", data({ type: "error", detail: words }), false],
  ["several errors", "chat-completions", "gpt-4o", data({ errors: [{ message: words }] }), false],
  [
    "in an answer that is incomplete",
    "responses",
    "local",
    event({ type: "response.incomplete", response: { ...response, status: "incomplete", error: inAnswer } }),
    false
  ],
  [
    "in words, in an answer that is complete",
    "responses",
    "local",
    event({ type: "response.completed", response: { ...response, status: "completed", error: words } }),
    false
  ],
  ["in an event of its own", "responses", "local", event({ type: "response.oops", error: inAnswer }), true],
  [
    "in an answer that goes on",
    "responses",
    "local",
    event({ type: "response.in_progress", response: { ...response, status: "in_progress", error: inAnswer } }),
    true
  ]
] as const

it.each(odd)("an error that passes tells no client's key and no account: %s", async (_, client, model, end, goesOn) => {
  const begun = streams[model].slice(0, -1).join("")
  const last = event({ type: "response.completed", response: { ...response, status: "completed" } })
  for (const { of } of encodings) {
    told = begun + end.replace("KEY", () => of(other)) + (goesOn ? last : "")
    const text = await ask(clients[client](model))
    expect(text).toContain("Hi")
    expect(text).toContain("It failed after ")
    expect(text).not.toContain(of(other))
    expect(text).not.toContain("org-abcdefgh12345678")
    expect(text.includes('"response.completed"')).toBe(goesOn)
    expect(text).not.toContain("ended before its last event")
  }
})

it("the same answers are errors where they are translated", async () => {
  for (const [, client, model, end, goesOn] of odd) {
    if (goesOn) continue
    told = streams[model].slice(0, -1).join("") + end.replace("KEY", other)
    const text = await ask(clients.messages(model))
    expect(text, client).toContain("\nevent: error\n")
    expect(text).toContain("It failed after ")
  }
})

const bare = {
  error: { code: 429, status: "RESOURCE_EXHAUSTED", message: `Project project_number:123456789 asked KEY.` }
}

it.each([
  ["an object", JSON.stringify(bare)],
  ["a list on several lines", JSON.stringify([bare], null, 2)],
  ["an object with a blank line behind it", `${JSON.stringify(bare)}\n\n`],
  ["a list with a blank line behind it", `${JSON.stringify([bare], null, 2)}\n\n`]
])(
  "a stream may end in an error that stands in no event, as %s: nobody's key and no account is told",
  async (_, end) => {
    told = streams["gemini-2.5-flash"][0] + end.replace("KEY", other)
    for (const client of [clients["generate-content"], clients["chat-completions"]]) {
      const text = await ask(client("gemini-2.5-flash"))
      expect(text).toContain("Hi")
      expect(text).toMatch(/^data: .*"message":"Project project_number:\*\*\* asked .*\."/m)
      expect(text).not.toContain(other)
      expect(text).not.toContain("123456789")
    }
  }
)

it("a stream that breaks off in such an error tells none of it", async () => {
  told = streams["gemini-2.5-flash"][0] + JSON.stringify(bare).slice(0, -2).replace("KEY", other)
  const text = await ask(clients["generate-content"]("gemini-2.5-flash"))
  expect(text).toContain("Hi")
  expect(text).not.toContain("asked")
  expect(text).toContain("sent a stream event that is not a JSON object")
})

const asides = [
  ["a comment", ": it failed after KEY in org-abcdefgh12345678\n\n"],
  ["a comment beside an event", ": KEY in org-abcdefgh12345678\ndata: {}\n\n"],
  ["an id", "id: KEY org-abcdefgh12345678\ndata: {}\n\n"],
  ["a time to wait", "retry: KEY org-abcdefgh12345678\r\ndata: {}\r\n\r\n"],
  ["a field that is none", "detail: KEY org-abcdefgh12345678\r\r"],
  ["a text", "It failed after KEY\nin org-abcdefgh12345678\n\n"],
  ["JSON that stands in no event", '{"detail":"KEY","of":"org-abcdefgh12345678"}\n\n'],
  ["data that are a text", "data: It failed after KEY\ndata: in org-abcdefgh12345678\n\n"],
  ["data that are a list", 'data: ["KEY","org-abcdefgh12345678"]\n\n']
] as const

const asideCells = cells
  .filter(({ client, model }) => [client, model].join() in sameFormat)
  .flatMap((cell) => asides.map(([name, aside]) => ({ ...cell, name, aside })))

it("asides are looked at in streams of each format that passes", () => expect(asideCells).toHaveLength(4 * 9))

it.each(asideCells)(
  "what stands in a stream of $client and is no event's passes without a client's key and accounts: $name",
  async ({ client, request, model, events, aside }) => {
    const isRefused = /^data: [^{[]/.test(aside) || (client === "messages" && aside.startsWith("data: ["))
    for (const { name, of } of encodings) {
      const between = aside.replace("KEY", () => of(other))
      told = events.toSpliced(-1, 0, between).join("")
      const text = await ask(request(model))
      const passed = between.replace(of(other), "[redacted]").replace("org-abcdefgh12345678", "***")
      if (!name.startsWith("in base64"))
        expect(text).toContain(isRefused ? "The upstream sent a stream event that is not" : passed)
      expect(text).not.toContain(of(other))
      expect(text).not.toContain("org-abcdefgh12345678")
      expect(text).toContain("Hi")
    }
  }
)

it("an error inside a choice of a whole answer is told without what looks like a key or names an account", async () => {
  const error = {
    message: "Incorrect API key provided: sk-abc****wxyz",
    metadata: { raw: ["of org-abcdefgh12345678"] }
  }
  const choice = { index: 0, message: { role: "assistant", content: "org-abcdefgh12345678" }, finish_reason: "error" }
  told = JSON.stringify({ id: "c", object: "chat.completion", created: 1, model: "m", choices: [{ ...choice, error }] })
  const text = await ask(["/v1/chat/completions", { model: "gpt-4o", messages }])
  expect(JSON.parse(text).choices).toEqual([
    { ...choice, error: { message: "Incorrect API key provided: ***", metadata: { raw: ["of ***"] } } }
  ])
})

it.each([
  ["inside a choice", (error: object) => ({ choices: [{ ...wholeChoice, error }] })],
  ["beside its choices", (error: object) => ({ choices: [wholeChoice], error })]
])("an error of a whole answer tells no client's key, however it is spelled: %s", async (_, of) => {
  for (const spelled of [...encodings, ...pieces].map((it) => it.of(other))) {
    const error = (key: string): object => of({ message: `It failed after ${key}`, metadata: { raw: [key] } })
    const body = JSON.stringify({ id: "c", object: "chat.completion", created: 1, model: "m", ...error("KEY") })
    told = body.replaceAll("KEY", () => spelled)
    const text = await ask(["/v1/chat/completions", { model: "gpt-4o", messages }])
    expect(text).toContain("It failed after ")
    expect(text).toContain("[redacted]")
    expect(tells(text, other)).toBe(false)
    expect(JSON.parse(text).choices[0].message).toEqual(wholeChoice.message)
  }
})
