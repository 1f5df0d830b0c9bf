import { createServer, type Server, type ServerResponse } from "node:http"
import { afterAll, beforeAll } from "vitest"
import { readFile } from "../../src/config/file.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { closed, listen } from "../faults/loopback.ts"

/** A request that reached the vendor. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
}

/** What answers a request that reached the vendor. */
export type Answer = (answer: ServerResponse, received: Received) => void

/** An answer of some pieces, a while after one another. */
export const inPieces =
  (...pieces: readonly string[]): Answer =>
  (answer) => {
    answer.writeHead(200, { "content-type": "text/event-stream" })
    const [first = "", ...more] = pieces
    answer.write(first)
    const next = (left: readonly string[]): void => {
      const [piece, ...rest] = left
      if (piece === undefined) return void answer.end()
      setTimeout(() => {
        answer.write(piece)
        next(rest)
      }, 20)
    }
    next(more)
  }

/** A whole answer. */
export const whole =
  (body: unknown, headers: Readonly<Record<string, string>> = {}, status = 200): Answer =>
  (answer) =>
    void answer
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body))

/** Server-sent events of some data. */
export const eventsOf = (data: readonly (object | string)[], end = "\n"): string =>
  data.map((it) => `data: ${typeof it === "string" ? it : JSON.stringify(it)}${end}${end}`).join("")

/** The models of the vendor by the format that it answers them in. */
export const modelOf = {
  "chat-completions": "gpt-4o",
  messages: "claude-opus-4-6",
  "generate-content": "gemini-2.5-flash",
  responses: "local"
} as const

/** A request for a short answer in each format of clients. */
export const requestOf = {
  "chat-completions": (model: string, stream = true) =>
    ["/v1/chat/completions", { model, stream, messages: [{ role: "user", content: "Hello" }] }] as const,
  messages: (model: string, stream = true) =>
    ["/v1/messages", { model, stream, max_tokens: 9, messages: [{ role: "user", content: "Hello" }] }] as const,
  "generate-content": (model: string, stream = true) =>
    [
      `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
      { contents: [{ role: "user", parts: [{ text: "Hello" }] }] }
    ] as const,
  responses: (model: string, stream = true) => ["/v1/responses", { model, stream, input: "Hello" }] as const
} as const

/** The formats that clients speak. */
export const clientFormats = ["chat-completions", "messages", "generate-content", "responses"] as const

/** A gateway of a configuration, in front of a vendor at an address; both stand while the tests of a file run. */
export const gatewayBefore = (vendor: Server, configurationAt: (url: string) => object) => {
  let gateway: Awaited<ReturnType<typeof composeGateway>>

  beforeAll(async () => {
    const read = readFile(JSON.stringify(configurationAt(`http://127.0.0.1:${await listen(vendor)}`)), {})
    if (!read.ok) throw new Error(JSON.stringify(read.error))
    gateway = await composeGateway(read.value)
  })

  afterAll(async () => {
    await gateway.dispose()
    await closed(vendor)
  })

  const fetch = (url: string | URL | Request, init?: RequestInit): Promise<Response> =>
    gateway.fetch(new Request(url, init))
  return {
    fetch,
    /** What it answers to a client that has a key. */
    ask: async (
      path: string,
      body?: object,
      { key = "asks", method = body === undefined ? "GET" : "POST" }: { key?: string; method?: string } = {}
    ) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      const answer = await fetch(`http://gateway.test${path}`, init)
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    }
  }
}

/** A gateway in front of a vendor that answers as a test says; both stand while the tests of a file run. */
export const scriptedVendor = () => {
  const received: Received[] = []
  const script = { answer: whole({}) }
  const vendor = createServer((request, answer) => {
    let text = ""
    request.setEncoding("utf8").on("data", (piece: string) => (text += piece))
    request.on("end", () => {
      const one = {
        path: request.url ?? "",
        headers: request.headers,
        body: text === "" ? undefined : JSON.parse(text)
      }
      received.push(one)
      script.answer(answer, one)
    })
  })
  const gateway = gatewayBefore(vendor, (url) => {
    const upstream = { key: "upstream-key", url: `${url}/v1` }
    return {
      keys: [{ key: "asks", name: "one" }],
      upstreams: {
        openai: { ...upstream, family: "openai", format: "chat-completions" },
        claude: { ...upstream, family: "claude", url },
        gemini: { ...upstream, family: "gemini", url },
        local: { ...upstream, family: "compatible", format: "responses" },
        plain: { ...upstream, family: "compatible" }
      },
      models: [
        { match: "local", upstream: "local" },
        { match: "plain", upstream: "plain" }
      ]
    }
  })
  return {
    received,
    answers: (answer: Answer) => void (script.answer = answer),
    /** The gateway, for SDKs: its clients' key is `asks`. */
    fetch: gateway.fetch,
    /** What the gateway answers. */
    ask: ([path, body]: readonly [string, object | undefined], method = "POST") => gateway.ask(path, body, { method })
  }
}
