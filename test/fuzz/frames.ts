import type { FormatId } from "./corpus.ts"
import { isError, membersOf } from "./shapes.ts"

/** An event of a stream, as the standard of server-sent events reads it. */
export interface ServerEvent {
  readonly name: string
  readonly data: string
}

/** The events of a text, and what stands behind the last empty line, which is no event. */
export const eventsOf = (text: string): { readonly events: readonly ServerEvent[]; readonly rest: string } => {
  const blocks = text.replace(/^\ufeff/, "").split(/(?:\r\n|\n|\r)(?:\r\n|\n|\r)/)
  const rest = blocks.pop() ?? ""
  const events = blocks.flatMap((block) => {
    const lines = block.split(/\r\n|\n|\r/).map((line) => /^(\w+)(?:: ?(.*))?$/s.exec(line))
    const valuesOf = (name: string) => lines.flatMap((line) => (line?.[1] === name ? [line[2] ?? ""] : []))
    const data = valuesOf("data")
    return data.length === 0 ? [] : [{ name: valuesOf("event").at(-1) ?? "", data: data.join("\n") }]
  })
  return { events, rest }
}

const errorShape = {
  "chat-completions": "openai",
  messages: "anthropic",
  "generate-content": "google",
  responses: "openai"
} as const

/** How a stream ended for its client. */
interface Ends {
  errors: number
  /** Marks that tell the whole answer is there. */
  successes: number
  fault: string | undefined
  /** Whether the answer was told to have failed. */
  hasFailed: boolean
  readonly passes: boolean
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is known of the vendor's stream. */
export interface Source {
  /** Whether it may have told all, so that the client's may end well; where not, only an error ends it. */
  readonly whole: boolean
  /** Whether it is of the client's format, so that its frames pass as they are, its last one too. */
  readonly passes?: boolean
  /** Whether its connection broke. */
  readonly broke?: boolean
}

/** What is wrong with a stream that a client of a format was told. */
export const streamFault = (format: FormatId, text: string, source: Source): string | undefined => {
  const { events, rest } = eventsOf(text)
  if (rest !== "") return `unframed: ${JSON.stringify(rest.slice(0, 200))} stands behind the last event`
  const { whole, passes = false, broke = false } = source
  const ends: Ends = { errors: 0, successes: 0, fault: undefined, hasFailed: false, passes }
  for (const event of events) {
    read(format, event, ends)
    if (ends.fault !== undefined) return ends.fault
  }
  if (ends.errors > 1) return "two errors: a stream has one at most"
  const endsItself = passes && whole && !broke
  if (ends.errors === 0 && ends.successes === 0 && !endsItself) return "no end: neither an error nor a mark of success"
  if (!whole && ends.errors === 0) return "false success: the vendor never ended its answer"
  return undefined
}

const lastEvents: ReadonlySet<string> = new Set(["response.completed", "response.incomplete"])

const read = (format: FormatId, { name, data }: ServerEvent, ends: Ends): void => {
  const isMark =
    (format === "chat-completions" && data === "[DONE]") ||
    (format === "messages" && ends.passes && name === "message_stop") ||
    (format === "responses" && ends.passes && lastEvents.has(name) && typeof parsed(data) === "object")
  const frame = isMark ? {} : parsed(data)
  if (typeof frame !== "object" || frame === null || Array.isArray(frame)) {
    if (!ends.passes) ends.fault = `no frame: ${JSON.stringify(data.slice(0, 200))}`
    return
  }
  const members = membersOf(frame)
  if (format === "messages" && ends.passes && name === "error") {
    // Anthropic's SDK throws at the event's name, whatever its data say
    ends.errors += 1
    return
  }
  if (members["error"] !== undefined && members["error"] !== null) {
    ends.errors += 1
    if (!isError(frame, [errorShape[format]], { ownWords: ends.passes }))
      ends.fault = `malformed error: ${data.slice(0, 300)}`
    return
  }
  const isNamed = format === "messages" || format === "responses"
  if (isNamed && !ends.passes && members["type"] !== undefined && members["type"] !== name)
    ends.fault = `misnamed: the event ${name} holds ${String(members["type"])}`
  if (format === "responses" && members["type"] === "response.failed") return readFailed(ends)
  if (isMark || isSuccess[format](members)) {
    ends.successes += 1
    if (ends.errors > 0) ends.fault = "success after an error: a client would take the answer for whole"
    else if (ends.successes > 1 && format !== "generate-content" && !(ends.passes && format === "responses"))
      ends.fault = "two ends: a stream has one"
  } else if (ends.errors > 0) ends.fault = "more after an error: an error is the last of a stream"
  else if (ends.successes > 0 && format !== "generate-content" && !(ends.passes && format === "responses"))
    ends.fault = "more after the end: nothing comes then"
}

/** Of this format an error is two events: what went wrong, and the answer that failed; a vendor may say the second alone. */
const readFailed = (ends: Ends): void => {
  if (ends.hasFailed) ends.fault = "two errors: an answer fails once"
  else if (ends.errors === 0 && !ends.passes) ends.fault = "failed unsaid: no error stands before it"
  ends.errors = 1
  ends.hasFailed = true
}

const isSuccess: Readonly<Record<FormatId, (frame: Readonly<Record<string, unknown>>) => boolean>> = {
  "chat-completions": () => false,
  messages: ({ type }) => type === "message_stop",
  responses: ({ type }) => type === "response.completed" || type === "response.incomplete",
  "generate-content": ({ candidates, promptFeedback }) =>
    membersOf(promptFeedback)["blockReason"] !== undefined ||
    (Array.isArray(candidates) && candidates.some((candidate) => membersOf(candidate)["finishReason"] !== undefined))
}

const endings: Readonly<Record<FormatId, RegExp>> = {
  "chat-completions": /"finish_reason"\s*:\s*"|\[DONE\]/,
  messages: /message_stop/,
  responses: /response\.(?:completed|incomplete)/,
  "generate-content": /"finish_?reason"\s*:|"block_?reason"\s*:/i
}

/** Whether a vendor's stream holds what may end an answer of its format; where not, it was cut. */
export const mayBeWhole = (format: FormatId, told: string): boolean => endings[format].test(told)
