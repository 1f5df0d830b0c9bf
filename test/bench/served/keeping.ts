import type { IncomingMessage, ServerResponse } from "node:http"
import { Agent } from "undici"
import { type ChatBody, type MessagesAnswer, printChat, printMessages } from "../by-hand.ts"
import { listenThere, vendor } from "./listen-there.ts"
import { type Account, authenticate, count, enter, log, printCounters, requestIdOf } from "./promises.ts"
import { readStrictly, Refusal } from "./strict-json.ts"

/**
 * A gateway by hand on node:http and undici that keeps what the command promises for whole chat completions: the key is
 * looked at before the body, by its digest; a body has a cap and one meaning; a model is one that its caller may use;
 * the vendor's key reaches nobody; every answer has an id, is counted, and says what a translation left out; errors are
 * the format's. No streams, no tries after the first, no other format, no setting.
 */
const agent = new Agent({ connections: 512, headersTimeout: 600_000, bodyTimeout: 600_000 })
const { origin } = vendor
const upstreamKey = "upstream-key"
const mostOfBody = 32 * 1024 * 1024
const mostOfAnswer = 128 * 1024 * 1024

/** How models of one vendor are called. */
interface Vendor {
  readonly models: RegExp
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly call: (bytes: Uint8Array, body: ChatBody) => Uint8Array | string
  /** Members that are translated; absent: the body passes. */
  readonly known?: ReadonlySet<string>
  readonly reply: (text: string) => { readonly text: string; readonly usage: Readonly<Record<string, unknown>> }
}

const json = { "content-type": "application/json", accept: "application/json", "accept-encoding": "identity" }

const vendors: readonly Vendor[] = [
  {
    models: /^gpt-/,
    path: "/v1/chat/completions",
    headers: { ...json, authorization: `Bearer ${upstreamKey}` },
    call: (bytes) => bytes,
    reply: (text) => {
      const { usage = {} }: { readonly usage?: Readonly<Record<string, unknown>> } = JSON.parse(text)
      return { text, usage }
    }
  },
  {
    models: /^claude-/,
    path: "/v1/messages",
    headers: { ...json, "x-api-key": upstreamKey, "anthropic-version": "2023-06-01" },
    call: (_, body) => printMessages(body),
    known: new Set(["model", "messages", "tools", "temperature", "max_tokens", "stream"]),
    reply: (text) => {
      const answer: MessagesAnswer = JSON.parse(text)
      return { text: printChat(answer), usage: { ...answer.usage } }
    }
  }
]

const roles = new Set(["system", "developer", "user", "assistant", "tool"])

/** A body that is a chat, each member that is looked at of its type. Throws a {@link Refusal}. */
const checkChat = (body: unknown): ChatBody => {
  if (!isObject(body)) throw new Refusal(400, "The body must be an object.")
  for (const name of Object.keys(body)) {
    const meant = name.trim().toLowerCase()
    if (meant !== name && (meant === "model" || meant === "stream" || meant === "messages"))
      throw new Refusal(400, `\`${name}\` is not \`${meant}\`, and may be taken for it.`, null, name)
  }
  const { model, messages, stream = false } = body
  if (typeof model !== "string") throw new Refusal(400, "`model` must be a string.", null, "model")
  if (typeof stream !== "boolean") throw new Refusal(400, "`stream` must be a boolean.", null, "stream")
  if (!Array.isArray(messages) || !messages.every(isMessage))
    throw new Refusal(400, "`messages` must be a list of messages.", null, "messages")
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is asked of it was looked at above
  return body as unknown as ChatBody
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isMessage = (message: unknown): boolean => {
  if (!isObject(message) || typeof message["role"] !== "string" || !roles.has(message["role"])) return false
  const { content } = message
  return typeof content === "string" || content === null || content === undefined || Array.isArray(content)
}

const vendorOf = ({ models }: Account, model: string): Vendor => {
  const found = models.test(model) ? vendors.find((one) => one.models.test(model)) : undefined
  if (found !== undefined) return found
  const message = `The model \`${model.slice(0, 200)}\` does not exist or you do not have access to it.`
  throw new Refusal(404, message, "model_not_found", "model")
}

const masked = (text: string): string => text.replaceAll(upstreamKey, "[redacted]")

/** One request and how it is answered, which happens once. */
class Exchange {
  readonly response: ServerResponse
  readonly id: string

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.response = response
    this.id = requestIdOf(request.headers["x-request-id"])
  }

  answer(status: number, body: string, more?: Readonly<Record<string, string>>): void {
    count(`requests_total{status="${status}"}`)
    const length = Buffer.byteLength(body)
    const signed = { "cache-control": "no-store", "x-request-id": this.id, "request-id": this.id }
    this.response.writeHead(status, {
      ...signed,
      "content-type": "application/json",
      "content-length": length,
      ...more
    })
    this.response.end(body)
  }

  refuse(thrown: unknown): void {
    const known = thrown instanceof Refusal ? thrown : new Refusal(500, "The gateway failed.")
    const { status, message, code, param } = known
    if (status >= 500) log({ level: "warn", id: this.id, status, why: masked(String(thrown)) })
    const type = status < 500 ? "invalid_request_error" : "server_error"
    if (this.response.headersSent) this.response.destroy()
    else this.answer(status, JSON.stringify({ error: { message: masked(message), type, param, code } }))
  }
}

