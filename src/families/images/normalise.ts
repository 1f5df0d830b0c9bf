import { bodyObject } from "../../core/reading/issue-reader.ts"
import {
  type ImageRequest,
  imagesIn,
  type ImageSize,
  type ImagePart,
  type ImageSource,
  type ImageTurn
} from "../../core/image.ts"
import type { Invalid, Result } from "../../core/errors/invalid.ts"
import { type JsonObject, type JsonText, isObject } from "../../core/json/json.ts"
import { type Refused, type Translated, noteRules } from "../../core/notes/note.ts"
import {
  type AskedModel,
  type ParameterCheck,
  ParameterReader,
  type ParameterRules,
  readAskedModel,
  sharedRules,
  readTable,
  tableSchema,
  type ParameterTable,
  type ParameterValues
} from "../parameters/reader.ts"
import {
  checkOf,
  described,
  integer,
  oneOf,
  parsePixels,
  objectBy,
  image,
  flag,
  listOf,
  text
} from "../parameters/values.ts"
import { childPointer } from "../../core/json/pointer.ts"

/** The rules of a family of image models. */
export interface ImageRules extends ParameterRules {
  /** The most images that one call to a model of a kind gives. */
  readonly perCall: (kind: string | undefined) => number
  /** Reads a body by the family's parameters; gives what is shown. */
  readonly read: (body: JsonObject, reader: ImageReader) => ImageRequest["turns"]
}

/** A request, or why it cannot be one. */
export type Normalised = Result<Translated<ImageRequest>, Invalid | Refused>

/** Brings a body of the images endpoint to what a family's model accepts. */
export const normalise = (
  { catalogue, perCall, read }: ImageRules,
  body: JsonText,
  { model, kind }: AskedModel
): Normalised => {
  const object = bodyObject(body)
  if (!object.ok) return object
  const reader: ImageReader = new ParameterReader({ rules: imageRules, catalogue, kind }, {})
  const turns = read(object.value, reader)
  const { seed, count = 1 } = reader.settings
  if (seed !== undefined && count > perCall(kind)) reader.note("seeds", reader.places.get("seed") ?? "")
  return reader.outcome({ model, turns, ...reader.settings, places: reader.places })
}

/**
 * Brings a body of the images endpoint, as JSON text or as the parsed value, to what the model that it names accepts:
 * defaults are written out, and what the model does not have is left out with a note. `Invalid`: a value is wrong;
 * `Refused`: another model is needed. Says nothing of how the family's vendor writes it.
 *
 * @example
 * normaliseImage(Seedream, { model: "doubao-seedream-4-0-250828", prompt: "a lighthouse", size: "2K" })
 */
export const normaliseImage = (family: ImageRules, body: unknown): Normalised => {
  const named = readAskedModel(family.catalogue, body)
  return named.ok ? normalise(family, named.value.json, named.value) : named
}

/** What a request says besides its model and what is shown. */
type ImageSettings = Omit<ImageRequest, "model" | "turns" | "places">

/** A body while it is read for an image model. */
export type ImageReader = ParameterReader<ImageSettings, ImageRuleKey>

/** What a value of an image model's must be. */
export type ImageCheck<A> = ParameterCheck<A, ImageReader>

/** Why an image model does not get what a client sent. */
const imageRules = noteRules("images", {
  dropped: {
    meaning: {
      ...sharedRules.dropped,
      beaten: "Another member takes precedence over `{member}`, which was not sent.",
      "too-large": "The model makes images of one size class, and not of this one: `{member}` was not sent.",
      "no-sequence": "`{member}` has an effect only where `sequential_image_generation` is `auto`; it was not sent.",
      "nothing-to-keep": "`{member}` has no effect without an input image and was not sent.",
      "earlier-text": "The model takes one prompt, the last text of the user; this earlier text was not sent."
    },
    cosmetic: { ...sharedRules.idle, "always-bytes": "The model returns images as base64: `{member}` was not sent." }
  },
  approximated: {
    meaning: {
      ratio: "The model makes images of some ratios only; the nearest one was sent.",
      "as-input": "The model makes images as large as the one that it edits: the size was sent as `adaptive`.",
      fidelity: "The vendor has no medium fidelity; `low` was sent.",
      "low-fidelity": "The model has only low fidelity; `low` was sent."
    },
    cost: { class: "The vendor has no such size class; the next smaller one was sent." },
    cosmetic: sharedRules.approximated
  },
  synthesised: { cosmetic: { seeds: "Each further image was given the next seed, or all would be the same." } },
  refused: { meaning: sharedRules.refused }
})

