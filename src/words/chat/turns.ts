import type { Message, Part, ToolCallPart, ToolResultPart } from "./chat.ts"
import type { Pointer } from "../json/pointer.ts"

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
 * in its own order. Results that answer none of `calls` stay behind the others.
 */
export const inCallOrder = (parts: readonly Part[], calls: readonly ToolCallPart[]): readonly Part[] => {
  const results = clientResults(parts)
  if (results.length === 0 || (results.length === 1 && results[0] === parts[0])) return parts
  const answered = answers(results, calls)
  const place = (result: ToolResultPart): number => {
    const call = answered.get(result)
    return call === undefined ? calls.length : calls.indexOf(call)
  }
  const set = new Set<Part>(results)
  return [...results.toSorted((a, b) => place(a) - place(b)), ...parts.filter((part) => !set.has(part))]
}

/** The call that each result answers, as far as there is one. */
export const answers = (
  results: readonly ToolResultPart[],
  calls: readonly ToolCallPart[]
): ReadonlyMap<ToolResultPart, ToolCallPart> => {
  const open = [...calls]
  const found = new Map<ToolResultPart, ToolCallPart>()
  for (const result of results) {
    const call = takeAnswered(open, result)
    if (call !== undefined) found.set(result, call)
  }
  return found
}

/** The call that a result answers, which is open no longer. */
const takeAnswered = (open: ToolCallPart[], result: ToolResultPart): ToolCallPart | undefined => {
  const index = answeredCall(open, result)
  return index < 0 ? undefined : open.splice(index, 1)[0]
}

/**
 * Which of the calls that wait for an answer a result answers: the one of its id; else, where ids are missing, the first
 * of its name, and without a name the first of all. -1 where there is none.
 */
export const answeredCall = (open: readonly ToolCallPart[], { id, name }: ToolResultPart): number => {
  const own = id === undefined ? -1 : open.findIndex((call) => call.id === id)
  if (own >= 0) return own
  if (name === undefined) return id === undefined ? Math.min(0, open.length - 1) : -1
  return open.findIndex((call) => call.name === name && (id === undefined || call.id === undefined))
}

/** Every call without its result, result without its call, and duplicate of either, in the conversation's order. */
export const unpaired = (messages: readonly Message[]): readonly Unpaired[] => {
  const found: Unpaired[] = []
  let open: ToolCallPart[] = []
  const close = (): void => {
    for (const { at = "" } of open) found.push({ problem: "unanswered-call", path: at })
    open = []
  }
  let before: Message["role"] | undefined
  for (const { role, messages: said } of runs(messages)) {
    if (role === "assistant" || before === "user") close()
    before = role
    const answered = new Set<string>()
    for (const part of partsOf(said)) {
      const problem = problemOf(part, role, open, answered)
      if (problem !== undefined) found.push({ problem, path: part.at ?? "" })
    }
  }
  close()
  return found
}

/** What is wrong with a part of a turn beside the calls that are open; a call outside an assistant's turn is never answered. */
const problemOf = (
  part: Part,
  role: Message["role"],
  open: ToolCallPart[],
  answered: Set<string>
): Unpaired["problem"] | undefined => {
  if ((part.type !== "tool-call" && part.type !== "tool-result") || part.runBy === "provider") return undefined
  const { id } = part
  if (part.type === "tool-call") {
    if (role !== "assistant") return "unanswered-call"
    if (id !== undefined && open.some((call) => call.id === id)) return "duplicate-call"
    open.push(part)
  } else if (takeAnswered(open, part) === undefined) {
    return id !== undefined && answered.has(id) ? "duplicate-result" : "orphan-result"
  } else if (id !== undefined) answered.add(id)
  return undefined
}
