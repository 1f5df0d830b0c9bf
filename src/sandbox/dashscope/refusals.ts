import { isStranger } from "../asking.ts"
import type { FieldKind } from "../field.ts"
import { given, isArray, isObject, member, numberAt, textAt } from "../json.ts"
import { firstOf, mistyped, numbersWithin, when, wordAmong } from "../refusal.ts"
import type { Range } from "../refusal.ts"
import { side } from "./catalogue.ts"
import type { Context, DashScopeRefusal } from "./context.ts"

const parameters: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ["n", "integer"],
  ["size", "string"],
  ["negative_prompt", "string"],
  ["prompt_extend", "boolean"],
  ["watermark", "boolean"],
  ["seed", "integer"]
])

const refusal = (
  name: string,
  what: string,
  find: DashScopeRefusal["find"],
  code = "InvalidParameter",
  status = 400
): DashScopeRefusal => ({ name, when: what, status, type: code, code, find })

const within = (
  name: string,
  range: Range<Context>,
  read: (context: Context) => number | undefined = ({ body }) => numberAt(body, "parameters", name)
): DashScopeRefusal["find"] =>
  numbersWithin([name], range, read, (_name, _value, least, most) => ({
    message: `${name} must be between ${least} and ${most}.`
  }))

/** Who asks, and the shape of the body. */
const access: readonly DashScopeRefusal[] = [
  refusal(
    "wrong-key",
    "the key is not the sandbox's",
    (asking) => when(isStranger(asking), "Invalid API-key provided."),
    "InvalidApiKey",
    401
  ),
  refusal("malformed-json", "the body is not a JSON object", ({ parsed }) =>
    when(!parsed, "Required body invalid, please check the request body format.")
  ),
  refusal(
    "missing-model",
    "no model is named",
    ({ body }) => when(textAt(body, "model") === undefined, 'Required parameter "model" missing from request.'),
    "BadRequest.EmptyModel"
  ),
  refusal(
    "unknown-model",
    "no image model has this id",
    ({ model }) => when(model === undefined, "Model not exist."),
    "ModelNotFound",
    404
  ),
  refusal(
    "missing-input",
    "there is no input",
    ({ body }) => when(!isObject(given(body, "input")), "Required input parameter missing from request."),
    "BadRequest.EmptyInput"
  ),
  refusal("field-type", "a parameter has the wrong JSON type", ({ body }) =>
    mistyped(member(body, "parameters"), parameters, (name, kind) => `${name} must be of type ${kind}.`)
  )
]

/** The message. */
const message: readonly DashScopeRefusal[] = [
  refusal("one-message", "there is no message, or more than one", ({ messages }) =>
    when(messages.length !== 1, "messages length only support 1.")
  ),
  refusal("role", "the message is not the user's", ({ messages }) =>
    when(textAt(messages[0], "role") !== "user", "role only support user.")
  ),
  refusal("content-shape", "the content is not a list of texts and images", ({ messages, content }) => {
    const bad = content.some((item) => (textAt(item, "text") ?? textAt(item, "image")) === undefined)
    return when(!isArray(given(messages[0], "content")) || bad, "content must be a list of text and image.")
  }),
  refusal("one-text", "there is no text, or more than one", ({ texts }) =>
    when(texts.length !== 1 || texts[0] === "", "content must hold exactly one text.")
  ),
  refusal("image-unsupported", "a model that only takes text is given an image", ({ rules, images }) =>
    when(rules?.images[1] === 0 && images.length > 0, "image is not supported by this model.")
  ),
  refusal(
    "image-count",
    "a model that edits is given no image, or more than it takes",
    within(
      "The number of images",
      ({ rules }) => rules?.images ?? [0, 0],
      ({ images }) => images.length
    )
  ),
  refusal(
    "image-source",
    "an image is no URL and no data URL of an image",
    ({ images }) =>
      firstOf(images, (image) =>
        when(image === undefined, "Required URL is missing or invalid, please check the request URL.")
      ),
    "InvalidURL"
  )
]

/** The parameters. */
const options: readonly DashScopeRefusal[] = [
  refusal(
    "count",
    "the model does not make so many images at once",
    within("n", ({ rules }) => [1, rules?.count ?? 1])
  ),
  refusal("size-format", "the size is not `width*height`", ({ size }) =>
    when(size === undefined, "size must be in the format width*height.")
  ),
  refusal(
    "size-offered",
    "the model draws other sizes",
    wordAmong(
      ({ rules }) => rules?.sizes,
      ({ body }) => textAt(body, "parameters", "size"),
      (_size, sizes) => ({ message: `size must be one of ${sizes.join(", ")}.` })
    )
  ),
  refusal(
    "size-range",
    "a side of an edit is too short or too long",
    numbersWithin(
      ["width", "height"],
      side,
      ({ body, size }, name) => (given(body, "parameters", "size") === undefined ? undefined : size?.[name]),
      (_name, _pixels, least, most) => ({ message: `The width and the height must be between ${least} and ${most}.` })
    )
  ),
  refusal("seed-range", "the seed is outside its range", within("seed", [0, 2_147_483_647]))
]

/** Everything that DashScope refuses here, in the order in which it looks. */
export const dashScopeRefusals: readonly DashScopeRefusal[] = [...access, ...message, ...options]
