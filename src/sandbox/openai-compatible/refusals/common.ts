import { isStranger } from "../../asking.ts"
import { isObject, listAt, member, numberAt, objectsAt, textAt } from "../../json.ts"
import type { JsonObject } from "../../json.ts"
import { firstOf, numbersWithin, when } from "../../refusal.ts"
import type { AlikeVendor } from "../catalogue.ts"
import { formOf, invalid, speaksOfJson } from "../context.ts"
import type { AlikeRefusal, Context } from "../context.ts"

/**
 * How each vendor says that it has no such model.
 *
 * @see https://github.com/langbot-app/LangBot/issues/1643 DeepSeek (2025-09)
 * @see https://github.com/langgenius/dify-official-plugins/issues/3578 Kimi (2026-08)
 * @see https://github.com/OpenRouterTeam/openrouter-examples/issues/74 OpenRouter (2026-05)
 * @see https://www.alibabacloud.com/help/model-studio/error-code Qwen (read 2026-11)
 */
const strangeModel = {
  qwen: [
    404,
    "invalid_request_error",
    "model_not_found",
    (id) => `The model \`${id}\` does not exist or you do not have access to it.`
  ],
  deepseek: [400, "invalid_request_error", null, () => "Model Not Exist"],
  kimi: [404, "resource_not_found_error", null, (id) => `Not found the model ${id} or Permission denied`],
  openrouter: [400, "invalid_request_error", null, (id) => `${id} is not a valid model ID`]
} as const satisfies Record<
  AlikeVendor,
  readonly [status: number, type: string, code: string | null, message: (id: string) => string]
>

/**
 * How each vendor answers who has no key of its own.
 *
 * @see https://github.com/crmne/ruby_llm its recorded answer of DeepSeek's (read 2026-11)
 * @see https://github.com/can1357/oh-my-pi/issues/6504 Kimi (2026-07)
 * @see https://help.aliyun.com/en/model-studio/error-code-start the code of Qwen's (read 2026-11)
 */
const strangeKey = {
  qwen: ["authentication_error", "invalid_api_key", "Incorrect API key provided."],
  deepseek: ["authentication_error", "invalid_request_error", "Authentication Fails, Your api key is invalid"],
  kimi: ["invalid_authentication_error", null, "Invalid Authentication"],
  openrouter: ["authentication_error", null, "No auth credentials found"]
} as const satisfies Record<AlikeVendor, readonly [type: string, code: string | null, message: string]>

/**
 * What each vendor says of a body that it cannot read, and of one without messages.
 *
 * @see https://github.com/esengine/DeepSeek-Reasonix/issues/1906 the body for DeepSeek (2026-05)
 * @see https://platform.kimi.com/docs/api/errors how Kimi's begin (read 2026-11)
 * @see https://github.com/BerriAI/litellm/issues/14402 no messages for OpenRouter (2025-09)
 * @see https://www.alibabacloud.com/help/model-studio/error-code Qwen (read 2026-11)
 */
const unreadable = {
  qwen: { body: "Required body invalid, please check the request body format.", messages: "[] is too short" },
  deepseek: { body: "Failed to parse the request body as JSON.", messages: "Empty input messages." },
  kimi: { body: "Invalid request: the body is no JSON object", messages: "Invalid request: there are no messages" },
  openrouter: {
    body: "Failed to parse the request body as JSON.",
    messages: 'Input required: specify "prompt" or "messages"'
  }
} as const satisfies Record<AlikeVendor, { readonly body: string; readonly messages: string }>

/** What every vendor refuses: who calls, what it is, which model. */
export const commonRefusals = (vendor: AlikeVendor): readonly AlikeRefusal[] => {
  const [status, type, code, message] = strangeModel[vendor]
  const [keyType, keyCode, keyMessage] = strangeKey[vendor]
  const says = unreadable[vendor]
  return [
    {
      name: "wrong-key",
      when: "the key is absent or not the sandbox's",
      status: 401,
      type: keyType,
      code: keyCode,
      find: (asking) => when(isStranger(asking), keyMessage)
    },
    invalid("malformed-json", "the body is not a JSON object", ({ parsed }) => when(!parsed, says.body)),
    {
      name: "unknown-model",
      when: "the vendor has no such model",
      status,
      type,
      code,
      find: ({ body, model }) => when(model === undefined, message(textAt(body, "model") ?? ""), "model")
    },
    invalid("missing-messages", "there are no messages", ({ messages }) =>
      when(messages.length === 0, says.messages, "messages")
    )
  ]
}

/** No message may be the developer's. */
export const developerRole = (message: string, code: string | null = null): AlikeRefusal =>
  invalid(
    "developer-role",
    "a message is the developer's",
    ({ messages }) =>
      firstOf(messages, (it, index) => when(textAt(it, "role") === "developer", message, `messages[${index}].role`)),
    code
  )

/** The limit of the output is the model's at most. */
export const outputRange = (message: (most: number) => string, code: string | null = null): AlikeRefusal =>
  invalid(
    "max-tokens-range",
    "more output is allowed than the model has",
    numbersWithin(
      ["max_tokens"],
      ({ model }) => [1, model?.rules.maxOutput ?? Infinity],
      ({ body }, name) => numberAt(body, "max_completion_tokens") ?? numberAt(body, name),
      (param, _limit, _least, most) => ({ message: message(most), param })
    ),
    code
  )

/** No image is shown to a model that reads text alone. */
export const imageRefused = (message: string, code: string | null = null): AlikeRefusal =>
  invalid(
    "image",
    "a model that reads text alone is shown an image",
    ({ messages, model }) =>
      when(
        model?.rules.images === false &&
          messages.some((it) => objectsAt(it, "content").some((part) => textAt(part, "type") === "image_url")),
        message
      ),
    code
  )

/** An answer in JSON is asked for by that word. */
export const jsonWord = (message: string, code: string | null = null): AlikeRefusal =>
  invalid(
    "json-word",
    "JSON is asked for, and no message speaks of it",
    (context) => when(formOf(context) === "json_object" && !speaksOfJson(context), message, "messages"),
    code
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
