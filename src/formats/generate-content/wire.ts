import type { ToolKind } from "../../core/chat/chat.ts"
import { type Json, type JsonObject, isArray, isObject, type JsonTemplate } from "../../core/json/json.ts"
import type { WireNames, WireError } from "../../core/format.ts"
import type { ErrorDetails, GatewayError, ErrorReason } from "../../core/errors/error.ts"
import {
  decodeFailure,
  firstKeyByWord,
  errorText,
  type ErrorWording,
  placeNamed,
  wireError
} from "../../core/errors/failure.ts"

/** The format's name. */
export const id = "generate-content"

/** The vendor whose signatures and held state a body of this format holds, where nothing says otherwise. */
export const ownVendor = "google"

/** What names of functions must look like here; the length is that of the older models. */
export const toolNames = { pattern: /^[A-Za-z_][A-Za-z0-9_.:-]*$/, length: 63 }

/** The most stop sequences that one request may have. */
export const maxStops = 5

/** What the vendor documents for the place of a signature in a history that was made elsewhere. */
export const signatureBypass = "skip_thought_signature_validator"

/** The vendor's own tool that searches. */
export const searchTool = "googleSearch"

/** The names that mean it: its own, and those that a deployment has for it. */
export const searchNames = ({ webSearch }: WireNames): ReadonlySet<string> => new Set([searchTool, ...webSearch])

/** The vendor's own tools by their member: what each does. Any other member of a tool is one of its own, too. */
export const vendorTools: ReadonlyMap<string, ToolKind> = new Map<string, ToolKind>([
  [searchTool, "web-search"],
  ["googleSearchRetrieval", "web-search"],
  ["enterpriseWebSearch", "web-search"],
  ["exaAiSearch", "web-search"],
  ["parallelAiSearch", "web-search"],
  ["urlContext", "web-fetch"],
  ["codeExecution", "code-execution"],
  ["googleMaps", "maps"],
  ["fileSearch", "file-search"],
  ["retrieval", "file-search"],
  ["computerUse", "computer"],
  ["mcpServers", "mcp"]
])

/** The member that stands in for another vendor's tool of a kind. */
export const standInTools: ReadonlyMap<ToolKind, string> = new Map<ToolKind, string>([
  ["web-search", searchTool],
  ["web-fetch", "urlContext"],
  ["code-execution", "codeExecution"]
])

/** A member's name in the spelling with capitals: the API reads `inline_data` as `inlineData`. One in front stays. */
export const camelCase = (name: string): string =>
  name.includes("_") ? name.replace(/(?!^)_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) : name

const snakeCased = new Map<string, string>()

/** A name of this format's own in its other spelling. */
export const snakeCase = (name: string): string => {
  const known = snakeCased.get(name)
  if (known !== undefined) return known
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  snakeCased.set(name, snake)
  return snake
}

/** The name of a member in an object's own spelling; with capitals where the object has neither. */
export const memberKey = (object: JsonObject, name: string): string => {
  if (Object.hasOwn(object, name)) return name
  const snake = snakeCase(name)
  return Object.hasOwn(object, snake) ? snake : name
}

