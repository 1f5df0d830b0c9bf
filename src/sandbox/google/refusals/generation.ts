import { given, isObject, listAt, member, numberAt, textAt } from "../../json.ts"
import type { Json } from "../../json.ts"
import { firstOf, numbersWithin, when } from "../../refusal.ts"
import { answerType, configField, invalid } from "../context.ts"
import type { Context, GeminiRefusal } from "../context.ts"
import { snake } from "../read-message.ts"

const config = ({ body }: Context, ...path: readonly string[]): Json | undefined =>
  given(body, "generationConfig", ...path)

const numberOf = ({ body }: Context, field: string): number | undefined => numberAt(body, "generationConfig", field)

const range = (name: string, fields: readonly string[], least: number, most: number): GeminiRefusal =>
  invalid(
    name,
    `${fields.join(" or ")} is out of range`,
    numbersWithin(fields, [least, most], numberOf, (field) => {
      const words = snake(field)
      const param = configField(words)
      return { message: `* GenerateContentRequest.${param}: ${words} must be in the range [${least}, ${most}].`, param }
    })
  )

/** How a number is refused whose range the newer part of the service knows. */
const outOfRange = (field: string, value: number, least: number, beyond: number): string =>
  `Unable to submit request because it has a ${field} value of ${value} but the supported range is from ${least} (inclusive) to ${beyond} (exclusive). Update the value and try again.`

const submittable = (name: string, field: string, least: number, most: number, beyond: number): GeminiRefusal =>
  invalid(
    name,
    `${field} is out of range`,
    numbersWithin([field], [least, most], numberOf, (member, value) => ({
      message: outOfRange(member, value, least, beyond),
      param: configField(snake(member))
    }))
  )

const budgetOf = (context: Context): number | undefined =>
  numberAt(context.body, "generationConfig", "thinkingConfig", "thinkingBudget")

const thinkingField = configField("thinking_config")

/** The thinking of an answer. */
const thinkingRefusals: readonly GeminiRefusal[] = [
  invalid("budget-and-level", "a thinking budget and a thinking level together", (context) =>
    when(
      budgetOf(context) !== undefined && config(context, "thinkingConfig", "thinkingLevel") !== undefined,
      "You can only set only one of thinking budget and thinking level.",
      thinkingField
    )
  ),
  invalid("unsupported-level", "the model does not take this thinking level", (context) => {
    const level = textAt(context.body, "generationConfig", "thinkingConfig", "thinkingLevel")
    const taken: readonly string[] = context.rules?.levels ?? []
    const message =
      taken.length === 0
        ? "Thinking level is not supported for this model."
        : `Thinking level ${level ?? ""} is not supported for this model. Please retry with other thinking level.`
    return when(level !== undefined && !taken.includes(level), message, thinkingField)
  }),
  invalid("thinking-required", "a budget of 0 for a model that always thinks", (context) =>
    when(
      budgetOf(context) === 0 && context.rules?.canRest === false,
      "Budget 0 is invalid. This model only works in thinking mode.",
      thinkingField
    )
  ),
  invalid(
    "budget-range",
    "the thinking budget is outside the model's range",
    numbersWithin(
      [thinkingField],
      ({ rules }) => rules?.budget ?? [0, 0],
      (context) => [budgetOf(context)].find((budget) => budget !== 0 && budget !== -1),
      (param, budget, least, most) => ({
        message: `The thinking budget ${budget} is invalid. Please choose a value between ${least} and ${most}.`,
        param
      })
    )
  )
]

const mimeTypes: ReadonlySet<string> = new Set([
  "text/plain",
  "application/json",
  "application/xml",
  "application/yaml",
  "text/x.enum"
])

const schemas = ["responseSchema", "responseJsonSchema", "_responseJsonSchema"]

const schemasOf = (context: Context): readonly string[] => schemas.filter((name) => config(context, name) !== undefined)

