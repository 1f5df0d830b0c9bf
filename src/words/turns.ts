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
  if (results.length === 0) return parts
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
  let open = new Map<string, ToolCallPart>()
  const close = (): void => {
    for (const call of open.values()) found.push({ problem: "unanswered-call", path: call.at ?? "" })
    open = new Map()
  }
  for (const { role, messages: side } of runs(messages)) {
    const parts = side.flatMap((message) => message.parts)
    if (role === "assistant") {
      close()
      for (const call of clientCalls(parts)) {
        if (call.id === undefined) continue
        if (open.has(call.id)) found.push({ problem: "duplicate-call", path: call.at ?? "" })
        open.set(call.id, call)
      }
    } else if (role === "user") {
      found.push(...answer(open, clientResults(parts)))
      close()
    }
  }
  close()
  return found
}

const answer = (open: Map<string, ToolCallPart>, results: readonly ToolResultPart[]): readonly Unpaired[] => {
  const answered = new Set<string>()
  const found: Unpaired[] = []
  for (const { id, at } of results) {
    if (id === undefined || open.delete(id)) {
      if (id !== undefined) answered.add(id)
    } else found.push({ problem: answered.has(id) ? "duplicate-result" : "orphan-result", path: at ?? "" })
  }
  return found
}