/** A member of an object in either spelling. */
export const memberOf = (object: JsonObject, name: string): Json | undefined => {
  const key = memberKey(object, name)
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The id of a model that a body names, with or without its collection. */
export const modelIn = (resource: string): string => resource.replace(/^(?:publishers\/google\/)?models\//, "")

/** The canonical status of each reason. A status that is read means the first reason that has it. */
const statuses: Readonly<Record<ErrorReason, string>> = {
  InvalidRequest: "INVALID_ARGUMENT",
  Unauthenticated: "UNAUTHENTICATED",
  PermissionDenied: "PERMISSION_DENIED",
  NotFound: "NOT_FOUND",
  UnsupportedOperation: "UNIMPLEMENTED",
  MethodNotAllowed: "UNIMPLEMENTED",
  Conflict: "ABORTED",
  Gone: "NOT_FOUND",
  PayloadTooLarge: "INVALID_ARGUMENT",
  UnsupportedMediaType: "INVALID_ARGUMENT",
  RateLimited: "RESOURCE_EXHAUSTED",
  QuotaExceeded: "RESOURCE_EXHAUSTED",
  ContentBlocked: "INVALID_ARGUMENT",
  Cancelled: "CANCELLED",
  UpstreamFailed: "INTERNAL",
  Internal: "INTERNAL",
  UpstreamTimeout: "DEADLINE_EXCEEDED",
  Overloaded: "UNAVAILABLE"
}

/**
 * Statuses and reasons of a key that are read and never written. The reasons are Google's own
 * (https://cloud.google.com/apis/docs/reference/rest/googleapis.com/ErrorReason); a bad key is a 400 with
 * `API_KEY_INVALID`, a key of another API a 403 (https://github.com/continuedev/continue/issues/12781), and of a suspended one the
 * message quotes the key (https://github.com/google/generative-ai-docs/issues/356); read in November 2026.
 */
const others: readonly (readonly [word: string, reason: ErrorReason])[] = [
  ["FAILED_PRECONDITION", "InvalidRequest"],
  ["OUT_OF_RANGE", "InvalidRequest"],
  ["ALREADY_EXISTS", "Conflict"],
  ["UNKNOWN", "UpstreamFailed"],
  ["DATA_LOSS", "UpstreamFailed"],
  ["API_KEY_INVALID", "Unauthenticated"],
  ["API_KEY_EXPIRED", "Unauthenticated"],
  ["API_KEY_SERVICE_BLOCKED", "Unauthenticated"],
  ["CONSUMER_SUSPENDED", "Unauthenticated"]
]

/** How the type of a detail begins. */
const prefix = "type.googleapis.com/google.rpc."

const detailOf = (error: JsonObject, type: string): JsonObject | undefined => {
  const details = error["details"]
  return isArray(details) ? details.filter(isObject).find((it) => it["@type"] === prefix + type) : undefined
}

/** What is wrong with which fields of a request. */
const violationsOf = (error: JsonObject): readonly JsonObject[] => {
  const fields = detailOf(error, "BadRequest")?.["fieldViolations"]
  return isArray(fields) ? fields.filter(isObject) : []
}

/** The message, and what it does not say of the fields. */
const wordsOf = (error: JsonObject): string | undefined => {
  const message = errorText(error["message"])
  const said = violationsOf(error).flatMap(({ field, description }) => {
    const words = errorText(description)
    if (words === undefined || message?.includes(words) === true) return []
    return [typeof field === "string" ? `${field}: ${words}` : words]
  })
  return message && [message, ...said].join(" ")
}

/** What the members of an error say that are the vendor's own. */
const ownIn = (error: JsonObject): ErrorDetails => {
  const status = errorText(error["status"])
  const code = errorText(detailOf(error, "ErrorInfo")?.["reason"]) ?? codeIn(errorText(error["message"]))
  const wait = /^(\d+(?:\.\d+)?)s$/.exec(errorText(detailOf(error, "RetryInfo")?.["retryDelay"]) ?? "")?.[1]
  return {
    ...placeNamed(violationsOf(error)[0]?.["field"]),
    ...(status === undefined ? {} : { type: { format: id, value: status } }),
    ...(code === undefined ? {} : { code }),
    ...(wait === undefined ? {} : { retryAfter: Number(wait) })
  }
}

const reasonsIn = (): ErrorWording["reasons"] => new Map([...firstKeyByWord(statuses), ...others])

/** How the vendor words its errors. */
export const errorWording: ErrorWording = {
  format: id,
  reasons: /* @__PURE__ */ reasonsIn(),
  words: wordsOf,
  own: ownIn
}

/** The code that other formats have for a prompt that is too long, which this one says only in its message. */
const codeIn = (message = ""): string | undefined => {
  const lower = message.toLowerCase()
  const counted = lower.indexOf("token count")
  return counted >= 0 && lower.includes("exceeds the maximum", counted) ? "context_length_exceeded" : undefined
}

/** The error of an upstream's answer: Google's body, alone or in a list, or whatever stands in its place. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(errorWording, status, headers, body)

/** What Google answers with where a quota is used up. */
const exhausted = 429

const httpOf = ({ reason, status }: GatewayError): number => (reason === "QuotaExceeded" ? exhausted : status)

/** An error in Google's body: the pointer as a violation of a field, the wait as a retry delay. */
export const encodeError = (error: GatewayError): WireError => wireError(error, errorBody(error), httpOf(error))

/** The body of an error, whole answers and stream frames alike. */
export const errorBody = (error: GatewayError): JsonTemplate => {
  const { reason, message, details } = error
  const { type, pointer, retryAfter, code } = details
  const infos: JsonTemplate[] = []
  if (code !== undefined && type?.format === id) {
    infos.push({ "@type": `${prefix}ErrorInfo`, reason: code, domain: "googleapis.com" })
  }
  if (pointer !== undefined && pointer !== "") {
    infos.push({ "@type": `${prefix}BadRequest`, fieldViolations: [{ field: pointer, description: message }] })
  }
  if (retryAfter !== undefined) {
    infos.push({ "@type": `${prefix}RetryInfo`, retryDelay: `${Math.ceil(retryAfter)}s` })
  }
  const status = type?.format === id ? type.value : statuses[reason]
  return { error: { code: httpOf(error), message, status, details: infos.length === 0 ? undefined : infos } }
}
