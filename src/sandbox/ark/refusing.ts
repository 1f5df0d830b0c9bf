import { type Asking, isStranger } from "../asking.ts"
import type { FieldKind } from "../field.ts"
import { given, numberAt, type ReadBody, textAt } from "../json.ts"
import { mistyped, numbersWithin, type Range, type Refusal, when, wordAmong, type Words } from "../refusal.ts"

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

/** The check of a row for a number within its range; where it stands if not under its name in the body. */
export const within = <Seen extends ReadBody>(
  param: string,
  range: Range<Seen>,
  path: readonly string[] = [param]
): Refusal<Seen>["find"] =>
  numbersWithin(
    [param],
    range,
    ({ body }) => numberAt(body, ...path),
    (_param, _value, least, most) => ({ message: invalid(param, `must be between ${least} and ${most}`), param })
  )

/** The check of a row for one of some words, by its path in the body; what is said where it is none of them. */
export const among = <Seen extends ReadBody>(param: string, words: Words<Seen>, more?: string): Refusal<Seen>["find"] =>
  wordAmong(
    words,
    ({ body }) => textAt(body, ...param.split(".")),
    () => ({ message: invalid(param, more), param })
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
