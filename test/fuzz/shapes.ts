/**
 * The errors of three vendors, of a token count whose key is wrong (the specification has it without the outer `type`) and of the lab, typed by hand from their references: OpenAI's "Error codes", Anthropic's
 * "Errors", Google's AIP-193 with the names of `google.rpc.Code`, and the lab's envelope.
 */
export type ErrorShape = "openai" | "anthropic" | "google" | "lab" | "count-key"

type Members = Readonly<Record<string, unknown>>

/** A value's members; none where it has none. */
export const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {}

const anthropicTypes: ReadonlySet<unknown> = new Set([
  "invalid_request_error",
  "authentication_error",
  "billing_error",
  "permission_error",
  "not_found_error",
  "conflict_error",
  "request_too_large",
  "rate_limit_error",
  "timeout_error",
  "api_error",
  "overloaded_error"
])

const googleStatuses: ReadonlySet<unknown> = new Set([
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "UNAUTHENTICATED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS"
])

/** Where an error stood. */
interface Told {
  /** That of its answer. */
  readonly status?: number
  /** Whether a vendor of the same format may have chosen the name of the error. */
  readonly ownWords?: boolean
}

const isWord = (value: unknown): boolean => typeof value === "string" && value !== ""
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string"

const holds: Readonly<Record<ErrorShape, (body: Members, told: Told) => boolean>> = {
  openai: ({ error }) => {
    const { message, type, param, code } = membersOf(error)
    return isWord(message) && isWord(type) && isTextOrNull(param) && isTextOrNull(code)
  },
  anthropic: ({ type, error }, { ownWords }) => {
    const inner = membersOf(error)
    const isKnown = ownWords === true ? isWord(inner["type"]) : anthropicTypes.has(inner["type"])
    return type === "error" && isKnown && isWord(inner["message"])
  },
  google: ({ error }, { status, ownWords }) => {
    const { code, message, status: name } = membersOf(error)
    const isCode = typeof code === "number" && code >= 400 && code <= 599 && (status ?? code) === code
    return isCode && isWord(message) && (ownWords === true ? isWord(name) : googleStatuses.has(name))
  },
  "count-key": ({ error }, { status }) => {
    const { message, type } = membersOf(error)
    return status === 401 && isWord(message) && type === "invalid_request_error"
  },
  lab: ({ code, msg, data }, { status }) => code === (status ?? code) && isWord(msg) && data === null
}

/** Whether a body is an error in one of the shapes that its caller may expect. */
export const isError = (body: unknown, shapes: readonly ErrorShape[], told: Told = {}): boolean =>
  shapes.some((shape) => holds[shape](membersOf(body), told))
