import { type Asking, isStranger } from "../asking.ts"
import type { FieldKind } from "../field.ts"
import { given, kindOf, type ReadBody, textAt } from "../json.ts"
import { firstOf, mistyped, type Refusal, when, wordAmong, type Words } from "../refusal.ts"

/** A refusal of the vendor's usual type, most of them with status 400. */
export const refusal = <Seen>(
  name: string,
  what: string,
  code: string | null,
  find: Refusal<Seen>["find"],
  status = 400
): Refusal<Seen> => ({ name, when: what, status, type: "invalid_request_error", code, find })

/** The refusal of who has not the sandbox's key. */
export const stranger: Refusal<Asking> = refusal(
  "wrong-key",
  "the key is absent or not the sandbox's",
  "invalid_api_key",
  (asking) => when(isStranger(asking), "Incorrect API key provided."),
  401
)

/** A kind of values as the vendor's sentences have it: `a string`, `an integer`. */
const withArticle = (kind: string): string => `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`

/** A request with a JSON body that names a model; undefined: there is none such. */
interface Shaped extends ReadBody {
  readonly model: unknown
}

/**
 * What refuses the shape of a body: a JSON object that names a model, of members that are known.
 *
 * @see https://github.com/kangminlee-maker/local-OAuth-CLI-API-adapter an unknown member (2026-08)
 */
export const shapeRefusals = (fields: ReadonlyMap<string, FieldKind>): readonly Refusal<Shaped>[] => [
  refusal("malformed-json", "the body is not a JSON object", null, ({ parsed }) =>
    when(!parsed, "We could not parse the JSON body of your request.")
  ),
  refusal("missing-model", "there is no model", null, ({ body }) =>
    when(given(body, "model") === undefined, "you must provide a model parameter")
  ),
  refusal("field-type", "a member has the wrong JSON type", "invalid_type", ({ body }) =>
    mistyped(
      body,
      fields,
      (name, kind, value) =>
        `Invalid type for '${name}': expected ${withArticle(kind)}, but got ${kindOf(value)} instead.`
    )
  ),
  refusal(
    "unknown-model",
    "no model of this kind has this id",
    "model_not_found",
    ({ model, body }) =>
      when(
        model === undefined,
        `The model \`${textAt(body, "model") ?? ""}\` does not exist or you do not have access to it.`,
        "model"
      ),
    404
  ),
  refusal("unknown-field", "a member is unknown", "unknown_parameter", ({ body }) =>
    firstOf(Object.keys(body), (name) => when(!fields.has(name), `Unknown parameter: '${name}'.`, name))
  )
]

/** What refuses the prompt of an image or a video. */
export const promptRefusals: readonly Refusal<ReadBody>[] = [
  refusal("missing-prompt", "there is no prompt", "missing_required_parameter", ({ body }) =>
    when((textAt(body, "prompt") ?? "") === "", "Missing required parameter: 'prompt'.", "prompt")
  ),
  refusal("long-prompt", "the prompt has more than 32,000 characters", "string_above_max_length", ({ body }) =>
    when(
      (textAt(body, "prompt") ?? "").length > 32_000,
      "Invalid 'prompt': string too long. Expected a string with maximum length 32000.",
      "prompt"
    )
  )
]

/** Words as the vendor's sentences list them. */
export const quoted = (words: Iterable<string>): string => [...words].map((word) => `'${word}'`).join(", ")

/** A row for a parameter that is one of some words. */
export const among = <Seen>(
  name: string,
  what: string,
  param: string,
  words: Words<Seen>,
  read: (seen: Seen) => string | undefined
): Refusal<Seen> =>
  refusal(
    name,
    what,
    "invalid_value",
    wordAmong(words, read, (value, taken) => ({
      message: `Invalid value: '${value}'. Supported values are: ${quoted(taken)}.`,
      param
    }))
  )

/** The same of a member of the body. */
export const memberAmong = <Seen extends Pick<ReadBody, "body">>(
  name: string,
  what: string,
  param: string,
  words: Words<Seen>
): Refusal<Seen> => among(name, what, param, words, ({ body }) => textAt(body, param))
