import { type ErrorDetails, GatewayError, type ErrorReason, statusOf } from "./error.ts"
import type { WireError } from "../format.ts"
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  JsonText,
  type MutableDraft,
  objectOr,
  parseJson,
  setDefined,
  type JsonTemplate
} from "../json/json.ts"

/** How a format's errors are worded. */
export interface ErrorWording {
  /** The format's id. */
  readonly format: string
  /** The reason that each code and type means. Of a word with dots its first piece stands for all that begin with it. */
  readonly reasons: ReadonlyMap<Word, ErrorReason>
  /** Codes of a 403 whose cause is not the key: clients are told the vendor's words. */
  readonly otherCauses?: ReadonlySet<Word>
  /** What an error object says in members of the format's own; of a status, where it has one. */
  readonly own?: (error: JsonObject, status: number | undefined) => ErrorDetails
  /** What it says in words, where not in one member alone. */
  readonly words?: (error: JsonObject) => string | undefined
}

type Word = string | number | null

type Headers = Readonly<Record<string, string>>

/** The first key under each of the words that a table holds. */
export const firstKeyByWord = <Key extends string>(
  table: Readonly<Record<Key, Word | readonly Word[]>>
): ReadonlyMap<Word, Key> => {
  const keys = new Map<Word, Key>()
  for (const key in table) for (const word of [table[key]].flat()) if (!keys.has(word)) keys.set(word, key)
  return keys
}

/** Reasons by status: their own, and those that an upstream's status means to its caller. */
const statuses: ReadonlyMap<Word, ErrorReason> = new Map<Word, ErrorReason>([
  ...firstKeyByWord(statusOf),
  [408, "UpstreamTimeout"],
  [422, "InvalidRequest"],
  [500, "UpstreamFailed"],
  [529, "Overloaded"]
])

/**
 * The error of an upstream's answer, whatever its body is: the vendor's JSON, other JSON, a text, a page, nothing. Header names
 * are lower-case; `retry-after`, `retry-after-ms`, `date` and `request-id` are read.
 */
export const decodeFailure = (wording: ErrorWording, status: number, headers: Headers, body: string): GatewayError => {
  const document = parseJson(body)
  const said = document.ok ? document.value : body
  return failureIn(wording, typeof said === "string" ? { message: plainText(said) } : said, status, headers)
}

/** The error that a JSON value says. `status` below 400: it came inside a success, and its own status counts. */
export const failureIn = (wording: ErrorWording, body: Json, status = 200, headers: Headers = {}): GatewayError => {
  const error = errorIn(body)
  const http = status < 400 ? statusIn(error) : status
  const details = { ...detailsOf(wording, error, body, headers), ...wording.own?.(error, http) }
  const meant = meantBy(wording, details.code ?? undefined) ?? meantBy(wording, details.type?.value)
  const message = clientMessage(
    wording.words?.(error) ??
      wordsOf(error) ??
      (http === undefined ? "The upstream failed." : `The upstream answered with status ${http}.`)
  )
  const isForbidden = http === 403 || meant === "PermissionDenied"
  const input = isForbidden ? forbiddenInput(error, message) : undefined
  if (input !== undefined) return new GatewayError(input, message, ofInput(details, input))
  if (http === 401 || meant === "Unauthenticated" || (isForbidden && !isOtherCause(meant))) {
    const { code, type: _type, pointer: _pointer, ...rest } = details
    return wording.otherCauses?.has(code ?? "") === true
      ? new GatewayError("UpstreamFailed", message, rest)
      : new GatewayError("UpstreamFailed", credentialsRefused, { ...rest, refusal: message })
  }
  const reason = reasonOf(http, meant)
  const isTold = http !== undefined && http < 600 && !(unsaid.has(http) || (http === 400 && reason === "QuotaExceeded"))
  return new GatewayError(reason, message, isTold ? { ...details, status: http } : details)
}

/** What vendors say with a 403 of what a client sent, and what each means; read in November 2026. */
const inputs: readonly (readonly [words: RegExp, reason: ErrorReason])[] = [
  /** OpenRouter: https://openrouter.ai/docs/errors */
  [/\byour input was flagged\b/i, "ContentBlocked"],
  /** xAI: https://github.com/UKGovernmentBEIS/inspect_ai/pull/2267, https://github.com/Wei-Shaw/sub2api/issues/4785 */
  [/^Content violates usage guidelines/i, "ContentBlocked"],
  /** Gemini of a cache that has ended; clients recorded it in September 2026, and try again without the cache. */
  [/\bCachedContent not found\b/i, "NotFound"],
  /** Gemini of a file that has: https://github.com/google-gemini/deprecated-generative-ai-python/issues/617, 692 */
  [/\bpermission to access the File\b/i, "NotFound"]
]

/**
 * What a 403 means that is about what the client sent, not about the key: a flagged prompt, which OpenRouter quotes
 * (https://openrouter.ai/docs/errors), or what is not there. Undefined: it may be about the key.
 */
