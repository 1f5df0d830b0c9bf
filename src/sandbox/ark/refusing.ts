import { type Asking, isStranger } from "../asking.ts"
import type { FieldKind } from "../field.ts"
import { given, type ReadBody, textAt } from "../json.ts"
import { mistyped, type Problem, type Refusal, when } from "../refusal.ts"

/** A refusal of Ark. */
export const refusal = <Seen>(
  name: string,
  what: string,
  find: Refusal<Seen>["find"],
  code = "InvalidParameter",
  [status, type]: readonly [number, string] = [400, "BadRequest"]
): Refusal<Seen> => ({ name, when: what, status, type, code, find })

/** What it says of a parameter whose value is wrong. */
export const invalid = (param: string, more = "is not valid"): string =>
  `The parameter \`${param}\` specified in the request ${more}.`

/** What it says of a parameter that it misses. */
export const missing = (param: string): string => `The request failed because it is missing \`${param}\` parameter.`

/** What is wrong with a number outside its range, both ends included. */
export const outside = (param: string, value: number | undefined, least: number, most: number): Problem | undefined =>
  when(
    value !== undefined && (value < least || value > most),
    invalid(param, `must be between ${least} and ${most}`),
    param
  )

/** The refusal of who has not the sandbox's key. */
export const stranger: Refusal<Asking> = refusal(
  "wrong-key",
  "the key is not the sandbox's",
  (asking) => when(isStranger(asking), "The API key in the request is missing or invalid."),
  "AuthenticationError",
  [401, "Unauthorized"]
)

/** A request with a JSON body that names a model; undefined: there is none such. */
interface Shaped extends ReadBody {
  readonly model: unknown
}

/** What refuses the shape of a body, and the model. */
export const shapeRefusals = (fields: ReadonlyMap<string, FieldKind>): readonly Refusal<Shaped>[] => [
  refusal("malformed-json", "the body is not a JSON object", ({ parsed }) =>
    when(!parsed, "The request body is not valid JSON.")
  ),
  refusal(
    "missing-model",
    "no model is named",
    ({ body }) => when(given(body, "model") === undefined, missing("model"), "model"),
    "MissingParameter"
  ),
  refusal("field-type", "a member has the wrong JSON type", ({ body }) =>
    mistyped(body, fields, (name, kind) => invalid(name, `must be of type ${kind}`))
  ),
  refusal(
    "unknown-model",
    "no model of this kind has this id",
    ({ model, body }) =>
      when(
        model === undefined,
        `The model or endpoint ${textAt(body, "model") ?? ""} does not exist or you do not have access to it.`,
        "model"
      ),
    "InvalidEndpointOrModel.NotFound",
    [404, "NotFound"]
  )
]
