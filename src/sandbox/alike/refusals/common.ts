import { isStranger } from "../../asking.ts"
import { isObject, listAt, member, numberAt, objectsAt, textAt } from "../../json.ts"
import type { JsonObject } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import { formOf, invalid, speaksOfJson } from "../context.ts"
import type { AlikeRefusal, Context } from "../context.ts"

/** What every vendor refuses: who calls, what it is, which model. */
export const commonRefusals: readonly AlikeRefusal[] = [
  {
    name: "wrong-key",
    when: "the key is absent or not the sandbox's",
    status: 401,
    type: "authentication_error",
    code: "invalid_api_key",
    find: (asking) => when(isStranger(asking), "Incorrect API key provided.")
  },
  invalid("malformed-json", "the body is not a JSON object", ({ parsed }) =>
    when(!parsed, "Failed to parse the request body as JSON.")
  ),
  {
    name: "unknown-model",
    when: "the vendor has no such model",
    status: 404,
    type: "invalid_request_error",
    code: "model_not_found",
    find: ({ body, model }) =>
      when(model === undefined, `The model \`${textAt(body, "model") ?? ""}\` does not exist.`, "model")
  },
  invalid("missing-messages", "there are no messages", ({ messages }) =>
    when(messages.length === 0, "Empty input messages.", "messages")
  )
]

/** No message may be the developer's. */
export const developerRole = (message: string): AlikeRefusal =>
  invalid("developer-role", "a message is the developer's", ({ messages }) =>
    firstOf(messages, (it, index) => when(textAt(it, "role") === "developer", message, `messages[${index}].role`))
  )

/** The limit of the output is the model's at most. */
export const outputRange = (message: (most: number) => string): AlikeRefusal =>
  invalid("max-tokens-range", "more output is allowed than the model has", ({ body, model }) => {
    const most = model?.rules.maxOutput ?? Infinity
    const limit = numberAt(body, "max_completion_tokens") ?? numberAt(body, "max_tokens")
    return when(limit !== undefined && (limit < 1 || limit > most), message(most), "max_tokens")
  })

/** No image is shown to a model that reads text alone. */
export const imageRefused = (message: string): AlikeRefusal =>
  invalid("image", "a model that reads text alone is shown an image", ({ messages, model }) =>
    when(
      model?.rules.images === false &&
        messages.some((it) => objectsAt(it, "content").some((part) => textAt(part, "type") === "image_url")),
      message
    )
  )

/** An answer in JSON is asked for by that word. */
export const jsonWord: AlikeRefusal = invalid(
  "json-word",
  "JSON is asked for, and no message speaks of it",
  (context) =>
    when(
      formOf(context) === "json_object" && !speaksOfJson(context),
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      "messages"
    ),
  "invalid_parameter_error"
)

/** What thinking is told to do is one of the words that a vendor has. */
export const thinkingType = (words: readonly string[], message: (type: string | undefined) => string): AlikeRefusal =>
  invalid(
    "thinking-type",
    "an object says how to think, and its type is none of the vendor's",
    ({ body }) => {
      const type = textAt(body, "thinking", "type")
      return when(isObject(member(body, "thinking")) && !words.includes(type ?? ""), message(type), "thinking")
    },
    "invalid_request_error"
  )

/** While a model thinks, its calls come with the reasoning that led to them. */
export const missingReasoning = (message: (index: number) => string): AlikeRefusal =>
  invalid("missing-reasoning", "a call comes back without the reasoning that led to it", (context) =>
    firstOf(context.messages, (it, index) => when(lacksReasoning(context, it), message(index)))
  )

const lacksReasoning = ({ thinks }: Context, message: JsonObject): boolean =>
  thinks && listAt(message, "tool_calls").length > 0 && (textAt(message, "reasoning_content") ?? "") === ""