const forbiddenInput = (error: JsonObject, message: string): ErrorReason | undefined =>
  objectOr(error["metadata"])?.["flagged_input"] === undefined
    ? inputs.find(([words]) => words.test(message))?.[1]
    : "ContentBlocked"

/** What clients are told where an upstream refuses its caller: the vendor's own words are the operator's, and may quote the key. */
const credentialsRefused =
  "The upstream refused the credentials of this service. They are not the client's: only the operator of this service can correct them."

/** What is told of an input that an upstream forbids: not the words that it has for a key, too. */
const ofInput = ({ type: _type, code: _code, ...rest }: ErrorDetails, reason: ErrorReason): ErrorDetails =>
  reason === "NotFound" ? { ...rest, code: null } : rest

/** Whether a word says that a 403 is not about the key. */
const isOtherCause = (meant: ErrorReason | undefined): boolean =>
  meant === "NotFound" || meant === "ContentBlocked" || meant === "QuotaExceeded"

/** Statuses that would tell a client something else than the upstream meant, or that few know. */
const unsaid: ReadonlySet<number> = new Set([403, 529])

/** The reason that a word means: `RateLimitExceeded.EndpointRPMExceeded` that of `RateLimitExceeded`, unless it has its own. */
const meantBy = ({ reasons }: ErrorWording, word = ""): ErrorReason | undefined =>
  reasons.get(word) ?? reasons.get(word.slice(0, Math.max(0, word.indexOf("."))))

/** A status says more than a word that only says whose fault it is; any other word says more than a status. */
const reasonOf = (http: number | undefined, meant: ErrorReason | undefined): ErrorReason => {
  const known = statuses.get(http ?? 0)
  if (meant !== undefined && (known === undefined || (meant !== "InvalidRequest" && meant !== "UpstreamFailed")))
    return meant
  return known ?? (http !== undefined && http < 500 ? "InvalidRequest" : "UpstreamFailed")
}

const detailsOf = ({ format }: ErrorWording, error: JsonObject, body: Json, headers: Headers): ErrorDetails => {
  const details: MutableDraft<ErrorDetails> = {}
  const type = wordIn(error["type"])
  if (type !== undefined) details.type = { format, value: type }
  setDefined(details, "code", wordIn(error["code"]))
  setDefined(details, "retryAfter", waitIn(headers))
  setDefined(details, "requestId", wordIn(headers["request-id"] ?? objectOr(body)?.["request_id"]))
  return details
}

/** A vendor's own short word for something, as it may be told. */
const wordIn = (value: Json | undefined): string | undefined => {
  const word = errorText(value)
  return word === undefined ? undefined : clientMessage(word)
}

/** The object that describes the error, wherever vendors put it. */
const errorIn = (body: Json): JsonObject => {
  if (isArray(body)) return errorIn(body[0] ?? null)
  const whole = objectOr(body) ?? {}
  return objectOr(whole["error"]) ?? whole
}

/** Members that say an error in words, or hold one that does. */
const errorMembers =
  "message Message error errors detail msg error_msg error_message errorMessage status_msg base_resp fault faultstring title"

/** What an error says in words, wherever vendors put them: the first of several, and inside of what should be a text. */
export const wordsOf = (value: Json | undefined): string | undefined => {
  if (isArray(value)) return wordsOf(value[0])
  if (!isObject(value)) return errorText(value)
  return errorMembers
    .split(" ")
    .map((key) => wordsOf(value[key]))
    .find((it) => it !== undefined)
}

/** The place that a vendor spells as `messages[0].content`; one that may be an account of the operator's is none. */
export const placeNamed = (field: Json | undefined): Pick<ErrorDetails, "pointer"> =>
  typeof field === "string" && /^[A-Za-z_][\w.[\]-]*$/.test(field) && withoutAccount(field) === field
    ? { pointer: `/${field.replaceAll("]", "").replace(/[[.]/g, "/")}` }
    : {}

/** A text that is not empty. */
export const errorText = (value: Json | undefined): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

const statusIn = (error: JsonObject): number | undefined =>
  ["status", "code", "status_code"].map((key) => Number(scalar(error[key]))).find((it) => it >= 400 && it < 600)

const scalar = (value: Json | undefined): Json | undefined => (typeof value === "object" ? undefined : value)

/** The text of an error that is no object; a page says nothing. */
const plainText = (body: string): string => (body.trimStart().startsWith("<") ? "" : body.trim().slice(0, 500))

/** So many characters are as many as a client wants to read of a message; and so many behind them may belong to the last. */
const mostMessage = 2000
const behindMessage = 2000

/** Of a message that seems to be all keys so much is looked at. */
const longestLooked = 256_000

/** A message without what is the operator's own, and not longer than a client wants to read: of a long one no more is looked at. */
export const clientMessage = (message: string, most = 16_000): string => {
  const told = withoutAccount(message.slice(0, most))
  const isEnough = most >= Math.min(message.length, longestLooked) || told.length > mostMessage + behindMessage
  return isEnough ? told.slice(0, mostMessage) : clientMessage(message, most * 4)
}

