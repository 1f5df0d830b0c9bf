import { type BlockReason, type FinishReason, kindOfFinish } from "../../core/chat/chat.ts"
import { toldKind } from "../../core/chat/finish.ts"
import type { JsonObject } from "../../core/json/json.ts"
import type { RuleKey } from "./rules.ts"
import { id } from "./wire.ts"

type Kind = FinishReason["kind"]

/** Why an answer ended. The content wins: an answer that stopped with a call for the client ended for the call. */
export const decodeFinishReason = (word: string, calls: boolean): FinishReason => {
  const meaning = kindOfFinish(word)
  const kind = meaning === "stop" && calls ? "tool-calls" : meaning
  return words[kind][0] === word ? { kind } : { kind, raw: { format: id, value: word } }
}

/** What a gateway says of why a choice failed: the reason in its own vendor's word. */
export const failureReason = ({
  finish_reason: word,
  native_finish_reason: native
}: JsonObject): BlockReason | undefined =>
  word === "error" && typeof native === "string" ? { message: native } : undefined

/**
 * The word for each reason, and the rule of the note where it says less.
 *
 * @see https://developers.openai.com/api/reference/python/resources/chat its `finish_reason`, and `Choice` of `openai` 7.55 (read 2026-11)
 */
const words: Readonly<Record<Kind, readonly [word: string, rule?: RuleKey]>> = {
  stop: ["stop"],
  "stop-sequence": ["stop", "finish-reason/word"],
  length: ["length"],
  context: ["length", "finish-reason/word"],
  "tool-calls": ["tool_calls"],
  blocked: ["content_filter"],
  refusal: ["content_filter", "finish-reason/word"],
  pause: ["stop", "finish-reason"],
  malformed: ["stop", "finish-reason/malformed"],
  compaction: ["stop", "finish-reason/word"],
  other: ["stop", "finish-reason"]
}

/** The word for a reason, and the rule of the note where it says less. `calls`: whether there are any; `legacy`: in the old spelling. */
export const encodeFinishReason = (
  { kind, raw, sequence }: FinishReason,
  calls: boolean,
  legacy: boolean
): readonly [word: string, rule: RuleKey | undefined] => {
  if (raw?.format === id) return [raw.value, undefined]
  if (sequence !== undefined) return ["stop", "unsupported"]
  const told = toldKind(kind, calls)
  const [word] = words[told]
  return [told === "tool-calls" && calls && legacy ? "function_call" : word, words[kind][1]]
}
