import type { FieldKind } from "../field.ts"
import { given, textAt } from "../json.ts"
import { firstOf, when } from "../refusal.ts"
import { asGiven, sequenceOf } from "./context.ts"
import type { ArkRefusal, Context } from "./context.ts"
import { among, invalid, missing, refusal, shapeRefusals, stranger, within } from "./refusing.ts"

const fields: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ["model", "string"],
  ["prompt", "string"],
  ["image", "string or array"],
  ["size", "string"],
  ["seed", "integer"],
  ["guidance_scale", "number"],
  ["watermark", "boolean"],
  ["sequential_image_generation", "string"],
  ["sequential_image_generation_options", "object"],
  ["optimize_prompt_options", "object"],
  ["response_format", "string"],
  ["stream", "boolean"]
])

const lacks =
  (names: readonly string[], has: (context: Context) => boolean): ArkRefusal["find"] =>
  (context) =>
    firstOf(names, (name) =>
      when(
        context.rules !== undefined && !has(context) && given(context.body, name) !== undefined,
        invalid(name, "is not supported by the current model"),
        name
      )
    )

/** Who asks, and the shape of the body. */
const access: readonly ArkRefusal[] = [
  stranger,
  ...shapeRefusals(fields),
  refusal(
    "missing-prompt",
    "there is no prompt",
    ({ body }) => when((textAt(body, "prompt") ?? "") === "", missing("prompt"), "prompt"),
    "MissingParameter"
  )
]

/** The images that are given. */
const images: readonly ArkRefusal[] = [
  refusal("image-unsupported", "a model that only takes text is given an image", ({ rules, body }) =>
    when(
      rules?.images[1] === 0 && given(body, "image") !== undefined,
      invalid("image", "is not supported by the current model"),
      "image"
    )
  ),
  refusal(
    "missing-image",
    "a model that edits is given no image",
    ({ rules, images: all }) => when(all.length < (rules?.images[0] ?? 0), missing("image"), "image"),
    "MissingParameter"
  ),
  refusal("too-many-images", "there are more images than the model takes", ({ rules, images: all }) =>
    when(
      all.length > (rules?.images[1] ?? 0),
      invalid("image", `holds more than ${rules?.images[1] ?? 0} images`),
      "image"
    )
  ),
  refusal("image-source", "an image is no URL and no data URL of an image", ({ images: all }) =>
    firstOf(all, (image) => when(image === undefined, invalid("image", "is no URL and no base64 of an image"), "image"))
  )
]

/** How large the images are. */
const sizes: readonly ArkRefusal[] = [
  refusal("size-as-given", "a model that edits is asked for another size than its image's", ({ rules, body }) =>
    when(
      rules?.pixels === undefined && textAt(body, "size") !== asGiven,
      invalid("size", `must be \`${asGiven}\``),
      "size"
    )
  ),
  refusal("size-word", "the size is none of the model's words and no pixels", ({ size }) =>
    when(size === undefined, invalid("size"), "size")
  ),
  refusal("size-pixels", "the image has too few or too many pixels", ({ rules, size }) => {
    const [least, most] = rules?.pixels ?? [0, Infinity]
    const pixels = size === undefined ? 0 : size.width * size.height
    return when(
      pixels < least || pixels > most,
      invalid("size", `must have at least ${least} and at most ${most} pixels`),
      "size"
    )
  }),
  refusal("size-ratio", "the image is more than sixteen times as wide as high, or the other way round", ({ size }) => {
    const ratio = size === undefined ? 1 : size.width / size.height
    return when(ratio > 16 || ratio < 1 / 16, invalid("size", "must have a ratio between 1/16 and 16"), "size")
  })
]

/** Everything else. */
const options: readonly ArkRefusal[] = [
  refusal(
    "guidance-unsupported",
    "a seed or a guidance for a model from 4.0 on",
    lacks(["seed", "guidance_scale"], ({ rules }) => rules?.guided === true)
  ),
  refusal("seed-range", "the seed is outside its range", within("seed", [-1, 2_147_483_647])),
  refusal("guidance-range", "the guidance is outside its range", within("guidance_scale", [1, 10])),
  refusal(
    "sequence-unsupported",
    "a sequence, a way to rewrite or a stream from a model of 3.0",
    lacks(
      ["sequential_image_generation", "sequential_image_generation_options", "optimize_prompt_options", "stream"],
      ({ rules }) => rules?.sequences === true
    )
  ),
  refusal(
    "sequence-word",
    "a sequence is neither automatic nor disabled",
    among("sequential_image_generation", ["auto", "disabled"], "must be `auto` or `disabled`")
  ),
  refusal(
    "sequence-range",
    "a sequence is of none or of more than fifteen images",
    within("max_images", [1, 15], ["sequential_image_generation_options", "max_images"])
  ),
  refusal("sequence-total", "there are more than fifteen images, the given and the made together", (context) =>
    when(
      given(context.body, "sequential_image_generation_options", "max_images") !== undefined &&
        context.images.length + (sequenceOf(context) ?? 0) > 15,
      invalid("max_images", "and the reference images are more than 15 together"),
      "max_images"
    )
  ),
  refusal(
    "rewrite-mode",
    "the model does not rewrite in this way",
    among("optimize_prompt_options.mode", ({ rules }) => rules?.modes)
  ),
  refusal(
    "response-format",
    "the images are wanted neither as links nor as base64",
    among("response_format", ["url", "b64_json"], "must be `url` or `b64_json`")
  ),
  refusal("stream", "the images are to be streamed, which this sandbox does not do", ({ body }) =>
    when(given(body, "stream") === true, invalid("stream", "must be false"), "stream")
  )
]

/** Everything that Ark refuses here, in the order in which it looks. */
export const arkRefusals: readonly ArkRefusal[] = [...access, ...images, ...sizes, ...options]