/** A vendor's words without what looks like a key or a token, and without the id of the account that it was called with. */
export const withoutAccount = (words: string): string => words.replace(keys, "***").replace(accounts, "***")

/** The same of all words in a value. */
export const valueWithoutAccount = (value: Json): Json => {
  if (typeof value === "string") return withoutAccount(value)
  if (isArray(value)) return value.map(valueWithoutAccount)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, valueWithoutAccount(member)]))
}

const keys =
  /(?<![A-Za-z0-9])(?:(?:sk|pk|rk|ak|key|gsk|xai)-(?:[\w*-]{6,}|\w*(?:…|\.{3})\w*)|AIza[\w-]{10,}|(?<!\*)\*{3,}\w+|Bearer\s+\S+)/gi

/**
 * Ids of organisations and projects, as vendors quote them where a limit is reached; read in November 2026.
 *
 * @see https://github.com/BuilderIO/micro-agent/issues/86 (OpenAI)
 * @see https://github.com/anthropics/claude-code/issues/55132, https://github.com/BoltAI/BoltAI/issues/338 (Anthropic)
 * @see https://github.com/google/generative-ai-docs/issues/236, https://cloud.google.com/resource-manager/docs/creating-managing-projects (Google)
 * @see https://github.com/MoonshotAI/kimi-cli/issues/1599 (Kimi)
 * @see https://github.com/UKGovernmentBEIS/inspect_ai/pull/2267 (xAI)
 */
const accounts =
  /\b(?:org[-_]|proj[-_]|wrkspc_)[A-Za-z0-9]{8,}|(?<=\b(?:org(?:ani[sz]ation)?|team|api key)(?:[ _]id)?[:= ("']{1,4})[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<=\bproject(?:[ _](?:number|id))?[:= #("'`]{1,3}|\bprojects(?:\/|%2F))\d{6,}|(?<=\bprojects(?:\/|%2F))[a-z][\w.:-]{5,62}(?=[/'"`]|%2F)|(?<=\bproject(?:=|%3D))[\w.:-]{5,62}\w/gi

/** Seconds until another try makes sense, as headers say it: a number, or a date beside the answer's own. */
const waitIn = (headers: Headers): number | undefined => {
  const { "retry-after-ms": exact, "retry-after": after, date } = headers
  const waits = [seconds(exact, 1000), seconds(after, 1), (Date.parse(after ?? "") - Date.parse(date ?? "")) / 1000]
  return waits.find((wait) => wait >= 0 && wait < Infinity)
}

const seconds = (value: string | undefined, unit: number): number =>
  value === undefined || value.trim() === "" ? Number.NaN : Number(value) / unit

/** The message of an error whose body has no member for a place: the pointer stands before it. */
export const placedMessage = ({ message, details: { pointer } }: GatewayError): string =>
  pointer === undefined || pointer === "" || message.includes(pointer) ? message : `${pointer}: ${message}`

/** An error as an answer: its status, its body, and when to try again. */
export const wireError = (error: GatewayError, body: JsonTemplate, status = error.status): WireError => {
  const { retryAfter } = error.details
  return {
    status,
    headers: {
      "content-type": "application/json",
      ...(retryAfter === undefined ? {} : { "retry-after": String(Math.ceil(retryAfter)) })
    },
    body: JsonText.tree(body)
  }
}

/**
 * The codes and types with which vendors say that an account has no money or no contract left, which no waiting mends;
 * read in November 2026. Of a code with dots its first piece stands for all that begin with it.
 */
export const exhaustedWords = {
  /** https://platform.openai.com/docs/guides/error-codes; as a 429 in https://github.com/langchain-ai/langchainjs/issues/1929. */
  openai: ["insufficient_quota", "billing_hard_limit_reached", "billing_limit_user_error"],
  /** https://docs.claude.com/en/api/errors */
  anthropic: ["billing_error"],
  /** https://help.aliyun.com/zh/model-studio/error-code; `Throttling.AllocationQuota` is another thing, and passes by. */
  dashscope: ["Arrearage", "AllocationQuota", "CommodityNotPurchased", "PrepaidBillOverdue", "PostpaidBillOverdue"],
  /** https://www.volcengine.com/docs/82379/1299023 */
  ark: ["QuotaExceeded", "SetLimitExceeded", "AccountOverdueError", "OperationDenied.ServiceOverdue"],
  /** As a 429 in https://github.com/anomalyco/opencode/issues/25458, as a 403 in https://github.com/MoonshotAI/Kimi-K2/issues/5. */
  kimi: ["exceeded_current_quota_error"]
} as const

/** All of them: what speaks a vendor's format may be any of the vendors. */
export const allExhausted: readonly string[] = Object.values(exhaustedWords).flat()
