import { verifyRedacted, verifyThinking } from "../../digest.ts"
import { given, isObject, listAt, member, objectsAt, textAt } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import type { Problem } from "../../refusal.ts"
import { invalid } from "../context.ts"
import type { Context, MessagesRefusal } from "../context.ts"
import { ofKind } from "../turns.ts"
import type { Placed } from "../turns.ts"

const idOf = ({ block }: Placed): string => textAt(block, "id") ?? ""
const answers = ({ block }: Placed): string => textAt(block, "tool_use_id") ?? ""

const thinks = ({ body }: Context): boolean => ["enabled", "adaptive"].includes(textAt(body, "thinking", "type") ?? "")

const ending = ({ turns }: Context): readonly Placed[] => {
  const last = turns.at(-1)
  return last?.role === "assistant" ? last.blocks : []
}

const eachThought = (
  context: Context,
  kind: string,
  check: (placed: Placed) => Problem | undefined
): Problem | undefined => firstOf(context.turns, (turn) => firstOf(ofKind(turn, kind), check))

const unanswered = ({ turns }: Context): Problem | undefined =>
  firstOf(turns, (turn, index) => {
    const answered = new Set(ofKind(turns[index + 1], "tool_result").map(answers))
    const open = turn.role === "assistant" ? ofKind(turn, "tool_use").filter((use) => !answered.has(idOf(use))) : []
    return when(
      open.length > 0,
      `${open[0]?.at ?? ""}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.map(idOf).join(", ")}.`
    )
  })

