import type { FieldKind } from "../field.ts"
import { given, isArray, type ReadBody, readBody, textAt } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import { modelIn } from "../model.ts"
import { type Asking, askingOf } from "../asking.ts"
import { refusal, shapeRefusals, stranger } from "../openai/refusing.ts"
import { firstOf, when, wordAmong } from "../refusal.ts"
import type { Refusal } from "../refusal.ts"
import { tokensOf } from "../tokens.ts"
import { alikeEmbedders } from "./catalogue.ts"
import type { AlikeEmbedder } from "./catalogue.ts"

/** A request for embeddings as the checks see it. */
export interface AlikeContext extends Asking, ReadBody {
  /** What is to be embedded, one by one. */
  readonly inputs: readonly Json[]
  readonly model: AlikeEmbedder | undefined
}

/** What the checks see of a request to a vendor. */
export const alikeContext = (
  vendor: AlikeEmbedder["rules"]["vendor"],
  headers: Headers,
  text: string,
  wantedKey: string | undefined
): AlikeContext => {
  const read = readBody(text)
  const { body } = read
  const model = modelIn(alikeEmbedders, textAt(body, "model") ?? "")
  return {
    ...askingOf(headers, wantedKey),
    ...read,
    inputs: inputsIn(body),
    model: model?.rules.vendor === vendor ? model : undefined
  }
}

/** A lone text and the tokens of one are an input; any other list holds inputs. */
const inputsIn = (body: JsonObject): readonly Json[] => {
  const input = given(body, "input")
  if (input === undefined) return []
  return isArray(input) && typeof input[0] !== "number" ? input : [input]
}

/** The tokens of an input. */
export const inputTokens = (input: Json): number =>
  isArray(input) ? input.length : typeof input === "string" ? tokensOf(input) : 0

type AlikeRefusal = Refusal<AlikeContext>

const fields: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ["model", "string"],
  ["input", "string or array"],
  ["dimensions", "integer"],
  ["encoding_format", "string"],
  ["user", "string"]
])

const isInput = (input: Json): boolean =>
  (typeof input === "string" && input !== "") ||
  (isArray(input) && input.length > 0 && input.every((token) => Number.isSafeInteger(token) && Number(token) >= 0))

const badInput = "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference."

/** What the embeddings API refuses (https://platform.openai.com/docs/api-reference/embeddings/create). */
export const alikeEmbeddingRefusals: readonly AlikeRefusal[] = [
  stranger,
  ...shapeRefusals(fields),
  refusal("missing-input", "there is no input", "missing_required_parameter", ({ body }) =>
    when(given(body, "input") === undefined, "Missing required parameter: 'input'.", "input")
  ),
  refusal("bad-input", "an input is empty, or neither a text nor a list of tokens", null, ({ inputs }) =>
    when(inputs.length === 0 || !inputs.every(isInput), badInput, "input")
  ),
  refusal("too-many-inputs", "there are more inputs than the model takes at once", null, ({ inputs, model }) => {
    const most = model?.rules.items ?? Infinity
    return when(
      inputs.length > most,
      model?.rules.vendor === "qwen"
        ? `Value error, batch size is invalid, it should not be larger than ${most}.: input.contents`
        : badInput,
      "input"
    )
  }),
  refusal("input-too-long", "an input has more tokens than the model reads", null, ({ inputs, model }) =>
    firstOf(inputs, (input) => {
      const most = model?.rules.tokens ?? Infinity
      const tokens = inputTokens(input)
      return when(
        tokens > most,
        `This model's maximum context length is ${most} tokens, however you requested ${tokens} tokens (${tokens} in your prompt; 0 for the completion). Please reduce your prompt; or completion length.`
      )
    })
  ),
  refusal(
    "bad-encoding",
    "the encoding is neither float nor base64",
    "invalid_value",
    wordAmong(
      ["float", "base64"],
      ({ body }) => textAt(body, "encoding_format"),
      () => ({
        message: "Invalid value for 'encoding_format': expected one of 'float' or 'base64'.",
        param: "encoding_format"
      })
    )
  ),
  refusal("dimensions-unsupported", "dimensions on a model that has one number of them", null, ({ body, model }) =>
    when(
      given(body, "dimensions") !== undefined && model?.rules.sizes === undefined,
      "This model does not support specifying dimensions.",
      "dimensions"
    )
  ),
  refusal("dimensions-value", "dimensions that the model cannot give", null, ({ body, model }) => {
    const dimensions = given(body, "dimensions")
    const { sizes, size = Infinity } = model?.rules ?? {}
    if (typeof dimensions !== "number" || sizes === undefined) return undefined
    const isGiven = sizes === "all" ? dimensions >= 1 && dimensions <= size : sizes.includes(dimensions)
    const bound = dimensions < 1 ? "greater than or equal to 1" : `less than or equal to ${size}`
    return when(
      !isGiven,
      sizes === "all"
        ? `Invalid value for 'dimensions' = ${dimensions}. Must be ${bound}.`
        : `Value error, dimension ${dimensions} is invalid, only support ${sizes.join(", ")}.: parameters.dimension`,
      "dimensions"
    )
  })
]
