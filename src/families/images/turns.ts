import type { ImagePart, ImageSource, ImageTurn } from "../../core/image/image.ts"
import { isObject } from "../../core/json/json.ts"
import { childPointer } from "../../core/json/pointer.ts"
import { image } from "../parameters/source.ts"
import { flag, listOf, oneOf, text } from "../parameters/values.ts"
import type { Is, Reading } from "./reading.ts"
import { inside } from "./table.ts"

const members = { text: { is: text }, image: { is: image } }

/** A piece of a turn: a text or an image. */
export const part: Is<ImagePart> = (value, at, reading) => {
  if (!isObject(value)) return reading.issue(at, "It must be an object.")
  const read = inside(members)(value, at, reading)
  if (Object.hasOwn(value, "text") === Object.hasOwn(value, "image"))
    return reading.issue(at, "It must hold either `text` or `image`.")
  if (read?.text !== undefined) return { type: "text", text: read.text, at: childPointer(at, "text") }
  return read?.image === undefined ? undefined : { type: "image", source: read.image }
}

const turnMembers = { role: { is: oneOf("user", "model") }, parts: { is: listOf(part) } }

const turn: Is<ImageTurn> = (value, at, reading) => {
  const read = inside(turnMembers)(value, at, reading)
  if (read === undefined) return undefined
  if (!isObject(value) || !Object.hasOwn(value, "parts")) return reading.absent(at, "parts")
  return { role: read.role ?? "user", parts: read.parts ?? [] }
}

/** The turns of a conversation, at least one of them the user's. */
const contents: Is<readonly ImageTurn[]> = (value, at, reading) => {
  const turns = listOf(turn)(value, at, reading)
  if (turns === undefined || turns.some(({ role }) => role === "user")) return turns
  return reading.issue(at, "It must hold a turn of the user.")
}

const one: Is<readonly ImageSource[]> = (value, at, reading) => {
  const source = image(value, at, reading)
  return source === undefined ? undefined : [source]
}

/** A flag that must be false: images are not streamed. */
const unstreamed: Is<boolean> = (value, at, reading) =>
  value === true ? reading.issue(at, "Images are not streamed. Leave `stream` out.") : flag(value, at, reading)

/** The members by which every family is shown what it is to draw. */
export const shown = {
  model: { is: text },
  stream: { is: unstreamed },
  prompt: { is: text },
  contents: { is: contents },
  image: { is: one },
  images: { is: listOf(image) }
}

/** What was read of them. */
export interface Shown {
  readonly prompt: string | undefined
  readonly contents: readonly ImageTurn[] | undefined
  readonly image: readonly ImageSource[] | undefined
  readonly images: readonly ImageSource[] | undefined
}

/** What is shown, as turns: images that stand alone open the user's last turn, a prompt ends it. */
export const turnsOf = ({ prompt, contents: said = [], image: one = [], images = [] }: Shown): readonly ImageTurn[] => {
  const pictures = [...one, ...images].map((source): ImagePart => ({ type: "image", source }))
  const words: readonly ImagePart[] = prompt === undefined ? [] : [{ type: "text", text: prompt, at: "/prompt" }]
  if (pictures.length === 0 && words.length === 0) return said
  const last = said.at(-1)
  return last?.role === "user"
    ? [...said.slice(0, -1), { role: "user", parts: [...pictures, ...last.parts, ...words] }]
    : [...said, { role: "user", parts: [...pictures, ...words] }]
}

/** The images of some turns. */
export const imagesIn = (turns: readonly ImageTurn[]): readonly ImageSource[] =>
  turns.flatMap(({ parts }) => parts.flatMap((one) => (one.type === "image" ? [one.source] : [])))

/** The turns without empty texts; an issue where nothing is left. */
export const filled = (turns: readonly ImageTurn[], reading: Reading, wanted: string): readonly ImageTurn[] => {
  const kept = turns
    .map(({ role, parts }) => ({ role, parts: parts.filter((one) => one.type === "image" || one.text.trim() !== "") }))
    .filter(({ parts }) => parts.length > 0)
  if (!kept.some(({ role }) => role === "user")) reading.absent("", wanted, "a text or an image")
  return kept
}

/** One turn with all images and the last text of the user, for a model that is asked one thing at a time. */
export const asOne = (turns: readonly ImageTurn[], reading: Reading): readonly ImageTurn[] => {
  const last = turns.findLast(({ role, parts }) => role === "user" && parts.some(({ type }) => type === "text"))
  const texts = last?.parts.flatMap((one) => (one.type === "text" ? [one.text] : [])) ?? []
  for (const each of turns) {
    if (each === last) continue
    for (const one of each.parts) if (one.type === "text") reading.note("earlier-text", one.at ?? "")
  }
  const pictures = imagesIn(turns).map((source): ImagePart => ({ type: "image", source }))
  const words: readonly ImagePart[] = texts.length === 0 ? [] : [{ type: "text", text: texts.join("\n") }]
  return [{ role: "user", parts: [...pictures, ...words] }]
}

/** How many images each kind of a family's models takes, at least and at most. */
export type Takes = Readonly<Record<string, readonly [least: number, most: number]>>

/** Checks how many images are shown; `all`: what holds for a model whose kind is not known. */
export const countImages = (
  images: readonly ImageSource[],
  takes: Takes,
  all: Takes[string],
  reading: Reading
): void => {
  const { kind } = reading
  const [least, most] = (kind === undefined ? undefined : takes[kind]) ?? all
  if (images.length < least) reading.absent("", "image", "the model changes images")
  const beyond = images[most]
  if (beyond === undefined) return
  const said =
    most === 0
      ? "The model takes no images."
      : `The model takes ${most === 1 ? "one image" : `${most} images`} at most.`
  reading.refuse(beyond.at, said, (other) => images.length <= (takes[other]?.[1] ?? 0))
}
