import type { ImageTurn } from "../../words/image/image.ts"
import type { JsonObject } from "../../words/json/json.ts"
import { placesOf } from "../parameters/places.ts"
import { pixelsIn } from "../parameters/pixels.ts"
import { readTable, type Values } from "../parameters/table.ts"
import { flag, integer, listOf, oneOf, text } from "../parameters/values.ts"
import type { ImageRules } from "./normalise.ts"
import type { Is, Reading } from "./reading.ts"
import { asAsked, responseFormat, seed } from "./shared.ts"
import { sizeOf } from "./size.ts"
import { inside } from "./table.ts"
import { asOne, countImages, filled, imagesIn, part, shown, turnsOf } from "./turns.ts"

type Kind = "text-to-image" | "edit" | "edit-plus"

/** Width and height in pixels with an asterisk between them, and beside `input` alone. */
const size: Is<string> = (value, at, reading) =>
  typeof value === "string" && pixelsIn(value, "*") !== undefined
    ? value
    : reading.issue(at, "It must be width and height like 1328*1328.")

/** The same outside `parameters`, where an `x` may stand between them. */
const looseSize: Is<string> = (value, at, reading) =>
  size(typeof value === "string" ? value.replace("x", "*") : value, at, reading)

const count = integer(1, 6)

const settings = {
  n: { is: count },
  negative_prompt: { is: text, to: "negative" },
  prompt_extend: { is: flag, kinds: ["edit-plus"], to: "rewrite" },
  watermark: { is: flag, to: "watermark" },
  seed: { is: seed, to: "seed" },
  size: { is: size }
} as const

const message = { role: { is: oneOf("user") }, content: { is: listOf(part) } } as const

const parameters = {
  ...shown,
  response_format: { is: responseFormat },
  n: { is: count },
  size: { is: looseSize },
  input: { is: inside({ messages: { is: listOf(inside(message)) } }) },
  parameters: { is: inside(settings) }
} as const

type Read = Values<typeof parameters>

/** Members that may stand where `input` does not. */
const instead = ["prompt", "contents", "image", "images", "n", "size"] as const

const takes = { "text-to-image": [0, 0], edit: [1, 1], "edit-plus": [1, 3] } as const

/** How many images a model makes of one request. */
const makes: Readonly<Record<string, number>> = { "text-to-image": 6, edit: 1, "edit-plus": 6 }

const read = (body: JsonObject, reading: Reading) => {
  const values = readTable(parameters, body, "", reading)
  asAsked(values.response_format, reading)
  readAlternatives(values, reading)
  readCount(values, reading)
  readSize(values, reading)
  if (values.parameters?.watermark === undefined) reading.put("watermark", true)
  if (reading.kind === "edit-plus" || reading.kind === undefined) {
    if (values.parameters?.prompt_extend === undefined) reading.put("rewrite", true)
  }
  const said = Object.hasOwn(body, "input") ? turnsIn(values, reading) : turnsOf(values)
  const turns = asOne(filled(said, reading, "input"), reading)
  countImages(imagesIn(turns), takes, [0, 3], reading)
  return turns
}

const turnsIn = ({ input }: Read, reading: Reading): readonly ImageTurn[] => {
  if (input === undefined) return []
  const [first, second] = input.messages ?? []
  if (second !== undefined) reading.issue("/input/messages/1", "There must be one message.")
  if (input.messages === undefined) reading.absent("/input", "messages")
  if (first !== undefined && first.role === undefined) reading.absent("/input/messages/0", "role")
  return first === undefined ? [] : [{ role: "user", parts: first.content ?? [] }]
}

const readAlternatives = (values: Read, reading: Reading): void => {
  for (const key of instead) {
    if (values[key] === undefined) continue
    if (values.input !== undefined) reading.issue(`/${key}`, `\`${key}\` must not stand beside \`input\`.`)
    else if ((key === "n" || key === "size") && values.parameters?.[key] !== undefined)
      reading.issue(`/${key}`, `\`${key}\` must not stand beside \`parameters.${key}\`.`)
  }
}

const readCount = ({ n, parameters }: Read, reading: Reading): void => {
  const wanted = parameters?.n ?? n ?? 1
  const at = parameters?.n === undefined ? "/n" : "/parameters/n"
  const most = reading.kind === undefined ? undefined : makes[reading.kind]
  if (most !== undefined && wanted > most)
    reading.refuse(at, "The model makes one image.", (kind) => wanted <= (makes[kind] ?? 0))
  reading.put("count", wanted, at)
}

const readSize = ({ size: outside, parameters }: Read, reading: Reading): void => {
  const said = parameters?.size ?? outside
  const at = parameters?.size === undefined ? "/size" : "/parameters/size"
  if (said !== undefined) reading.put("size", sizeOf(said.replace("x", "*"), "*"), at)
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
  places: placesOf(parameters, { parameters: settings }),
  read
}
