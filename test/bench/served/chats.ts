import { type ChatBody, type MessagesAnswer, printChat, printMessages } from "../by-hand.ts"
import { type Account, count, log } from "./promises.ts"
import { readStrictly, Refusal } from "./strict-json.ts"

/**
 * What a gateway by hand promises of whole chat completions, whatever serves them: a body has one meaning; a model is one
 * that its caller may use; the vendor's key reaches nobody; an answer is counted, and says what a translation left out;
 * errors are the format's.
 */
const upstreamKey = "upstream-key"

/** The most bytes of a request. */
export const mostOfBody = 32 * 1024 * 1024
/** The most bytes of a vendor's answer. */
export const mostOfAnswer = 128 * 1024 * 1024

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

/** A chat that may be sent. */
export interface Call {
  readonly to: Pick<Vendor, "path" | "headers" | "reply">
  readonly body: Uint8Array | string
  /** Members of the client's body that the vendor is not sent. */
  readonly dropped: readonly string[]
}

/** What a body of an account asks for. Throws a {@link Refusal}. */
export const callOf = (account: Account, bytes: Uint8Array): Call => {
  const body = checkChat(readStrictly(bytes))
  const to = vendorOf(account, body.model)
  if (body.stream === true) throw new Refusal(400, "Streams are not served.", null, "stream")
  return { to, body: to.call(bytes, body), dropped: notesOf(to, body) }
}

const notesOf = ({ known }: Vendor, body: ChatBody): readonly string[] =>
  known === undefined ? [] : Object.keys(body).filter((name) => !known.has(name))

/** A whole answer to a client. */
export interface Reply {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a vendor's answer is to the client, counted. Throws a {@link Refusal}. */
export const replyOf = ({ to, dropped }: Call, status: number, said: string): Reply => {
  const answer = masked(said)
  if (status !== 200) throw errorOf(status, answer)
  const { text, usage } = to.reply(answer)
  for (const [kind, tokens] of Object.entries(usage))
    if (typeof tokens === "number") count(`tokens_total{kind="${kind}"}`, tokens)
  count(`calls_total{vendor="${to.path}"}`)
  if (dropped.length === 0) return { status, text }
  count("notes_total", dropped.length)
  return { status, text, headers: { "x-notes": encodeURIComponent(`dropped ${dropped.join(" ")}`).slice(0, 1024) } }
}

const masked = (text: string): string => text.replaceAll(upstreamKey, "[redacted]")

/** What a vendor's error is to a client: what was wrong with the gateway's own key is no client's fault. */
const errorOf = (status: number, text: string): Refusal => {
  if (status === 401 || status === 403) return new Refusal(502, "The vendor refused the gateway's key.")
  const said = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '"The vendor failed."'
  const message: string = JSON.parse(said)
  return new Refusal(status, message.replaceAll(/\b(?:org|proj)[-_]\w+/g, "[redacted]"))
}

/** What was thrown to the client of a request; what is no fault of a client goes to the log. */
export const refusalReply = (id: string, thrown: unknown): Reply => {
  const known = thrown instanceof Refusal ? thrown : new Refusal(500, "The gateway failed.")
  const { status, message, code, param } = known
  if (status >= 500) log({ level: "warn", id, status, why: masked(String(thrown)) })
  const type = status < 500 ? "invalid_request_error" : "server_error"
  return { status, text: JSON.stringify({ error: { message: masked(message), type, param, code } }) }
}

/** The head of an answer, which is counted. */
export const headersOf = (id: string, { status, headers }: Reply): Readonly<Record<string, string>> => {
  count(`requests_total{status="${status}"}`)
  return {
    "cache-control": "no-store",
    "x-request-id": id,
    "request-id": id,
    "content-type": "application/json",
    ...headers
  }
}