/** The form of an answer. */
const formRefusals: readonly GeminiRefusal[] = [
  invalid("mime-type", "the answer cannot have this MIME type", (context) =>
    when(
      !mimeTypes.has(answerType(context)),
      "* GenerateContentRequest.generation_config.response_mime_type: allowed mimetypes are `text/plain`, `application/json`, `application/xml`, `application/yaml` and `text/x.enum`.",
      configField("response_mime_type")
    )
  ),
  invalid("two-schemas", "a schema of each kind", (context) =>
    when(
      schemasOf(context).length > 1,
      "Only one of response_schema and response_json_schema may be set.",
      configField("response_schema")
    )
  ),
  invalid("schema-without-json", "a schema for an answer that is plain text", (context) =>
    when(
      schemasOf(context).length > 0 && answerType(context) === "text/plain",
      "Controlled generation of a schema requires response_mime_type 'application/json' or 'text/x.enum'.",
      configField("response_mime_type")
    )
  ),
  invalid("schema-shape", "the JSON schema of the answer is not an object", (context) =>
    firstOf(schemas.slice(1), (name) =>
      when(
        config(context, name) !== undefined && !isObject(config(context, name)),
        "The response JSON schema must be an object.",
        configField("response_json_schema")
      )
    )
  ),
  invalid("modality", "the model only writes text", (context) =>
    when(
      context.rules?.images === undefined &&
        listAt(context.body, "generationConfig", "responseModalities").some((modality) => modality !== "TEXT"),
      "The requested combination of response modalities is not supported by the model.",
      configField("response_modalities")
    )
  )
]

/** Sampling, limits, thinking and the form of the answer. */
export const generationRefusals: readonly GeminiRefusal[] = [
  submittable("temperature-range", "temperature", 0, 2, 2.0001),
  range("top-p-range", ["topP"], 0, 1),
  submittable("top-k-range", "topK", 1, 1000, 1001),
  range("penalty-range", ["presencePenalty", "frequencyPenalty"], -2, 2),
  invalid("penalty-unsupported", "what was said before is to be punished", (context) =>
    firstOf(["presencePenalty", "frequencyPenalty"], (name) =>
      when(
        (numberAt(context.body, "generationConfig", name) ?? 0) !== 0,
        "Penalty is not enabled for this model",
        configField(snake(name))
      )
    )
  ),
  invalid(
    "token-limit",
    "maxOutputTokens is out of the model's range",
    numbersWithin(
      ["maxOutputTokens"],
      ({ rules }) => [1, rules?.maxOutput ?? Infinity],
      numberOf,
      (field, limit, least, most) => ({
        message: outOfRange(field, limit, least, most + 1),
        param: configField(snake(field))
      })
    )
  ),
  range("candidate-count", ["candidateCount"], 1, 8),
  invalid("one-candidate", "more than one answer of a model that draws, or from 3 on", ({ body, rules }) =>
    when(
      (rules?.images !== undefined || rules?.generation === 3) &&
        (numberAt(body, "generationConfig", "candidateCount") ?? 1) > 1,
      "Multiple candidates is not enabled for this model",
      configField("candidate_count")
    )
  ),
  range("logprobs-range", ["logprobs"], 0, 20),
  invalid("logprobs-alone", "log probabilities are counted but not asked for", (context) =>
    when(
      config(context, "logprobs") !== undefined &&
        member(context.body, "generationConfig", "responseLogprobs") !== true,
      "logprobs may only be set when response_logprobs is true.",
      configField("logprobs")
    )
  ),
  invalid("logprobs-unsupported", "log probabilities are asked for", ({ body }) =>
    when(
      member(body, "generationConfig", "responseLogprobs") === true,
      "Logprobs is not enabled for this model",
      configField("response_logprobs")
    )
  ),
  invalid("too-many-stops", "there are more than five stop sequences", ({ body }) =>
    when(
      listAt(body, "generationConfig", "stopSequences").length > 5,
      "* GenerateContentRequest.generation_config.stop_sequences: at most 5 stop sequences are allowed.",
      configField("stop_sequences")
    )
  ),
  ...thinkingRefusals,
  ...formRefusals,
  invalid("duplicate-category", "two safety settings of one category", ({ body }) => {
    const categories = listAt(body, "safetySettings").map((setting) => textAt(setting, "category"))
    return when(
      new Set(categories).size < categories.length,
      "* GenerateContentRequest.safety_settings: duplicate category.",
      "safety_settings"
    )
  })
]
