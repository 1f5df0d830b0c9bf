import { given } from "../../json.ts"
import { when } from "../../refusal.ts"
import { forces, formOf, invalid } from "../context.ts"
import type { AlikeRefusal } from "../context.ts"
import { developerRole, imageRefused, jsonWord, missingReasoning, outputRange } from "./common.ts"

/** What DeepSeek's API refuses. */
export const deepseekRefusals: readonly AlikeRefusal[] = [
  developerRole("unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`"),
  imageRefused("unknown variant `image_url`, expected `text`"),
  invalid("forced-choice-thinking", "a call is forced while the model thinks", (context) =>
    when(context.thinks && forces(context), "Thinking mode does not support this tool_choice")
  ),
  invalid("json-schema", "a schema is given", (context) =>
    when(formOf(context) === "json_schema", "This response_format type is unavailable now")
  ),
  jsonWord,
  missingReasoning(() => "The `reasoning_content` in the thinking mode must be passed back to the API."),
  invalid("logprobs-thinking", "log probabilities are asked for while the model thinks", ({ body, thinks }) =>
    when(thinks && given(body, "logprobs") === true, "Thinking mode does not support logprobs", "logprobs")
  ),
  outputRange((most) => `Invalid max_tokens value, the valid range of max_tokens is [1, ${most}]`)
]
