import { imagesIn, type ImageTurn } from "../../core/image.ts"
import type { JsonObject } from "../../core/json/json.ts"
import { tableRules, readTable, type ParameterValues } from "../parameters/reader.ts"
import { checkOf, described, parsePixels, flag, integer, listOf, oneOf, text } from "../parameters/values.ts"
import {
  type ImageRules,
  type ImageCheck,
  type ImageReader,
  asAsked,
  responseFormat,
  seed,
  sizeOf,
  imageObject,
  asSingleTurn,
  countImages,
  withoutEmptyTexts,
  turnPart,
  promptParameters,
  turnsOf
} from "./normalise.ts"

type Kind = "text-to-image" | "edit" | "edit-plus"

/** Width and height in pixels with an asterisk between them, and beside `input` alone. */
const size: ImageCheck<string> = checkOf({ type: "string", examples: ["1328*1328"] }, (value, at, reader) =>
  typeof value === "string" && parsePixels(value, "*") !== undefined
    ? value
    : reader.must(at, "be width and height like 1328*1328")
)

/** The same outside `parameters`, where an `x` may stand between them. */
const looseSize: ImageCheck<string> = checkOf(size.schema, (value, at, reader) =>
  size(typeof value === "string" ? starred(value) : value, at, reader)
)

const starred = (size: string): string => size.replace("x", "*")

const count = integer(1, 6)

/** Settings that may stand at the top, where a client of another family says them; those in `parameters` win. */
const either = {
  negative_prompt: { is: text, to: "negative" },
  prompt_extend: { is: flag, kinds: ["edit-plus"], to: "rewrite" },
  watermark: { is: described(flag, { default: true }), to: "watermark" },
  seed: { is: seed, to: "seed" }
} as const

const settings = { ...either, n: { is: count }, size: { is: size } } as const

const message = { role: { is: oneOf("user") }, content: { is: listOf(turnPart) } } as const

const messages = {
  messages: { is: described(listOf(imageObject(message)), { description: "One message of the user's." }) }
} as const

const parameters = {
  ...promptParameters,
  ...either,
  ...messages,
  response_format: { is: responseFormat },
  n: { is: count },
  size: { is: looseSize },
  input: { is: imageObject(messages) },
  parameters: { is: imageObject(settings) }
} as const

type Read = ParameterValues<typeof parameters>

/** Members that may stand where `input` does not. */
const instead = ["prompt", "contents", "image", "images", "n", "size"] as const

const takes = { "text-to-image": [0, 0], edit: [1, 1], "edit-plus": [1, 3] } as const

/** How many images a model makes of one request. */
const makes: Readonly<Record<string, number>> = { "text-to-image": 6, edit: 1, "edit-plus": 6 }

const read = (body: JsonObject, reader: ImageReader) => {
  const values = readTable(parameters, body, "", reader)
  asAsked(values.response_format, reader)
  readAlternatives(values, reader)
  noteBeaten(values, reader)
  readCount(values, reader)
  readSize(values, reader)
  const { watermark, rewrite } = reader.settings
  if (watermark === undefined) reader.put("watermark", true)
  if (rewrite === undefined && (reader.kind === "edit-plus" || reader.kind === undefined)) reader.put("rewrite", true)
  const allTurns = isWritten(body) ? turnsIn(values, reader) : turnsOf(values)
  const turns = asSingleTurn(withoutEmptyTexts(allTurns, reader, "input"), reader)
  countImages(imagesIn(turns), takes, [0, 3], reader)
  return turns
}

/** Whether what is shown is said in the vendor's own words. */
const isWritten = (body: JsonObject): boolean => Object.hasOwn(body, "input") || Object.hasOwn(body, "messages")

const turnsIn = ({ input, messages: outside }: Read, reader: ImageReader): readonly ImageTurn[] => {
  const messages = input?.messages ?? outside
  const at = input?.messages === undefined && outside !== undefined ? "" : "/input"
  if (input !== undefined && messages === undefined) reader.absent("/input", "messages")
  const [first, second] = messages ?? []
  if (second !== undefined) reader.issue(`${at}/messages/1`, "There must be exactly one message.")
  if (first !== undefined && first.role === undefined) reader.absent(`${at}/messages/0`, "role")
  return first === undefined ? [] : [{ role: "user", parts: first.content ?? [] }]
}

const readAlternatives = (values: Read, reader: ImageReader): void => {
  for (const key of instead) {
    const parent =
      values.input !== undefined ? "input" : key in promptParameters && values.messages !== undefined ? "messages" : ""
    if (values[key] !== undefined && parent !== "")
      reader.issue(`/${key}`, `\`${key}\` cannot be used together with \`${parent}\`.`)
  }
}

/** Notes each member that another one, which says something else, beats. */
const noteBeaten = ({ n, size: outside, messages, input, parameters, ...values }: Read, reader: ImageReader): void => {
  if (n !== undefined && parameters?.n !== undefined && parameters.n !== n) reader.note("beaten", "/parameters/n")
  if (outside !== undefined && parameters?.size !== undefined && parameters.size !== starred(outside))
    reader.note("beaten", "/parameters/size")
  if (messages !== undefined && input?.messages !== undefined) reader.note("beaten", "/messages")
  for (const key of ["negative_prompt", "prompt_extend", "watermark", "seed"] as const) {
    const [top, nested] = [values[key], parameters?.[key]]
    if (top !== undefined && nested !== undefined && top !== nested) reader.note("beaten", `/${key}`)
  }
}

const readCount = ({ n, parameters }: Read, reader: ImageReader): void => {
  const wanted = n ?? parameters?.n ?? 1
  const at = n === undefined && parameters?.n !== undefined ? "/parameters/n" : "/n"
  const most = reader.kind === undefined ? undefined : makes[reader.kind]
  if (most !== undefined && wanted > most)
    reader.refuse(at, "The model makes one image a call; ask for one.", (kind) => wanted <= (makes[kind] ?? 0))
  reader.put("count", wanted, at)
}

const readSize = ({ size: outside, parameters }: Read, reader: ImageReader): void => {
  const size = outside ?? parameters?.size
  if (size !== undefined)
    reader.put("size", sizeOf(starred(size), "*"), outside === undefined ? "/parameters/size" : "/size")
}

/** Qwen Image: messages and parameters of their own, or a prompt like the others'; up to three images to change. */
export const qwenImage: ImageRules = {
  family: "qwenimage",
  catalogue: new Map<string, Kind>([
    ["qwen-image", "text-to-image"],
    ["qwen-image-plus", "text-to-image"],
    ["qwen-image-max", "text-to-image"],
    ["qwen-image-edit", "edit"],
    ["qwen-image-edit-plus", "edit-plus"]
  ]),
  perCall: (kind) => (kind === "edit-plus" || kind === undefined ? 6 : 1),
  ...tableRules(parameters, { parameters: settings }),
  read
}
