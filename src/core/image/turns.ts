import { dataUrl } from "../bytes/base64.ts"
import type { EncodedImageRequest, ImageBytes, ImagePart, ImageRequest, ImageSource, ImageTurn } from "./image.ts"
import type { TranslationNote, NoteRules } from "../notes/note.ts"
import type { JsonPointer } from "../json/pointer.ts"

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
  source.kind === "url" ? source.url : dataUrl(source.mime, source.base64)

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

/** A field of a request. */
export type ImageField = keyof ImageRequest

/** Where a field stood in the client's body; the whole body where that is not known. */
export const placeIn = ({ places }: ImageRequest, field: string): JsonPointer => places?.get(field) ?? ""

/** Fields that every format writes, and what is none of a request's meaning. */
const common: ReadonlySet<string> = new Set<ImageField>(["model", "turns", "places"])

/** Notes of a rule at each field of a request that a format has no place for. */
export const noteUnheld = <Key extends string>(
  { note }: NoteRules<Key>,
  rule: NoInfer<Key>,
  request: ImageRequest,
  held: ReadonlySet<string>
): readonly TranslationNote[] =>
  Object.entries(request)
    .filter(([field, value]) => value !== undefined && !common.has(field) && !held.has(field))
    .map(([field]) => note(rule, placeIn(request, field)))
