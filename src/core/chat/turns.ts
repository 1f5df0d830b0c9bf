import type { ChatMessage, ChatRequest, ContentPart, ToolCallPart, ToolDefinition, ToolResultPart } from "./chat.ts"
import type { JsonPointer } from "../json/pointer.ts"
import { OpenCalls, isClientCall } from "./tool-calls.ts"
import { appendAll } from "../collections.ts"

/** Something about a conversation's calls and results that no vendor takes. */
interface UnpairedCall {
  readonly problem: "orphan-result" | "unanswered-call" | "duplicate-call" | "duplicate-result"
  readonly path: JsonPointer
}

/** What a note says of each. */
export const unpairedReasons: Readonly<Record<UnpairedCall["problem"], string>> = {
  "orphan-result": "The tool result matches no tool call of the turn before.",
  "unanswered-call": "The tool call has no result.",
  "duplicate-call": "Two tool calls of one turn have the same id.",
  "duplicate-result": "The tool call has more than one result."
}

/** Messages of one role that stand side by side. */
export interface MessageRun {
  readonly role: ChatMessage["role"]
  readonly messages: readonly ChatMessage[]
}

/** A conversation as runs of one role. */
export const messageRuns = (messages: readonly ChatMessage[]): readonly MessageRun[] => {
  const out: { role: ChatMessage["role"]; messages: ChatMessage[] }[] = []
  for (const message of messages) {
    const last = out.at(-1)
    if (last !== undefined && last.role === message.role) last.messages.push(message)
    else out.push({ role: message.role, messages: [message] })
  }
  return out
}

/** Messages that become one: those with members of the format's own stay apart, so that each keeps its members. */
export const groupsOf = (messages: readonly ChatMessage[], format: string): readonly (readonly ChatMessage[])[] => {
  if (messages.length === 1) return [messages]
  const out: ChatMessage[][] = []
  let last: ChatMessage[] | undefined
  for (const message of messages) {
    const apart = message.native?.format === format && message.native.rest !== undefined
    if (last !== undefined && !apart) last.push(message)
    else out.push((last = [message]))
    if (apart) last = undefined
  }
  return out
}

/** A later system message as user text, for a format that has no place for it; without parts where it has no text. */
export const systemAsUser = (message: ChatMessage): ChatMessage => {
  const { native: _, ...plain } = message
  const texts = message.parts.flatMap((part) => (part.type === "text" && part.text !== "" ? [part.text] : []))
  const text = `<system>\n${texts.join("\n")}\n</system>`
  return { ...plain, role: "user", parts: texts.length === 0 ? [] : [{ type: "text", text }] }
}

/** The parts of messages, in their order. */
export const partsOf = (messages: readonly ChatMessage[]): readonly ContentPart[] => {
  const [only] = messages
  return messages.length === 1 && only !== undefined ? only.parts : messages.flatMap(({ parts }) => parts)
}

/** Calls that the client has to answer. */
export const clientCalls = (parts: readonly ContentPart[]): readonly ToolCallPart[] => parts.filter(isClientCall)

/** Whether a part is an answer that the client gives. */
export const isClientResult = (part: ContentPart): part is ToolResultPart =>
  part.type === "tool-result" && part.runBy === "client"

/** Answers that the client gives. */
export const clientResults = (parts: readonly ContentPart[]): readonly ToolResultPart[] => parts.filter(isClientResult)

/**
 * A user turn's parts as vendors want them after calls: first the results, in the order of their calls, then the rest
 * in its own order. Results that answer none of `calls` stay behind the others. The same parts where they stand so.
 */
export const inCallOrder = (parts: readonly ContentPart[], calls: readonly ToolCallPart[]): readonly ContentPart[] => {
  const results = clientResults(parts)
  if (results.every((result, place) => result === parts[place] && isOf(result, calls[place]))) return parts
  const byCall = new Map([...callOfResults(results, calls)].map(([result, call]) => [call, result]))
  const first = new Set<ContentPart>([...calls.flatMap((call) => byCall.get(call) ?? []), ...results])
  const ordered = [...first, ...parts.filter((part) => !first.has(part))]
  return ordered.every((part, index) => part === parts[index]) ? parts : ordered
}

