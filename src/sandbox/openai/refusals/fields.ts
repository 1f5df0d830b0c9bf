import { isStranger } from "../../asking.ts"
import { given, isObject, listAt, member, numberAt, textAt, valuesAt } from "../../json.ts"
import type { Json } from "../../json.ts"
import { firstOf, numbersWithin, when } from "../../refusal.ts"
import { isReasoning, reasons } from "../context.ts"
import type { ChatRefusal, Context } from "../context.ts"
import { refusal, shapeRefusals, stranger } from "../refusing.ts"
import { createFields, resting, samplingOnReasoning } from "../wire.ts"

const numberOf = ({ body }: Context, field: string): number | undefined => numberAt(body, field)

const range = (name: string, fields: readonly string[], least: number, most: number): ChatRefusal =>
  refusal(
    name,
    `${fields.join(" or ")} is outside ${least} to ${most}`,
    "invalid_value",
    numbersWithin(fields, [least, most], numberOf, (param, value) => {
      const bound = value < least ? `>= ${least}` : `<= ${most}`
      return { message: `Invalid '${param}': expected a value ${bound}, but got ${value} instead.`, param }
    })
  )

const needs = (name: string, field: string, base: string): ChatRefusal =>
  refusal(name, `${field} is set without ${base}`, null, ({ body }) =>
    when(
      given(body, field) !== undefined && !given(body, base),
      `The '${field}' option is only allowed when '${base}' is set.`,
      field
    )
  )

const sampled = ({ body }: Context, field: string, neutral: number | undefined): boolean => {
  const value = given(body, field)
  return value !== undefined && value !== false && value !== neutral
}

/**
 * Functions on this API where the model reasons.
 *
 * @see https://github.com/pipecat-ai/pipecat/issues/4043 status, type, code and parameter for 5.4 (2026-03)
 * @see https://github.com/danny-avila/LibreChat/issues/14355 5.6 where no effort was said (2026-07)
 * @see https://github.com/jeffdafoe/llm-memory-api/pull/178 the same of 5.5 (2026-04)
 */
