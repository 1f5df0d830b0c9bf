import type { ChatRequest } from "../../../core/chat/chat.ts"
import { JsonText } from "../../../core/json/json.ts"
import { IssueReader } from "../../../core/reading/issue-reader.ts"
import { effortOf, isOff, type ThinkingConfig } from "../../../core/chat/thinking.ts"
import { wireNames } from "../../../core/format.ts"
import { type MutableDraft, type JsonObjectBuilder, putAt } from "../../../core/json/builder.ts"
import { ownNative } from "../native.ts"
import type { Root } from "./root.ts"
import { effortFor, onlyShown, readThinking, sameThinking } from "./thinking.ts"
import type { Writing } from "./writing.ts"

/** Thinking, from whichever member decides it; all of them are kept as they were spelled. */
export const readThought = (root: Root, request: MutableDraft<ChatRequest>): void => {
  const { thinking, at, budgetAt, turnedOff, members, unknown } = readThinking(root.reader, root.body, root.names)
  for (const member of members) {
    if (!member.at.includes("/", 1)) root.from.skip(member.at.slice(1))
    root.consumed.set(member.at, member.text)
  }
  if (thinking === undefined || at === undefined) return
  request.thinking = thinking
  root.place("thinking", at)
  if (thinking.budget !== undefined && budgetAt !== undefined) root.place("thinking.budget", budgetAt)
  if (unknown !== undefined) root.unknown.set(unknown.at, unknown.text)
  if (turnedOff) root.consumed.set(at, JsonText.source("false"))
}

/**
 * Thinking in the members it was spelled in, where they still say it; else as `thinking` where the target takes a
 * budget or a switch and that says it; else as `reasoning_effort`.
 */
export const writeThinking = (writing: Writing, request: ChatRequest, body: JsonObjectBuilder): void => {
  const { thinking } = request
  if (writeConsumed(writing, request, body) || thinking === undefined) return
  if (writeTyped(writing, thinking, body)) {
    if (thinking.visible !== undefined && body["reasoning"] === undefined)
      writing.note("thinking-visibility", request, "thinking")
    return
  }
  const written = effortFor(thinking, effortOf)
  if (thinking.visible !== undefined && !onlyShown(thinking)) writing.note("thinking-visibility", request, "thinking")
  else if (written === undefined) writing.note("thinking-none", request, "thinking")
  if (written === undefined) return
  body["reasoning_effort"] = written.effort
  if (!written.exact) writing.note(isOff(thinking) ? "thinking-none" : "thinking-effort", request, "thinking")
}

const types = { on: "enabled", off: "disabled", auto: "auto", "between-tools": undefined } as const

/** What a mode and a budget say together, as `thinking.type` has it. */
const typeOf = ({ mode, budget }: ThinkingConfig): string | undefined => {
  if (mode !== undefined) return types[mode]
  if (budget === undefined) return undefined
  return budget === 0 ? "disabled" : budget < 0 ? "auto" : "enabled"
}

/** Whether a mode and a budget, hidden or not, were all there was to say, and the target is told them. */
const writeTyped = ({ target }: Writing, thinking: ThinkingConfig, body: JsonObjectBuilder): boolean => {
  const { budget = -1, effort, visible } = thinking
  const type = typeOf(thinking)
  if (target.thinking?.budget === undefined && target.thinking?.adaptive !== true) return false
  if (type === undefined || effort !== undefined) return false
  if (visible === false && type !== "disabled") {
    body["reasoning"] = { ...(budget > 0 ? { max_tokens: budget } : { enabled: true }), exclude: true }
    return true
  }
  body["thinking"] = { type, ...(budget > 0 ? { budget_tokens: budget } : {}) }
  return true
}

/** Out that are kept as they were spelled, and do not control thinking. */
const others: ReadonlySet<string> = new Set(["/max_tokens", "/user", "/function_call", "/stream", "/stream_options"])

const writeConsumed = (writing: Writing, request: ChatRequest, body: JsonObjectBuilder): boolean => {
  const members = [...(ownNative(request)?.consumed ?? [])].filter(([path]) => !others.has(path))
  if (members.length === 0) return false
  const tree: JsonObjectBuilder = { stream: true }
  for (const [path, text] of members) putAt(tree, path, text)
  const again = readThinking(new IssueReader(), JsonText.tree(tree).object ?? {}, writing.target.names ?? wireNames)
  if (!sameThinking(again.thinking, request.thinking)) return false
  for (const [path, text] of members) putAt(body, path, text)
  return true
}
