import type { FinishReason, ContentPart } from "../../core/chat/chat.ts"
import type { Json } from "../../core/json/json.ts"
import { id } from "./wire.ts"

type Kind = FinishReason["kind"]

/** Every finish reason and what it means; the first of a kind is the one that is written. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["STOP", "stop"],
  ["MAX_TOKENS", "length"],
  ["SAFETY", "blocked"],
  ["RECITATION", "blocked"],
  ["BLOCKLIST", "blocked"],
  ["PROHIBITED_CONTENT", "blocked"],
  ["SPII", "blocked"],
  ["IMAGE_SAFETY", "blocked"],
  ["IMAGE_PROHIBITED_CONTENT", "blocked"],
  ["IMAGE_RECITATION", "blocked"],
  ["LANGUAGE", "blocked"],
  ["MODEL_ARMOR", "blocked"],
  ["CONTINUATION", "context"],
  ["MALFORMED_FUNCTION_CALL", "malformed"],
  ["UNEXPECTED_TOOL_CALL", "malformed"],
  ["TOO_MANY_TOOL_CALLS", "malformed"],
  ["MALFORMED_RESPONSE", "malformed"],
  ["OTHER", "other"]
])

/** The reasons by their numbers, which the vendor's cloud says in place of words where it is asked to. */
const numbered = [
  undefined,
  "STOP",
  "MAX_TOKENS",
  "SAFETY",
  "RECITATION",
  "OTHER",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "MALFORMED_FUNCTION_CALL",
  "MODEL_ARMOR"
] as const

/** The reason that a candidate gives; undefined where it gives none. */
export const wordOf = (said: Json | undefined): string | undefined =>
  typeof said === "number" ? numbered[said] : typeof said === "string" ? said : undefined

/** Reasons that their kind alone gives back. */
const exact: ReadonlySet<string> = new Set(["STOP", "MAX_TOKENS", "SAFETY", "MALFORMED_FUNCTION_CALL", "OTHER"])

/** What a finish reason means. There is none for calls: an answer that stopped with one for the client ended for it. */
export const finishOf = (word: string, calls: boolean): FinishReason => {
  const kind = kinds.get(word) ?? "other"
  if (kind === "stop" && calls) return { kind: "tool-calls" }
  return exact.has(word) ? { kind } : { kind, raw: { format: id, value: word } }
}

/** The finish reason for a finish, and whether it says what the finish does. */
export const reasonOf = (finish: FinishReason): { readonly reason: string; readonly exact: boolean } => {
  if (finish.raw?.format === id) return { reason: finish.raw.value, exact: true }
  switch (finish.kind) {
    case "stop":
    case "tool-calls":
      return { reason: "STOP", exact: true }
    case "length":
      return { reason: "MAX_TOKENS", exact: true }
    case "blocked":
      return { reason: "SAFETY", exact: true }
    case "malformed":
      return { reason: "MALFORMED_FUNCTION_CALL", exact: true }
    case "other":
      return { reason: "OTHER", exact: finish.raw === undefined }
    case "context":
      return { reason: "MAX_TOKENS", exact: false }
    case "refusal":
      return { reason: "SAFETY", exact: false }
    case "stop-sequence":
    case "pause":
    case "compaction":
      return { reason: "STOP", exact: false }
  }
}

/** Whether a part is a call that the client has to answer. */
export const isClientCall = (part: ContentPart): boolean => part.type === "tool-call" && part.runBy === "client"
