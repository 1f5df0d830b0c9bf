import type { Message, Part, ToolCallPart, ToolResultPart } from "./chat.ts"
import type { Pointer } from "./pointer.ts"

/** Something about a conversation's calls and results that no vendor takes. */
export interface Unpaired {
  readonly problem: "orphan-result" | "unanswered-call" | "duplicate-call" | "duplicate-result"
  readonly path: Pointer
}

/** Messages of one role that stand side by side. */
export interface Run {
  readonly role: Message["role"]
  readonly messages: readonly Message[]
}

/** A conversation as runs of one role. */
export const runs = (messages: readonly Message[]): readonly Run[] => {
  const out: { role: Message["role"]; messages: Message[] }[] = []
  for (const message of messages) {
    const last = out.at(-1)
    if (last !== undefined && last.role === message.role) last.messages.push(message)
    else out.push({ role: message.role, messages: [message] })
  }
  return out
}

/** Messages that become one: those with members of the format's own stay apart, so that each keeps its members. */
export const groupsOf = (messages: readonly Message[], format: string): readonly (readonly Message[])[] => {
  if (messages.length === 1) return [messages]
  const out: Message[][] = []
  let last: Message[] | undefined
  for (const message of messages) {
    const apart = message.native?.format === format && message.native.rest !== undefined
    if (last !== undefined && !apart) last.push(message)
    else out.push((last = [message]))
    if (apart) last = undefined
  }
  return out
}

/** The parts of messages, in their order. */
export const partsOf = (messages: readonly Message[]): readonly Part[] => {
  const [only] = messages
  return messages.length === 1 && only !== undefined ? only.parts : messages.flatMap(({ parts }) => parts)
}

/** Calls that the client has to answer. */
export const clientCalls = (parts: readonly Part[]): readonly ToolCallPart[] =>
  parts.filter((part): part is ToolCallPart => part.type === "tool-call" && part.runBy === "client")

/** Answers that the client gives. */
export const clientResults = (parts: readonly Part[]): readonly ToolResultPart[] =>
  parts.filter((part): part is ToolResultPart => part.type === "tool-result" && part.runBy === "client")

/**
 * A user turn's parts as vendors want them after calls: first the results, in the order of their calls, then the rest
 * in its own order. Results whose call is not among `calls` stay behind the others.
 */
export const inCallOrder = (parts: readonly Part[], calls: readonly ToolCallPart[]): readonly Part[] => {
  const results = clientResults(parts)
  if (results.length === 0 || (results.length === 1 && results[0] === parts[0])) return parts
  const place = (result: ToolResultPart): number => {
    const found = calls.findIndex((call) => call.id !== undefined && call.id === result.id)
    return found < 0 ? calls.length : found
  }
  const set = new Set<Part>(results)
  return [...results.toSorted((a, b) => place(a) - place(b)), ...parts.filter((part) => !set.has(part))]
}

/** Every call without its result, result without its call, and duplicate of either, in the conversation's order. */
export const unpaired = (messages: readonly Message[]): readonly Unpaired[] => {
  const found: Unpaired[] = []
  const open = new Map<string, ToolCallPart>()
  const answered = new Set<string>()
  let role: Message["role"] | undefined
  for (const message of messages) {
    if (role !== undefined && role !== message.role && message.role === "assistant") close(open, found)
    if (role === "user" && message.role !== "user") close(open, found)
    if (role !== message.role && answered.size > 0) answered.clear()
    role = message.role
    for (const part of message.parts) {
      if (part.type === "tool-call") ask(part, open, found)
      else if (part.type === "tool-result") answer(part, open, answered, found)
    }
  }
  close(open, found)
  return found
}

const close = (open: Map<string, ToolCallPart>, found: Unpaired[]): void => {
  if (open.size === 0) return
  for (const call of open.values()) found.push({ problem: "unanswered-call", path: call.at ?? "" })
  open.clear()
}

const ask = (call: ToolCallPart, open: Map<string, ToolCallPart>, found: Unpaired[]): void => {
  if (call.runBy === "provider" || call.id === undefined) return
  if (open.has(call.id)) found.push({ problem: "duplicate-call", path: call.at ?? "" })
  open.set(call.id, call)
}

const answer = (
  result: ToolResultPart,
  open: Map<string, ToolCallPart>,
  answered: Set<string>,
  found: Unpaired[]
): void => {
  const { id, runBy, at } = result
  if (runBy === "provider" || id === undefined) return
  if (open.delete(id)) answered.add(id)
  else found.push({ problem: answered.has(id) ? "duplicate-result" : "orphan-result", path: at ?? "" })
}