/** Whether a result answers the first of the calls that wait, as most do. */
const isOf = ({ id, name }: ToolResultPart, call: ToolCallPart | undefined): boolean =>
  call !== undefined && id === call.id && (id !== undefined || name === call.name)

/** The call that each result answers, as far as there is one. */
export const callOfResults = (
  results: readonly ToolResultPart[],
  calls: readonly ToolCallPart[]
): ReadonlyMap<ToolResultPart, ToolCallPart> => {
  const open = new OpenCalls(calls)
  const found = new Map<ToolResultPart, ToolCallPart>()
  for (const result of results) {
    const call = open.take(result)
    if (call !== undefined) found.set(result, call)
  }
  return found
}

/**
 * What the assistant said in turns in which it called tools: from what the user says, which results alone are not, to what
 * the user says next.
 */
export const saidInCallingTurns = (messages: readonly ChatMessage[]): ReadonlySet<ContentPart> => {
  const found = new Set<ContentPart>()
  let turn: ContentPart[] = []
  const end = (): void => {
    if (turn.some(isClientCall)) for (const part of turn) found.add(part)
    turn = []
  }
  for (const { role, parts } of messages) {
    if (role === "assistant") appendAll(turn, parts)
    else if (role === "user" && !parts.every(isClientResult)) end()
  }
  end()
  return found
}

/** Every call without its result, result without its call, and duplicate of either, in the conversation's order. */
export const unpairedCalls = (messages: readonly ChatMessage[]): readonly UnpairedCall[] => {
  const found: UnpairedCall[] = []
  if (!messages.some(usesTools)) return found
  const open = new OpenCalls()
  const close = (): void => {
    for (const { at = "" } of open.all) found.push({ problem: "unanswered-call", path: at })
    open.clear()
  }
  const answered = new Set<string>()
  let before: ChatMessage["role"] | undefined
  for (const { role, messages: run } of messageRuns(messages)) {
    if (role === "assistant" || before === "user") close()
    before = role
    if (answered.size > 0) answered.clear()
    for (const part of partsOf(run)) {
      const problem = problemOf(part, role, open, answered)
      if (problem !== undefined) found.push({ problem, path: part.at ?? "" })
    }
  }
  close()
  return found
}

const usesTools = ({ parts }: ChatMessage): boolean =>
  parts.some(({ type }) => type === "tool-call" || type === "tool-result")

/** What is wrong with a part of a turn beside the calls that are open; a call outside an assistant's turn is never answered, a result inside it answers none. */
const problemOf = (
  part: ContentPart,
  role: ChatMessage["role"],
  open: OpenCalls,
  answered: Set<string>
): UnpairedCall["problem"] | undefined => {
  if ((part.type !== "tool-call" && part.type !== "tool-result") || part.runBy === "provider") return undefined
  const { id } = part
  if (part.type === "tool-call") {
    if (role !== "assistant") return "unanswered-call"
    if (!open.add(part)) return "duplicate-call"
  } else if (role === "assistant" || open.take(part) === undefined) {
    return id !== undefined && answered.has(id) ? "duplicate-result" : "orphan-result"
  } else if (id !== undefined) answered.add(id)
  return undefined
}

/**
 * The tools that a conversation ends with: those that came or went in its course are folded in, for a format whose
 * tools cannot change. A declared tool that was taken away, and not brought back, is left out.
 */
export const toolsAtEnd = ({ tools, messages }: ChatRequest): readonly ToolDefinition[] | undefined => {
  let gone: Set<string> | undefined
  for (const { role, parts } of messages) {
    if (role !== "system") continue
    for (const part of parts) {
      if (part.type !== "tool-change" || part.name === undefined) continue
      gone ??= new Set()
      if (part.change === "remove") gone.add(part.name)
      else gone.delete(part.name)
    }
  }
  if (tools === undefined || gone === undefined || gone.size === 0) return tools
  const left = gone
  return tools.filter(({ name }) => name === undefined || !left.has(name))
}
