import { given, member, numberAt, objectsAt, textAt } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import { forces, invalid } from "../context.ts"
import type { AlikeRefusal, Context } from "../context.ts"
import { developerRole, imageRefused, missingReasoning, outputRange, thinkingType } from "./common.ts"

/** Sampling members that the newest models take in one value alone. */
const fixedIn = ({ thinks }: Context): readonly (readonly [member: string, value: number])[] => [
  ["temperature", thinks ? 1 : 0.6],
  ["top_p", 0.95],
  ["n", 1],
  ["presence_penalty", 0],
  ["frequency_penalty", 0]
]

/** Whether a model that thinks can be made to call some function, and is. */
const mayForce = ({ model, body }: Context): boolean =>
  model?.rules.byEffort === true && given(body, "tool_choice") === "required"

/** @see https://platform.kimi.ai/docs/api/chat `thinking.type` is required, and one of two words (read 2026-11) */
const typedThinking = thinkingType(
  ["enabled", "disabled"],
  () => "Invalid request: thinking.type must be enabled or disabled"
)

/** What Moonshot's API refuses. */
export const kimiRefusals: readonly AlikeRefusal[] = [
  typedThinking,
  developerRole("Invalid request: unsupported role ROLE_UNSPECIFIED"),
  invalid("fixed-sampling", "a sampling member of a model whose sampling is fixed has another value", (context) =>
    context.model?.rules.thinks !== "unasked" && context.model?.rules.byEffort !== true
      ? undefined
      : firstOf(fixedIn(context), ([name, value]) =>
          when(
            (numberAt(context.body, name) ?? value) !== value,
            `invalid ${name}: only ${value} is allowed for this model`,
            name
          )
        )
  ),
  invalid("temperature-range", "the temperature is above 1", ({ body }) =>
    when((numberAt(body, "temperature") ?? 0) > 1, "invalid temperature: must be between 0 and 1", "temperature")
  ),
  invalid("forced-choice-thinking", "a call is forced while the model thinks", (context) =>
    when(
      context.thinks && forces(context) && !mayForce(context),
      `tool_choice '${given(context.body, "tool_choice") === "required" ? "required" : "specified"}' is incompatible with thinking enabled`
    )
  ),
  missingReasoning(
    (index) => `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`
  ),
  imageRefused("Image input not supported for this model"),
  invalid("image-url", "an image is somewhere on the web", ({ messages }) =>
    firstOf(
      messages.flatMap((message) => objectsAt(message, "content")),
      (part) => when(/^https?:/.test(textAt(part, "image_url", "url") ?? ""), "unsupported image url: base64 is needed")
    )
  ),
  invalid("strict-tool", "a function is strict", ({ body }) =>
    when(
      objectsAt(body, "tools").some((tool) => member(tool, "function", "strict") !== undefined),
      "function.strict is not supported",
      "tools"
    )
  ),
  outputRange((most) => `max_tokens must be between 1 and ${most}`)
]
