import type { ToolKind } from "../../core/chat/chat.ts"
import { isArray, isObject, type Json, type JsonTemplate, JsonText, type JsonObject } from "../../core/json/json.ts"
import type { ErrorDetails, ErrorReason, GatewayError } from "../../core/errors/error.ts"
import {
  decodeFailure,
  errorText,
  type ErrorWording,
  firstKeyByWord,
  placedMessage,
  wireError
} from "../../core/errors/failure.ts"
import type { WireError } from "../../core/format.ts"

/** The format's name. */
export const id = "messages"

/** The vendor whose opaque bytes and held state a body of this format holds, where nothing says otherwise. */
export const ownVendor = "anthropic"

/** What names of tools and ids of calls must look like here. */
export const maxToolNameLength = 128
export const maxCallIdLength = 512

/** The most cache marks that one request may have. */
export const maxCacheMarks = 4

/**
 * The most strict tools that one request may have.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs its limits (read 2026-11)
 * @see https://github.com/datarobot-oss/datarobot-genai/pull/547 what is said of more (2026-07)
 */
export const maxStrictTools = 20

/** The smallest budget that the endpoint takes: more than 1024 tokens. */
export const minThinkingBudget = 1025

/** `max_tokens` where neither the client nor the target says one. */
export const defaultMaxTokens = 8192

/** Image types that the endpoint takes as bytes. */
export const imageTypes: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"])

/** The vendor's own tools by the beginning of their versioned type, longest first: what they are, and who runs them. */
const vendorTools: readonly (readonly [string, ToolKind, "client" | "provider"])[] = [
  ["web_search", "web-search", "provider"],
  ["web_fetch", "web-fetch", "provider"],
  ["code_execution", "code-execution", "provider"],
  ["tool_search", "tool-search", "provider"],
  ["advisor", "advisor", "provider"],
  ["mcp", "mcp", "provider"],
  ["bash", "shell", "client"],
  ["text_editor", "text-editor", "client"],
  ["computer", "computer", "client"],
  ["browser", "browser", "client"],
  ["memory", "memory", "client"]
]

/** What a versioned tool type such as `web_search_20250305` means. Unknown ones are taken for the vendor's to run. */
export const vendorTool = (type: string): { readonly of: ToolKind; readonly runBy: "client" | "provider" } => {
  for (const [prefix, of, runBy] of vendorTools) if (type.startsWith(prefix)) return { of, runBy }
  return { of: "other", runBy: "provider" }
}

/** What the vendor's own tool is whose name a call, or the kind of a block of its results, begins with. */
export const vendorToolKind = (name: string): ToolKind =>
  vendorTool(name.replace(/^(?:bash|text_editor)_(?=code_execution)/, "")).of

/** The vendor's own tool that does what another vendor's does. */
export const standInTools: ReadonlyMap<string, { readonly type: string; readonly name: string }> = new Map([
  ["web-search", { type: "web_search_20250305", name: "web_search" }],
  ["web-fetch", { type: "web_fetch_20250910", name: "web_fetch" }],
  ["code-execution", { type: "code_execution_20250825", name: "code_execution" }]
])

/** The header that switches on what the API does not do for everyone; a list with commas. */
export const betaHeader = "anthropic-beta"

/** A body, read or about to be written. */
interface Body {
  readonly [member: string]: JsonTemplate
}

/**
 * The value of the beta header for a body: what the client sent, and what members of the body work only with. A beta
 * of another date that the client sent is its choice. Undefined where there is nothing to send.
 */
export const betasFor = (body: Body, sent = ""): string | undefined => {
  const betas = sent === "" ? [] : sent.split(",").flatMap((beta) => beta.trim() || [])
  for (const beta of [...serverBetas(body), ...contextBetas(body)]) {
    if (!betas.some((it) => it.startsWith(undated(beta)))) betas.push(beta)
  }
  return betas.length === 0 ? undefined : betas.join(",")
}

const undated = (beta: string): string => beta.slice(0, -"2025-01-01".length)