const functionsWithEffort: ChatRefusal = refusal(
  "functions-with-effort",
  "functions beside reasoning, from 5.4 on",
  null,
  (context) =>
    when(
      context.rules?.functionsAtRest === true &&
        isReasoning(context) &&
        (listAt(context.body, "tools").length > 0 || listAt(context.body, "functions").length > 0),
      `Function tools with reasoning_effort are not supported for ${context.model?.id ?? ""} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
      "reasoning_effort"
    )
)

/**
 * Search on a model that does not search.
 *
 * @see https://github.com/pydantic/pydantic-ai/issues/2822 status, type, code and sentence (2025-09)
 * @see https://github.com/microsoft/agent-framework/issues/7578 the same a year later (2026-08)
 */
const searchOptions: ChatRefusal = refusal(
  "search-options",
  "web_search_options on a model that does not search",
  "unknown_parameter",
  ({ body, rules }) =>
    when(
      rules?.searches === false && given(body, "web_search_options") !== undefined,
      "Unknown parameter: 'web_search_options'.",
      "web_search_options"
    )
)

const sampling = ["frequency_penalty", "presence_penalty", "temperature", "top_p"]

/**
 * A sampling of a model that searches, whatever its value.
 *
 * @see https://github.com/ChatGPTNextWeb/NextChat/issues/6569 type, code, parameter and sentence (2025-07)
 */
const searchSampling: ChatRefusal = refusal(
  "search-sampling",
  "a model that searches gets a sampling parameter",
  null,
  ({ body, rules }) => {
    const said = rules?.searches === true ? sampling.filter((field) => given(body, field) !== undefined) : []
    return when(
      said.length > 0,
      `Model incompatible request argument${said.length > 1 ? "s" : ""} supplied: ${said.join(", ")}`
    )
  }
)

/**
 * Stop sequences of a model from o3 up to 5.4.
 *
 * @see https://github.com/huggingface/smolagents/pull/1662 type, code, parameter and sentence (2025-08)
 */
const stopped: ChatRefusal = refusal(
  "stop-on-reasoning",
  "a reasoning model before GPT-5.5 gets stop sequences",
  "unsupported_parameter",
  ({ body, rules }) =>
    when(rules?.stops === false && given(body, "stop") !== undefined, frozen("stop", undefined, undefined), "stop")
)

/**
 * The most characters of members that tell users apart.
 *
 * @see https://github.com/openai/openai-node `ChatCompletionCreateParams.safety_identifier` of openai 7.55.0 (read 2026-11)
 * @see https://github.com/maximhq/bifrost/pull/1000 the older member (2025-12)
 * @see https://github.com/AnswerDotAI/fastllm/issues/45 code and sentence of a text that is too long (2026-06)
 */
const userLengths = { safety_identifier: 128, user: 64 }

const longUser: ChatRefusal = refusal(
  "long-user",
  "the name of a user is too long",
  "string_above_max_length",
  ({ body }) =>
    firstOf(Object.entries(userLengths), ([field, most]) => {
      const { length } = Array.from(textAt(body, field) ?? "")
      const message = `Invalid '${field}': string too long. Expected a string with maximum length ${most}, but got a string with length ${length} instead.`
      return when(length > most, message, field)
    })
)

/** The sampling parameters that a request may say in one value alone. */
const frozenIn = (context: Context): readonly (readonly [field: string, neutral: number | undefined])[] => {
  if (!reasons(context)) return []
  const takes = context.rules?.samplesAtRest === true && !isReasoning(context)
  return [...samplingOnReasoning].filter(([field]) => !takes || !resting.has(field))
}

/** @see https://github.com/CopilotKit/CopilotKit/pull/7191 the sentence, as the vendor answers it (read 2026-11) */
const frozen = (field: string, value: Json | undefined, neutral: number | undefined): string =>
  neutral === undefined
    ? `Unsupported parameter: '${field}' is not supported with this model.`
    : `Unsupported value: '${field}' does not support ${JSON.stringify(value)} with this model. Only the default (${neutral}) value is supported.`

/** Who may call, the body as a whole, and its own members. */
export const fieldRefusals: readonly ChatRefusal[] = [
  {
    ...stranger,
    find: (asking) =>
      when(
        isStranger(asking),
        asking.key === undefined ? "You didn't provide an API key." : "Incorrect API key provided."
      )
  },
  ...shapeRefusals(createFields),
  refusal("missing-messages", "there are no messages", "missing_required_parameter", ({ body }) =>
    when(given(body, "messages") === undefined, "Missing required parameter: 'messages'.", "messages")
  ),
  refusal("max-tokens-on-reasoning", "max_tokens on a reasoning model", "unsupported_parameter", (context) =>
    when(
      reasons(context) && given(context.body, "max_tokens") !== undefined,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      "max_tokens"
    )
  ),
  refusal(
    "both-token-limits",
    "max_tokens and max_completion_tokens together",
    "invalid_parameter_combination",
    ({ body }) =>
      when(
        given(body, "max_tokens") !== undefined && given(body, "max_completion_tokens") !== undefined,
        "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
        "max_tokens"
      )
  ),
  refusal(
    "token-limit",
    "the token limit is below 1 or above the model's",
    "invalid_value",
    numbersWithin(
      ["max_tokens", "max_completion_tokens"],
      ({ rules }) => [1, rules?.maxOutput ?? Infinity],
      numberOf,
      (param, value, least, most) => ({
        message:
          value < least
            ? `Invalid '${param}': integer below minimum value.`
            : `${param} is too large: ${value}. This model supports at most ${most} completion tokens.`,
        param
      })
    )
  ),
  refusal(
    "sampling-on-reasoning",
    "a reasoning model gets a sampling parameter that is not neutral",
    "unsupported_value",
    (context) =>
      firstOf(frozenIn(context), ([field, neutral]) =>
        when(sampled(context, field, neutral), frozen(field, given(context.body, field), neutral), field)
      )
  ),
  functionsWithEffort,
  searchOptions,
  stopped,
  searchSampling,
  longUser,
  refusal(
    "unsupported-effort",
    "the model does not take this reasoning effort",
    "unsupported_value",
    ({ body, rules }) => {
      const effort = given(body, "reasoning_effort")
      const taken: readonly Json[] = rules?.efforts ?? []
      return when(
        effort !== undefined && !taken.includes(effort),
        "Unsupported value: 'reasoning_effort' does not support this value with this model.",
        "reasoning_effort"
      )
    }
  ),
  range("temperature-range", ["temperature"], 0, 2),
  range("top-p-range", ["top_p"], 0, 1),
  range("penalty-range", ["presence_penalty", "frequency_penalty"], -2, 2),
  range("n-range", ["n"], 1, 128),
  range("top-logprobs-range", ["top_logprobs"], 0, 20),
  needs("top-logprobs-alone", "top_logprobs", "logprobs"),
  needs("stream-options-alone", "stream_options", "stream"),
  refusal("too-many-stops", "there are more than four stop sequences", "array_above_max_length", ({ body }) =>
    when(
      listAt(body, "stop").length > 4,
      "Invalid 'stop': array too long. Expected an array with maximum length 4.",
      "stop"
    )
  ),
  refusal(
    "metadata-shape",
    "metadata has more than 16 members, or one that is not text",
    "invalid_value",
    ({ body }) => {
      const entries = valuesAt(body, "metadata")
      const wrong = entries.length > 16 || entries.some((value) => typeof value !== "string")
      return when(wrong, "Invalid 'metadata': expected at most 16 members, all of them strings.", "metadata")
    }
  ),
  refusal(
    "audio-without-settings",
    "audio is asked for without its settings",
    "missing_required_parameter",
    ({ body }) =>
      when(
        listAt(body, "modalities").includes("audio") && !isObject(member(body, "audio")),
        "Missing required parameter: 'audio'.",
        "audio"
      )
  )
]
