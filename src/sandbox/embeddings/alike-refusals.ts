import { fits } from "../field.ts"
import { given, isArray, isObject, kindOf, readJson, textAt } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import { modelIn } from "../model.ts"
import { bearerOf } from "../api.ts"
import { firstOf, when } from "../refusal.ts"
import type { Refusal } from "../refusal.ts"
import { tokensOf } from "../tokens.ts"
import { alikeEmbedders } from "./catalogue.ts"
import type { AlikeEmbedder } from "./catalogue.ts"

/** A request for embeddings as the checks see it. */
export interface AlikeContext {
  readonly key: string | undefined
  readonly wantedKey: string | undefined
  /** Whether the body was a JSON object; `body` is empty where not. */
  readonly parsed: boolean
  readonly body: JsonObject
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
  const read = readJson(text)
  const body = isObject(read) ? read : {}
  const model = modelIn(alikeEmbedders, textAt(body, "model") ?? "")
  return {
    key: bearerOf(headers),
    wantedKey,
    parsed: isObject(read),
    body,
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

const invalid = (name: string, what: string, code: string | null, find: AlikeRefusal["find"]): AlikeRefusal => ({
  name,
  when: what,
  status: 400,
  type: "invalid_request_error",
  code,
  find
})

const fields = new Map([
  ["model", "string"],
  ["input", "string or array"],
  ["dimensions", "integer"],
  ["encoding_format", "string"],
  ["user", "string"]
] as const)

const known: ReadonlySet<string> = new Set(fields.keys())

const isInput = (input: Json): boolean =>
  (typeof input === "string" && input !== "") ||
  (isArray(input) && input.length > 0 && input.every((token) => Number.isSafeInteger(token) && Number(token) >= 0))

const badInput = "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference."

/** What the embeddings API refuses (https://platform.openai.com/docs/api-reference/embeddings/create). */
export const alikeEmbeddingRefusals: readonly AlikeRefusal[] = [
  {
    name: "wrong-key",
    when: "the key is absent or not the sandbox's",
    status: 401,
    type: "invalid_request_error",
    code: "invalid_api_key",
    find: ({ key, wantedKey }) => when(wantedKey !== undefined && key !== wantedKey, "Incorrect API key provided.")
  },
  invalid("malformed-json", "the body is not a JSON object", null, ({ parsed }) =>
    when(!parsed, "We could not parse the JSON body of your request.")
  ),
  invalid("missing-model", "there is no model", null, ({ body }) =>
    when(given(body, "model") === undefined, "you must provide a model parameter")
  ),
  invalid("field-type", "a member has the wrong JSON type", "invalid_type", ({ body }) =>
    firstOf([...fields], ([name, kind]) => {
      const value = given(body, name)
      return when(
        value !== undefined && !fits(value, kind),
        `Invalid type for '${name}': expected ${kind}, but got ${kindOf(value)} instead.`,
        name
      )
    })
  ),
  {
    name: "unknown-model",
    when: "no embedding model of the vendor's has this id",
    status: 404,
    type: "invalid_request_error",
    code: "model_not_found",
    find: ({ model, body }) =>
      when(
        model === undefined,
        `The model \`${textAt(body, "model") ?? ""}\` does not exist or you do not have access to it.`,
        "model"
      )
  },
  invalid("unknown-field", "a member is unknown", "unknown_parameter", ({ body }) =>
    firstOf(Object.keys(body), (name) =>
      when(!known.has(name), `Unrecognized request argument supplied: ${name}`, name)
    )
  ),
  invalid("missing-input", "there is no input", "missing_required_parameter", ({ body }) =>
    when(given(body, "input") === undefined, "Missing required parameter: 'input'.", "input")
  ),
  invalid("bad-input", "an input is empty, or neither a text nor a list of tokens", null, ({ inputs }) =>
    when(inputs.length === 0 || !inputs.every(isInput), badInput, "input")
  ),
  invalid("too-many-inputs", "there are more inputs than the model takes at once", null, ({ inputs, model }) => {
    const most = model?.rules.items ?? Infinity
    return when(
      inputs.length > most,
      model?.rules.vendor === "qwen"
        ? `Value error, batch size is invalid, it should not be larger than ${most}.: input.contents`
        : badInput,
      "input"
    )
  }),
  invalid("input-too-long", "an input has more tokens than the model reads", null, ({ inputs, model }) =>
    firstOf(inputs, (input) => {
      const most = model?.rules.tokens ?? Infinity
      const tokens = inputTokens(input)
      return when(
        tokens > most,
        `This model's maximum context length is ${most} tokens, however you requested ${tokens} tokens (${tokens} in your prompt; 0 for the completion). Please reduce your prompt; or completion length.`
      )
    })
  ),
  invalid("bad-encoding", "the encoding is neither float nor base64", "invalid_value", ({ body }) =>
    when(
      !["float", "base64", undefined].includes(textAt(body, "encoding_format")),
      "Invalid value for 'encoding_format': expected one of 'float' or 'base64'.",
      "encoding_format"
    )
  ),
  invalid("dimensions-unsupported", "dimensions on a model that has one number of them", null, ({ body, model }) =>
    when(
      given(body, "dimensions") !== undefined && model?.rules.sizes === undefined,
      "This model does not support specifying dimensions.",
      "dimensions"
    )
  ),
  invalid("dimensions-value", "dimensions that the model cannot give", null, ({ body, model }) => {
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