/** Servers that no toolset names say themselves what may be used of them, as the first of their betas had it. */
const serverBetas = ({ mcp_servers: servers, tools }: Body): readonly string[] => {
  if (servers === undefined || servers === null) return []
  return [typesIn(valueOf(tools)).includes("mcp_toolset") ? "mcp-client-2025-11-20" : "mcp-client-2025-04-04"]
}

/** The edit that sums the conversation up, which has a beta of its own. */
const compaction = "compact_20260112"

const contextBetas = ({ context_management: context }: Body): readonly string[] => {
  if (context === undefined || context === null) return []
  const value = valueOf(context)
  const types = typesIn(isObject(value) ? value["edits"] : undefined)
  return [
    ...(types.length === 0 || types.some((type) => type !== compaction) ? ["context-management-2025-06-27"] : []),
    ...(types.includes(compaction) ? ["compact-2026-01-12"] : [])
  ]
}

const valueOf = (tree: JsonTemplate): Json | undefined => JsonText.tree(tree).value

/** The types of the objects in a list. */
const typesIn = (list: Json | undefined): readonly (Json | undefined)[] =>
  isArray(list) ? list.map((item) => (isObject(item) ? item["type"] : undefined)) : []

/** The error type of each reason. A type that is read means the first reason that has it. */
const types: Readonly<Record<ErrorReason, string>> = {
  InvalidRequest: "invalid_request_error",
  Unauthenticated: "authentication_error",
  PermissionDenied: "permission_error",
  NotFound: "not_found_error",
  MethodNotAllowed: "invalid_request_error",
  Conflict: "conflict_error",
  Gone: "not_found_error",
  PayloadTooLarge: "request_too_large",
  UnsupportedMediaType: "invalid_request_error",
  UnsupportedOperation: "invalid_request_error",
  RateLimited: "rate_limit_error",
  QuotaExceeded: "billing_error",
  ContentBlocked: "invalid_request_error",
  UpstreamFailed: "api_error",
  Cancelled: "api_error",
  Internal: "api_error",
  UpstreamTimeout: "timeout_error",
  Overloaded: "overloaded_error"
}

/** The code that other formats have for a prompt that is too long, which this one says only in its message. */
const tooLong = "context_length_exceeded"

/**
 * What the vendor says, with a 400 of the type `invalid_request_error`, where an account has no money left
 * (https://github.com/anthropics/claude-code/issues/66314, read in November 2026).
 */
const withoutCredit = "Your credit balance is too low"

/** How the vendor words its errors. */
export const errorWording: ErrorWording = {
  format: id,
  reasons: firstKeyByWord(types),
  own: ({ details, message }: JsonObject): ErrorDetails => {
    if (errorText(message)?.startsWith(withoutCredit) === true)
      return { type: { format: id, value: types.QuotaExceeded } }
    const code = isObject(details) ? errorText(details["error_code"]) : undefined
    if (code !== undefined) return { code }
    return errorText(message)?.startsWith("prompt is too long") === true ? { code: tooLong } : {}
  }
}

/** The status that the vendor answers with when it has too much to do. */
const overloaded = 529

/** Any failed answer as an error: the vendor's body, another JSON body, HTML, or nothing. Header names are lower-case. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(errorWording, status, headers, body)

/** An error as the endpoint answers it. The pointer stands before the message. */
export const encodeError = (error: GatewayError): WireError => {
  const { type, requestId } = error.details
  const body = {
    type: "error",
    error: {
      type: type?.format === id ? type.value : types[error.reason],
      message: placedMessage(error),
      details: detailsOf(error)
    },
    request_id: requestId ?? null
  }
  return wireError(error, body, error.reason === "Overloaded" ? overloaded : error.status)
}

/** The vendor's own code; and what its SDK goes by where the request's thread could not be held by another vendor. */
const detailsOf = ({ reason, details: { pointer, code, type } }: GatewayError): JsonTemplate => {
  if (reason === "InvalidRequest" && pointer?.startsWith("/thread") === true) {
    return { error_code: "thread_unsupported_request", unsupported: ["thread"] }
  }
  return code !== undefined && type?.format === id && code !== tooLong ? { error_code: code } : undefined
}
