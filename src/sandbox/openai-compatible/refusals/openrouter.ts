import { given, numberAt, objectsAt, textAt } from "../../json.ts"
import type { JsonObject } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import { invalid } from "../context.ts"
import type { AlikeRefusal } from "../context.ts"
import { signatureOf } from "../thinking.ts"
import { outputRange } from "./common.ts"

const isForged = (detail: JsonObject): boolean => {
  const signature = textAt(detail, "signature")
  return textAt(detail, "format") !== "anthropic-claude-v1"
    ? given(detail, "format") !== "unknown"
    : signature !== undefined && signature !== signatureOf(textAt(detail, "text") ?? "")
}

/** What OpenRouter refuses. */
export const openrouterRefusals: readonly AlikeRefusal[] = [
  invalid("reasoning-twice", "reasoning has an effort and a budget", ({ body }) =>
    when(
      textAt(body, "reasoning", "effort") !== undefined && numberAt(body, "reasoning", "max_tokens") !== undefined,
      'Only one of "reasoning.effort" and "reasoning.max_tokens" can be specified'
    )
  ),
  invalid("reasoning-budget", "the budget of reasoning does not fit under the limit of the output", ({ body }) => {
    const limit = numberAt(body, "max_completion_tokens") ?? numberAt(body, "max_tokens") ?? Infinity
    const budget = numberAt(body, "reasoning", "max_tokens") ?? 0
    return when(budget >= limit, "`max_tokens` must be greater than `reasoning.max_tokens`")
  }),
  invalid("reasoning-details", "details of reasoning are not as they were given", ({ messages }) =>
    firstOf(messages, (message, index) =>
      when(
        objectsAt(message, "reasoning_details").some(isForged),
        `messages.${index}: Invalid \`signature\` in \`thinking\` block`
      )
    )
  ),
  outputRange((most) => `max_tokens: at most ${most}`)
]
