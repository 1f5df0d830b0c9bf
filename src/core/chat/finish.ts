import type { FinishReason } from "./chat.ts"

type Kind = FinishReason["kind"]

const each = (kind: Kind, said: string): readonly (readonly [string, Kind])[] =>
  said.split(" ").map((word) => [word, kind])

/** What words mean, in small letters. An answer that broke off did not end its turn. */
const kinds: ReadonlyMap<string, Kind> = new Map([
  ...each("stop", "stop eos eos_token end end_turn"),
  ...each("length", "length max_tokens insufficient_system_resource network_error error abort"),
  ...each("tool-calls", "tool_calls function_call tool_use"),
  ...each(
    "blocked",
    "content_filter sensitive safety recitation blocklist prohibited_content spii guardrail_intervened"
  ),
  ...each("context", "model_length model_context_window_exceeded"),
  ...each("malformed", "malformed_function_call")
])

/** Why an answer ended, by a word that vendors say it with in whatever format they speak. A word may go on behind a colon. */
export const kindOfFinish = (word: string): Kind => {
  const [known = ""] = word.toLowerCase().split(":", 1)
  return kinds.get(known) ?? "other"
}
