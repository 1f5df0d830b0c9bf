import type { FieldKind } from "../../field.ts"
import { given, numberAt, textAt } from "../../json.ts"
import { firstOf, mistyped, numbersWithin, when, wordAmong } from "../../refusal.ts"
import { memberAmong, promptRefusals, refusal, stranger } from "../refusing.ts"
import { sizeIn, sizes } from "./catalogue.ts"
import { imagesOf } from "./context.ts"
import type { Context, ImagesRefusal } from "./context.ts"

const fields: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ["model", "string"],
  ["prompt", "string"],
  ["n", "integer"],
  ["size", "string"],
  ["quality", "string"],
  ["background", "string"],
  ["output_format", "string"],
  ["output_compression", "integer"],
  ["stream", "boolean"],
  ["partial_images", "integer"],
  ["user", "string"]
])

/** Members that only one of the two has. */
const ofGenerations: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([...fields, ["moderation", "string"]])
const ofEdits: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([...fields, ["input_fidelity", "string"]])

const fieldsOf = (edits: boolean): ReadonlyMap<string, FieldKind> => (edits ? ofEdits : ofGenerations)

const oneOf = (name: string, field: string, words: readonly string[]): ImagesRefusal =>
  memberAmong(name, `\`${field}\` is none of its words`, field, words)

const range = (name: string, field: string, least: number, most: number): ImagesRefusal =>
  refusal(
    name,
    `\`${field}\` is outside its range`,
    "integer_out_of_range",
    numbersWithin(
      [field],
      [least, most],
      ({ body }) => numberAt(body, field),
      (param, value) => ({
        message: `Invalid '${param}': expected a value between ${least} and ${most}, but got ${value} instead.`,
        param
      })
    )
  )

/**
 * Who asks, and the shape of the body.
 *
 * @see https://github.com/kangminlee-maker/local-OAuth-CLI-API-adapter no model, and one that is not there (2026-08)
 */
const access: readonly ImagesRefusal[] = [
  stranger,
  refusal("malformed-body", "the body is not a JSON object, or, of an edit, not a form", null, ({ parsed, edits }) =>
    when(!parsed, edits ? "Could not parse multipart form." : "We could not parse the JSON body of your request.")
  ),
  refusal("missing-model", "no model is named", "missing_required_parameter", ({ body }) =>
    when(given(body, "model") === undefined, "Missing required parameter: 'model'.", "model")
  ),
  refusal("unknown-field", "a member is unknown, such as `response_format`", "unknown_parameter", ({ body, edits }) =>
    firstOf(Object.keys(body), (name) => when(!fieldsOf(edits).has(name), `Unknown parameter: '${name}'.`, name))
  ),
  refusal("field-type", "a member has the wrong JSON type", "invalid_type", ({ body, edits }) =>
    mistyped(body, fieldsOf(edits), (name, kind) => `Invalid type for '${name}': expected ${kind}.`)
  ),
  {
    ...refusal<Context>(
      "unknown-model",
      "no image model has this id (`dall-e-3`)",
      "invalid_value",
      ({ model, body }) =>
        when(model === undefined, `The model '${textAt(body, "model") ?? ""}' does not exist.`, "model")
    ),
    type: "image_generation_user_error"
  }
]

/** The prompt and the images. */
const content: readonly ImagesRefusal[] = [
  ...promptRefusals,
  refusal("missing-image", "an edit has no image", "missing_required_parameter", (context) =>
    when(context.edits && imagesOf(context).length === 0, "Missing required parameter: 'image'.", "image")
  ),
  refusal("too-many-images", "an edit has more than 16 images, or several that are no list", null, (context) => {
    const images = imagesOf(context)
    const alone = images.filter(({ name }) => name === "image").length
    return when(images.length > 16 || alone > 1, "Invalid 'image': expected at most 16 images in 'image[]'.", "image")
  }),
  refusal("unknown-file", "a file is neither an image nor the mask", "unknown_parameter", ({ files }) =>
    firstOf(files, ({ name }) =>
      when(!["image", "image[]", "mask"].includes(name), `Unknown parameter: '${name}'.`, name)
    )
  ),
  refusal("image-type", "an image is not a PNG, a JPEG or a WebP", "unsupported_file_mimetype", ({ files }) =>
    firstOf(files, ({ name, image }) =>
      when(
        !["image/png", "image/jpeg", "image/webp"].includes(image?.mime ?? ""),
        `Invalid file '${name}': unsupported mimetype ('${image?.mime ?? "application/octet-stream"}'). Supported file formats are 'image/jpeg', 'image/png', and 'image/webp'.`,
        name
      )
    )
  )
]

/** Everything else. */
const options: readonly ImagesRefusal[] = [
  range("count", "n", 1, 10),
  memberAmong("size", "the model draws no image of this size", "size", ({ body, rules }) => {
    const asked = textAt(body, "size") ?? ""
    return [...sizes.keys(), "auto", ...(rules?.anySize === true && sizeIn(asked) !== undefined ? [asked] : [])]
  }),
  memberAmong("quality", "the model has no such quality", "quality", ({ rules }) => [
    ...(rules?.qualities ?? []),
    "auto"
  ]),
  oneOf("background", "background", ["transparent", "opaque", "auto"]),
  oneOf("moderation", "moderation", ["low", "auto"]),
  refusal(
    "fidelity",
    "the model's edits do not keep so closely to their images",
    "invalid_value",
    wordAmong(
      ({ rules }) => (rules?.fidelities.length === 0 ? undefined : rules?.fidelities),
      ({ body }) => textAt(body, "input_fidelity"),
      (value) => ({
        message: `Invalid value for 'input_fidelity': '${value}' is not supported by this model.`,
        param: "input_fidelity"
      })
    )
  ),
  {
    name: "no-fidelity",
    when: "it is said how closely a model's edits keep to their images that always keep to them, from 2 on",
    status: 400,
    type: "image_generation_user_error",
    code: "invalid_input_fidelity_model",
    find: ({ body, rules }) =>
      when(
        rules?.fidelities.length === 0 && given(body, "input_fidelity") !== undefined,
        `The model '${textAt(body, "model") ?? ""}' does not support the 'input_fidelity' parameter.`,
        "input_fidelity"
      )
  },
  oneOf("output-format", "output_format", ["png", "jpeg", "webp"]),
  refusal("png-alone", "the images are to be of a type that this sandbox does not make", null, ({ body }) =>
    when(
      ["jpeg", "webp"].includes(textAt(body, "output_format") ?? ""),
      "This sandbox makes PNG alone.",
      "output_format"
    )
  ),
  range("compression-range", "output_compression", 0, 100),
  refusal("compression-of-png", "a PNG is to be compressed", null, ({ body }) =>
    when(
      (numberAt(body, "output_compression") ?? 100) !== 100,
      "Compression less than 100 is not supported for PNG output format",
      "output_compression"
    )
  ),
  refusal("stream", "the images are to be streamed, which this sandbox does not do", null, ({ body }) =>
    when(
      given(body, "stream") === true || given(body, "partial_images") !== undefined,
      "This sandbox does not stream images.",
      "stream"
    )
  )
]

/** Everything that the images API refuses here, in the order in which it looks. */
export const imagesRefusals: readonly ImagesRefusal[] = [...access, ...content, ...options]
