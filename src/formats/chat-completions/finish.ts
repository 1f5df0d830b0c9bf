import type { FinishReason, Part } from "../../words/chat.ts"
import type { Key } from "./rules.ts"
import { id } from "./wire.ts"

const kinds: ReadonlyMap<string, FinishReason["kind"]> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["tool_calls", "tool-calls"],
  ["function_call", "tool-calls"],
  ["content_filter", "blocked"],
  ["model_length", "context"],
  ["max_tokens", "length"],
  ["eos", "stop"],
  ["end_turn", "stop"],
  ["tool_use", "tool-calls"]
])

const plain: ReadonlySet<string> = new Set(["stop", "length", "tool_calls", "content_filter"])

/** Why an answer ended. The content wins: an answer that stopped with a call for the client ended for the call. */
export const readFinish = (word: string, calls: boolean): FinishReason => {
  const kind = kinds.get(word) ?? "other"
  if (kind === "stop" && calls) return { kind: "tool-calls", raw: { format: id, value: word } }
  return plain.has(word) ? { kind } : { kind, raw: { format: id, value: word } }
}

/** The word for a reason, and the rule of the note where it says less. */
export const writeFinish = (finish: FinishReason, legacy: boolean): { readonly word: string; readonly rule?: Key } => {
  if (finish.raw?.format === id) return { word: finish.raw.value }
  switch (finish.kind) {
    case "stop":
      return { word: "stop" }
    case "stop-sequence":
      return finish.sequence === undefined
        ? { word: "stop", rule: "finish-kind" }
        : { word: "stop", rule: "stop-sequence" }
    case "length":
      return { word: "length" }
    case "context":
      return { word: "length", rule: "finish-kind" }
    case "tool-calls":
      return { word: legacy ? "function_call" : "tool_calls" }
    case "blocked":
      return { word: "content_filter" }
    case "refusal":
      return { word: "content_filter", rule: "finish-kind" }
    case "pause":
      return { word: "stop", rule: "finish-pause" }
    case "malformed":
      return { word: "stop", rule: "finish-malformed" }
    case "compaction":
    case "other":
      return { word: "stop", rule: "finish-kind" }
  }
}

/** Whether parts hold a call that the client has to answer. */
export const hasClientCall = (parts: readonly Part[]): boolean =>
  parts.some((part) => part.type === "tool-call" && part.runBy === "client")