/** Roles, turns, and how calls, results and thoughts follow each other. */
export const messageRefusals: readonly MessagesRefusal[] = [
  invalid("empty-messages", "the list of messages is empty", ({ body }) =>
    when(listAt(body, "messages").length === 0, "messages: at least one message is required")
  ),
  invalid("message-shape", "a message is not an object with a content", ({ body }) =>
    firstOf(listAt(body, "messages"), (message, index) => {
      if (!isObject(message)) return { message: `messages.${index}: Input should be an object` }
      return when(given(message, "content") === undefined, `messages.${index}.content: Field required`)
    })
  ),
  invalid("system-first", "the system prompt stands among the messages", ({ body }) =>
    when(
      textAt(objectsAt(body, "messages")[0], "role") === "system",
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.'
    )
  ),
  invalid(
    "late-system-unsupported",
    "a later message is a system message, on a model without them",
    ({ body, rules }) =>
      firstOf(objectsAt(body, "messages"), (message, index) =>
        when(
          rules?.lateSystem === false && textAt(message, "role") === "system",
          `messages.${index}.role: system messages are not supported for this model`
        )
      )
  ),
  invalid("bad-role", "a role is none of the vendor's", ({ body }) =>
    firstOf(objectsAt(body, "messages"), (message) =>
      when(
        !["user", "assistant", "system"].includes(textAt(message, "role") ?? ""),
        `messages: Unexpected role "${textAt(message, "role") ?? ""}". Allowed roles are "user" or "assistant".`
      )
    )
  ),
  invalid("first-role", "the first message is not the user's", ({ turns }) =>
    when(turns[0]?.role !== "user", 'messages: first message must use the "user" role')
  ),
  invalid("orphan-tool-result", "a tool result answers no call of the turn before it", ({ turns }) =>
    firstOf(turns, (turn, index) => {
      const calls = new Set(ofKind(turns[index - 1], "tool_use").map(idOf))
      return firstOf(ofKind(turn, "tool_result"), (result) =>
        when(
          !calls.has(answers(result)),
          `${result.at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${answers(result)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
        )
      )
    })
  ),
  invalid("unanswered-tool-use", "a call has no result in the turn after it", unanswered),
  invalid("duplicate-tool-use", "two calls have one id", ({ turns }) => {
    const calls = turns.flatMap((turn) => ofKind(turn, "tool_use"))
    const ids = calls.map(idOf)
    return firstOf(calls, (call, index) =>
      when(ids.indexOf(idOf(call)) < index, `${call.at}: \`tool_use\` ids must be unique`)
    )
  }),
  invalid("duplicate-tool-result", "a call has two results", ({ turns }) =>
    firstOf(turns, (turn) => {
      const results = ofKind(turn, "tool_result")
      const ids = results.map(answers)
      return firstOf(results, (result, index) => {
        const id = answers(result)
        return when(
          ids.indexOf(id) < index,
          `${result.at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`
        )
      })
    })
  ),
  invalid("text-before-result", "something stands before the results of a turn", ({ turns }) =>
    firstOf(turns, (turn) => {
      const kinds = turn.blocks.map(({ block }) => textAt(block, "type"))
      const last = kinds.lastIndexOf("tool_result")
      return when(
        kinds.slice(0, Math.max(0, last)).some((kind) => kind !== "tool_result"),
        "messages: `tool_result` blocks must come first in the turn that answers `tool_use` blocks."
      )
    })
  ),
  invalid("prefill-unsupported", "the last message is the assistant's, on a model without prefill", (context) =>
    when(
      context.rules?.prefill === false && ending(context).length > 0,
      "This model does not support assistant message prefill. The conversation must end with a user message."
    )
  ),
  invalid("prefill-with-thinking", "the last message is the assistant's while thinking", (context) =>
    when(
      thinks(context) && ending(context).length > 0,
      "messages: the final message must not be a prefilled `assistant` message when thinking is enabled."
    )
  ),
  invalid("prefill-with-format", "the last message is the assistant's, with an output format", (context) =>
    when(
      given(context.body, "output_config", "format") !== undefined && ending(context).length > 0,
      "output_config.format: prefilling the assistant's message is not supported with structured outputs"
    )
  ),
  invalid("prefill-whitespace", "the last assistant text ends in whitespace", (context) => {
    const text = textAt(ending(context).at(-1)?.block, "text") ?? ""
    return when(text !== text.trimEnd(), "messages: final assistant content cannot end with trailing whitespace")
  }),
  invalid(
    "thinking-not-first",
    "manual thinking, and the turn whose calls are answered does not begin with a thought",
    (context) => {
      const turn = context.turns.findLast(({ role }) => role === "assistant")
      const open = ofKind(turn, "tool_use").length > 0 && ofKind(context.turns.at(-1), "tool_result").length > 0
      const first = textAt(turn?.blocks[0]?.block, "type") ?? ""
      return when(
        textAt(context.body, "thinking", "type") === "enabled" &&
          open &&
          !["thinking", "redacted_thinking"].includes(first),
        `${turn?.blocks[0]?.at ?? ""}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`
      )
    }
  ),
  invalid("thinking-last", "the assistant's turn ends in a thought", ({ turns }) =>
    firstOf(turns, (turn) => {
      const last = turn.blocks.at(-1)
      const kind = textAt(last?.block, "type") ?? ""
      const at = last?.at.split(".").slice(0, 2).join(".") ?? ""
      return when(
        turn.role === "assistant" && ["thinking", "redacted_thinking"].includes(kind),
        `${at}: The final block in an assistant message cannot be \`thinking\`.`
      )
    })
  ),
  invalid("thinking-signature", "a thought's signature is not this vendor's for this text", (context) =>
    eachThought(context, "thinking", ({ block, at }) =>
      when(
        !verifyThinking(textAt(block, "thinking") ?? "", textAt(block, "signature") ?? ""),
        `${at}: Invalid \`signature\` in \`thinking\` block`
      )
    )
  ),
  invalid("redacted-data", "a redacted thought's bytes are not this vendor's", (context) =>
    eachThought(context, "redacted_thinking", ({ block, at }) =>
      when(!verifyRedacted(textAt(block, "data") ?? ""), `${at}: Invalid \`data\` in \`redacted_thinking\` block`)
    )
  ),
  invalid("misplaced-block", "a user's turn holds a thought or a call, or the assistant's a result", ({ turns }) =>
    firstOf(turns, (turn) => {
      const isUser = turn.role === "user"
      const foreign = isUser ? ["thinking", "redacted_thinking", "tool_use"] : ["tool_result", "image"]
      return firstOf(turn.blocks, ({ block, at }) => {
        const kind = textAt(block, "type") ?? ""
        const [messages = "", index = ""] = at.split(".")
        return when(
          foreign.includes(kind),
          `${messages}.${index}: \`${kind}\` blocks can only be in \`${isUser ? "assistant" : "user"}\` messages`
        )
      })
    })
  ),
  invalid("tool-input", "the input of a call is not an object", ({ turns }) =>
    firstOf(turns, (turn) =>
      firstOf(ofKind(turn, "tool_use"), ({ block, at }) =>
        when(!isObject(member(block, "input")), `${at}.tool_use.input: Input should be an object`)
      )
    )
  )
]
