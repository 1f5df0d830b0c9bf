import { given, member, objectsAt, textAt } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import { forces, formOf, invalid } from "../context.ts"
import type { AlikeRefusal } from "../context.ts"
import { developerRole, imageRefused, jsonWord, missingReasoning, outputRange, thinkingType } from "./common.ts"

/**
 * The body is read into types: a member that lacks, or a word that is none of those known, is told by its place.
 *
 * @see https://api-docs.deepseek.com/api/create-chat-completion `thinking.type` is required (read 2026-11)
 */
const typedThinking = thinkingType(["enabled", "disabled"], (type) =>
  type === undefined
    ? "Failed to deserialize the JSON body into the target type: thinking: missing field `type`"
    : `Failed to deserialize the JSON body into the target type: thinking.type: unknown variant \`${type}\`, expected \`enabled\` or \`disabled\``
)

/** @see https://github.com/danny-avila/LibreChat/issues/12804 status, code and sentence of a tool that is no function (2026-04) */
const toolType = invalid(
  "tool-type",
  "a tool is no function",
  ({ body }) =>
    firstOf(objectsAt(body, "tools"), (tool, index) =>
      when(
        member(tool, "function") === undefined,
        `Failed to deserialize the JSON body into the target type: tools[${index}]: missing field \`function\``
      )
    ),
  "invalid_request_error"
)

/** @see https://github.com/tailcallhq/forgecode/issues/2008 status, code and sentence (2025-11) */
const contentList = invalid(
  "content-list",
  "what the assistant or a tool said is a list",
  ({ body }) =>
    firstOf(objectsAt(body, "messages"), (message, index) =>
      when(
        ["assistant", "tool"].includes(textAt(message, "role") ?? "") && Array.isArray(member(message, "content")),
        `Failed to deserialize the JSON body into the target type: messages[${index}]: invalid type: sequence, expected a string`
      )
    ),
  "invalid_request_error"
)

/** What DeepSeek's API refuses. */
export const deepseekRefusals: readonly AlikeRefusal[] = [
  typedThinking,
  toolType,
  contentList,
  developerRole("unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`"),
  imageRefused("unknown variant `image_url`, expected `text`"),
  invalid("forced-choice-thinking", "a call is forced while the model thinks", (context) =>
    when(context.thinks && forces(context), "Thinking mode does not support this tool_choice")
  ),
  invalid("json-schema", "a schema is given", (context) =>
    when(formOf(context) === "json_schema", "This response_format type is unavailable now")
  ),
  jsonWord("Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'."),
  missingReasoning(() => "The `reasoning_content` in the thinking mode must be passed back to the API."),
  invalid("logprobs-thinking", "log probabilities are asked for while the model thinks", ({ body, thinks }) =>
    when(thinks && given(body, "logprobs") === true, "Thinking mode does not support logprobs", "logprobs")
  ),
  outputRange((most) => `Invalid max_tokens value, the valid range of max_tokens is [1, ${most}]`)
]