/** The key of such a rule. */
type ImageRuleKey = keyof typeof imageRules.table

/** How images are wanted. */
export const responseFormat = described(oneOf("url", "b64_json"), { default: "url" })

/** How many images are wanted. */
export const count = integer(1, 10)

/** Seeds of the vendors whose seeds have 31 bits. */
export const seed = integer(0, 2_147_483_647)

/** For families that give images as base64 whatever is asked. */
export const alwaysBytes = (responseFormat: "url" | "b64_json" | undefined, reader: ImageReader): void => {
  if (responseFormat === "url") reader.note("always-bytes", "/response_format")
  reader.put("as", "bytes")
}

/** For families that do as they are asked, with URLs where nothing is. */
export const asAsked = (responseFormat: "url" | "b64_json" | undefined, reader: ImageReader): void =>
  reader.put("as", responseFormat === "b64_json" ? "bytes" : "url", "/response_format")

/** The size that a text of a closed set means: pixels, with `between` between them, `auto`, or the name of a class. */
export const sizeOf = (text: string, between = "x"): ImageSize => {
  if (text === "auto") return { kind: "auto" }
  const pixels = parsePixels(text, between)
  return pixels === undefined ? { kind: "class", name: text } : { kind: "pixels", ...pixels }
}

/** What any model's size looks like: pixels, a class, or its own choice. */
export const anySize: ImageCheck<string> = checkOf({ type: "string" }, (value, at, reader) =>
  typeof value === "string" && /^(?:[1-9]\d{0,4}x[1-9]\d{0,4}|\d{1,2}K|auto)$/.test(value)
    ? value
    : reader.must(at, "be a size such as `1024x1024` or `2K`")
)

/** One of some ratios, or pixels: of their own ratio, else of the nearest one, which a note says. */
export const ratioAmong = (...ratios: readonly [string, ...string[]]): ImageCheck<string> => {
  const shapes = new Map(ratios.map((ratio) => [ratio, shapeOf(ratio)]))
  return checkOf({ type: "string", examples: [...ratios, "1024x1024"] }, (value, at, reader) => {
    if (typeof value === "string" && shapes.has(value)) return value
    const size = typeof value === "string" ? parsePixels(value) : undefined
    if (size === undefined) return reader.must(at, `be one of ${ratios.join(", ")}, or pixels like 1024x1024`)
    const wanted = size.width / size.height
    let [nearest] = ratios
    let distance = Infinity
    for (const [ratio, shape] of shapes) {
      const away = Math.abs(Math.log(shape / wanted))
      if (away < distance) [nearest, distance] = [ratio, away]
    }
    if (distance > 0)
      reader.note("ratio", at, `The model does not make images of this ratio; the nearest one, ${nearest}, was sent.`)
    return nearest
  })
}

/** How many times as wide as high. */
const shapeOf = (ratio: string): number => {
  const [width = 1, height = 1] = ratio.split(":").map(Number)
  return width / height
}

/** An object with a table of its own. */
export const imageObject = <const T extends ParameterTable<ImageSettings, ImageRuleKey>>(
  table: T
): ImageCheck<ParameterValues<T>> =>
  objectBy(tableSchema(table), (object, at, reader) => readTable(table, object, at, reader))

const members = imageObject({ text: { is: text }, image: { is: image } })

/** A piece of a turn: a text or an image. */
export const turnPart: ImageCheck<ImagePart> = checkOf(members.schema, (value, at, reader) => {
  if (!isObject(value)) return reader.must(at, "be an object")
  const read = members(value, at, reader)
  if (Object.hasOwn(value, "text") === Object.hasOwn(value, "image"))
    return reader.must(at, "hold either `text` or `image`")
  if (read?.text !== undefined) return { type: "text", text: read.text, at: childPointer(at, "text") }
  return read?.image === undefined ? undefined : { type: "image", source: read.image }
})

const turnMembers = imageObject({
  role: { is: oneOf("user", "model") },
  parts: { is: listOf(turnPart), required: true }
})

const turn: ImageCheck<ImageTurn> = checkOf(turnMembers.schema, (value, at, reader) => {
  const read = turnMembers(value, at, reader)
  return read && { role: read.role ?? "user", parts: read.parts ?? [] }
})

