import type { EncodedImageRequest, ImageBytes, ImagePart, ImageRequest, ImageSource, ImageTurn } from "./image.ts"
import type { Note } from "./note.ts"
import type { Pointer } from "./pointer.ts"
import type { Rules } from "./rules.ts"

const textIn = ({ parts }: ImageTurn): string =>
  parts.flatMap((part) => (part.type === "text" && part.text !== "" ? [part.text] : [])).join("\n")

const isAsked = (turn: ImageTurn): boolean => turn.role === "user" && textIn(turn) !== ""

/** What a model without turns is asked: the last text of the user, `""` where there is none. */
export const promptIn = (turns: readonly ImageTurn[]): string => {
  const last = turns.findLast(isAsked)
  return last === undefined ? "" : textIn(last)
}

/** Whether turns have a text that is not the prompt. */
export const saysMore = (turns: readonly ImageTurn[]): boolean => {
  const last = turns.findLast(isAsked)
  return turns.some((turn) => turn !== last && textIn(turn) !== "")
}

const isImage = (part: ImagePart): part is ImagePart & { readonly type: "image" } => part.type === "image"

/** All images of all turns, in their order. */
export const imagesIn = (turns: readonly ImageTurn[]): readonly ImageSource[] =>
  turns.flatMap(({ parts }) => parts.filter(isImage).map(({ source }) => source))

/** An image as a URL, a `data:` URL where its bytes are known. */
export const linkOf = (source: ImageSource): string =>
  source.kind === "url" ? source.url : `data:${source.mime};base64,${source.base64}`

/** The bytes of an image; undefined where they are still to be fetched. */
export const bytesOf = (
  source: ImageSource,
  bytes: ImageBytes
): { readonly base64: string; readonly mime: string } | undefined =>
  source.kind === "bytes" ? source : bytes.get(source.url)

/** The images whose bytes are still to be fetched. */
export const needsIn = (sources: readonly ImageSource[], bytes: ImageBytes): EncodedImageRequest["needs"] =>
  sources.flatMap((source) =>
    source.kind === "url" && !bytes.has(source.url) ? [{ url: source.url, at: source.at }] : []
  )

/** Where a field stood in the client's body; the whole body where that is not known. */
export const placeIn = ({ places }: ImageRequest, field: keyof ImageRequest): Pointer => places?.get(field) ?? ""

/** A field of a request that a format may have no place for. */
export type ImageField = Exclude<keyof ImageRequest, "model" | "turns" | "places">

const fields: Readonly<Record<ImageField, true>> = {
  count: true,
  size: true,
  ratio: true,
  quality: true,
  fidelity: true,
  negative: true,
  seed: true,
  guidance: true,
  watermark: true,
  rewrite: true,
  sequence: true,
  temperature: true,
  topP: true,
  maxTokens: true,
  people: true,
  mime: true,
  text: true,
  as: true,
  mask: true,
  passed: true
}

const isField = (key: string): key is ImageField => Object.hasOwn(fields, key)

/** Notes of a rule at each field of a request that a format has no place for. */
export const noteUnheld = <Key extends string>(
  { note }: Rules<Key>,
  rule: NoInfer<Key>,
  request: ImageRequest,
  held: ReadonlySet<ImageField>
): readonly Note[] =>
  Object.keys(request)
    .filter(isField)
    .filter((field) => request[field] !== undefined && !held.has(field))
    .map((field) => note(rule, placeIn(request, field)))