/** What a vendor's error is to a client: what was wrong with the gateway's own key is no client's fault. */
const errorOf = (status: number, text: string): Refusal => {
  if (status === 401 || status === 403) return new Refusal(502, "The vendor refused the gateway's key.")
  const said = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '"The vendor failed."'
  const message: string = JSON.parse(said)
  return new Refusal(status, message.replaceAll(/\b(?:org|proj)[-_]\w+/g, "[redacted]"))
}

const notesOf = ({ known }: Vendor, body: ChatBody): readonly string[] =>
  known === undefined ? [] : Object.keys(body).filter((name) => !known.has(name))

const callVendor = (exchange: Exchange, to: Vendor, body: ChatBody, bytes: Uint8Array): void => {
  const { path, headers } = to
  const dropped = notesOf(to, body)
  const pieces: Buffer[] = []
  let [status, length] = [0, 0]
  agent.dispatch(
    { origin, path, method: "POST", headers, body: to.call(bytes, body) },
    {
      onRequestStart: (controller) => {
        exchange.response.on("close", () => {
          if (!exchange.response.writableFinished) controller.abort(new Error("the client left"))
        })
      },
      onResponseStart: (_, code) => {
        status = code
      },
      onResponseData: (controller, piece) => {
        pieces.push(piece)
        if ((length += piece.length) > mostOfAnswer) controller.abort(new Error("The answer is too large."))
      },
      onResponseEnd: () => {
        try {
          const text = masked(
            (pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces)).toString()
          )
          if (status !== 200) throw errorOf(status, text)
          const { text: reply, usage } = to.reply(text)
          for (const [kind, tokens] of Object.entries(usage))
            if (typeof tokens === "number") count(`tokens_total{kind="${kind}"}`, tokens)
          count(`calls_total{vendor="${path}"}`)
          if (dropped.length === 0) return exchange.answer(200, reply)
          count("notes_total", dropped.length)
          exchange.answer(200, reply, { "x-notes": encodeURIComponent(`dropped ${dropped.join(" ")}`).slice(0, 1024) })
        } catch (thrown) {
          exchange.refuse(thrown)
        }
      },
      onResponseError: (_, error) => exchange.refuse(new Refusal(502, error.message))
    }
  )
}

const serve = (incoming: IncomingMessage, exchange: Exchange): void => {
  const account = authenticate(incoming.headers.authorization)
  if (incoming.url === "/metrics") return void exchange.response.end(printCounters())
  if (incoming.url !== "/v1/chat/completions")
    throw new Refusal(404, "There is no endpoint at this path.", "unknown_url")
  if (incoming.method !== "POST") throw new Refusal(405, "This path takes POST.")
  exchange.response.on("close", enter(account))
  const chunks: Buffer[] = []
  let length = 0
  incoming.on("data", (chunk: Buffer) => {
    if ((length += chunk.length) <= mostOfBody) return void chunks.push(chunk)
    incoming.pause()
    exchange.refuse(new Refusal(413, "The body is too large."))
  })
  incoming.on("end", () => {
    try {
      const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
      const body = checkChat(readStrictly(bytes))
      const to = vendorOf(account, body.model)
      if (body.stream === true) throw new Refusal(400, "Streams are not served.", null, "stream")
      callVendor(exchange, to, body, bytes)
    } catch (thrown) {
      exchange.refuse(thrown)
    }
  })
}

listenThere((incoming, response) => {
  const exchange = new Exchange(incoming, response)
  try {
    serve(incoming, exchange)
  } catch (thrown) {
    exchange.refuse(thrown)
  }
})