const turnList = listOf(turn)

/** The turns of a conversation, at least one of them the user's. */
const contents: ImageCheck<readonly ImageTurn[]> = checkOf(turnList.schema, (value, at, reader) => {
  const turns = turnList(value, at, reader)
  if (turns === undefined || turns.some(({ role }) => role === "user")) return turns
  return reader.must(at, "hold a turn of the user")
})

const one: ImageCheck<readonly ImageSource[]> = checkOf(
  { ...image.schema, description: "An image to change, or several: URLs, data: URLs, or base64." },
  (value, at, reader) => {
    const source = image(value, at, reader)
    return source === undefined ? undefined : [source]
  }
)

/** A flag that must be false: images are not streamed. */
const unstreamed: ImageCheck<boolean> = checkOf(
  { type: "boolean", enum: [false], description: "Images are not streamed." },
  (value, at, reader) =>
    value === true ? reader.issue(at, "Images cannot be streamed. Leave `stream` out.") : flag(value, at, reader)
)

/** The members by which every family is shown what it is to draw. */
export const promptParameters = {
  model: { is: described(text, { description: "Its id decides which parameters apply." }), required: true },
  stream: { is: unstreamed },
  prompt: { is: text },
  contents: { is: contents },
  image: { is: one },
  images: { is: listOf(image) }
} as const

/** What was read of them. */
type Shown = Pick<ParameterValues<typeof promptParameters>, "prompt" | "contents" | "image" | "images">

/** What is shown, as turns: images that stand alone open the user's last turn, a prompt ends it. */
export const turnsOf = ({
  prompt,
  contents: turns = [],
  image: one = [],
  images = []
}: Shown): readonly ImageTurn[] => {
  const pictures = [...one, ...images].map((source): ImagePart => ({ type: "image", source }))
  const words: readonly ImagePart[] = prompt === undefined ? [] : [{ type: "text", text: prompt, at: "/prompt" }]
  if (pictures.length === 0 && words.length === 0) return turns
  const last = turns.at(-1)
  return last?.role === "user"
    ? [...turns.slice(0, -1), { role: "user", parts: [...pictures, ...last.parts, ...words] }]
    : [...turns, { role: "user", parts: [...pictures, ...words] }]
}

/** The turns without empty texts; an issue where nothing is left. */
export const withoutEmptyTexts = (
  turns: readonly ImageTurn[],
  reader: ImageReader,
  wanted: string
): readonly ImageTurn[] => {
  const filled = turns
    .map(({ role, parts }) => ({ role, parts: parts.filter((one) => one.type === "image" || one.text.trim() !== "") }))
    .filter(({ parts }) => parts.length > 0)
  if (!filled.some(({ role }) => role === "user")) reader.absent("", wanted, "a text or an image")
  return filled
}

/** One turn with all images and the last text of the user, for a model that is asked one thing at a time. */
export const asSingleTurn = (turns: readonly ImageTurn[], reader: ImageReader): readonly ImageTurn[] => {
  const last = turns.findLast(({ role, parts }) => role === "user" && parts.some(({ type }) => type === "text"))
  const texts = last?.parts.flatMap((one) => (one.type === "text" ? [one.text] : [])) ?? []
  for (const each of turns) {
    if (each === last) continue
    for (const one of each.parts) if (one.type === "text") reader.note("earlier-text", one.at ?? "")
  }
  const pictures = imagesIn(turns).map((source): ImagePart => ({ type: "image", source }))
  const words: readonly ImagePart[] = texts.length === 0 ? [] : [{ type: "text", text: texts.join("\n") }]
  return [{ role: "user", parts: [...pictures, ...words] }]
}

/** How many images a model takes. */
type Takes = readonly [least: number, most: number]

/** Checks how many images are shown, by the model's kind; `all`: what holds where that is not known. */
export const countImages = (
  images: readonly ImageSource[],
  takes: Readonly<Record<string, Takes>>,
  all: Takes,
  reader: ImageReader
): void => {
  const [least, most] = takes[reader.kind ?? ""] ?? all
  if (images.length < least) reader.absent("", "image", "the model changes images")
  const beyond = images[most]
  if (beyond === undefined) return
  const many = most === 1 ? "one image" : `${most} images`
  const message = most === 0 ? "The model does not accept images." : `The model takes ${many} at most.`
  reader.refuse(beyond.at, message, (other) => images.length <= (takes[other]?.[1] ?? 0))
}
