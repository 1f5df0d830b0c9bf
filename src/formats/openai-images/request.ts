import {
  type FormField,
  type ImageBytes,
  type ImageCall,
  imageEnds,
  type ImageFormat,
  type ImageRequest,
  type ImageSize
} from "../../core/image/image.ts"
import {
  bytesOf,
  type ImageField,
  imagesIn,
  needsIn,
  noteUnheld,
  placeIn,
  promptIn,
  saysMore
} from "../../core/image/turns.ts"
import { isArray, isObject, JsonText, putMember, type JsonTemplate } from "../../core/json/json.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { succeed } from "../../core/errors/invalid.ts"
import { rules } from "./rules.ts"

const held: ReadonlySet<string> = new Set<ImageField>(["count", "size", "quality", "fidelity", "mime", "as", "passed"])

const heldByEdits: ReadonlySet<string> = new Set([...held, "mask"])

/** Writes a request: JSON where there is no image, else a form with the images as files, whose bytes are needed. */
export const encodeRequest: ImageFormat["encodeRequest"] = (request, bytes) => {
  const images = imagesIn(request.turns)
  const edits = images.length > 0
  const files = edits && request.mask !== undefined ? [...images, request.mask] : images
  const members = membersOf(request, edits)
  const body: ImageCall["body"] = edits
    ? { kind: "form", fields: [...Object.entries(members).flatMap(textFields), ...fileFields(request, bytes)] }
    : { kind: "json", json: JsonText.tree(members) }
  const call = { model: request.model, edits, body }
  return succeed({ value: { call, needs: needsIn(files, bytes) }, notes: notesOf(request, edits) })
}

const notesOf = (request: ImageRequest, edits: boolean): readonly TranslationNote[] => {
  const { size, fidelity, mime, turns } = request
  return [
    ...(saysMore(turns) ? [rules.note("turns", placeIn(request, "turns"))] : []),
    ...(size?.kind === "as-input" ? [rules.note("size", placeIn(request, "size"))] : []),
    ...(fidelity !== undefined && !edits ? [rules.note("fidelity", placeIn(request, "fidelity"))] : []),
    ...(mime !== undefined && !imageEnds.has(mime) ? [rules.note("type", placeIn(request, "mime"))] : []),
    ...noteUnheld(rules, "unsupported", request, edits ? heldByEdits : held)
  ]
}

/** What a request says besides its images. */
const membersOf = (request: ImageRequest, edits: boolean): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {
    model: request.model,
    prompt: promptIn(request.turns),
    n: request.count,
    size: sizeOut(request.size),
    quality: request.quality,
    input_fidelity: edits ? request.fidelity : undefined,
    output_format: imageEnds.get(request.mime ?? "")
  }
  for (const [key, value] of Object.entries(request.passed ?? {})) putMember(out, key, value)
  return out
}

const sizeOut = (size: ImageSize | undefined): string | undefined => {
  switch (size?.kind) {
    case "pixels":
      return `${size.width}x${size.height}`
    case "class":
      return size.name
    case "as-input":
    case "auto":
      return "auto"
    case undefined:
      return undefined
  }
}

/** A member as fields of a form: a text as it is, members of members and items as the vendor's SDKs name them, the rest as JSON. */
const textFields = ([name, value]: readonly [string, JsonTemplate]): readonly FormField[] => {
  if (value === undefined) return []
  const json = value instanceof JsonText ? value : JsonText.tree(value)
  const inner = json.value ?? null
  if (isArray(inner) && inner.length > 0) return inner.flatMap((item) => textFields([`${name}[]`, JsonText.of(item)]))
  const keys = isObject(inner) ? Object.keys(inner) : []
  if (isObject(inner) && keys.length > 0)
    return keys.flatMap((key) => textFields([`${name}[${key}]`, JsonText.member(inner, key)]))
  return [{ name, text: typeof inner === "string" ? inner : json.text }]
}

/** The images as files: one under its own name, several as a list, and where they may be changed. */
const fileFields = ({ turns, mask }: ImageRequest, bytes: ImageBytes): readonly FormField[] => {
  const images = imagesIn(turns)
  const name = images.length > 1 ? "image[]" : "image"
  const named = images.map((source, index) => ({ name, stem: `image-${index + 1}`, source }))
  const all = mask === undefined ? named : [...named, { name: "mask", stem: "mask", source: mask }]
  return all.flatMap(({ name, stem, source }) => {
    const found = bytesOf(source, bytes)
    if (found === undefined) return []
    const { base64, mime } = found
    return [{ name, file: `${stem}.${imageEnds.get(mime) ?? "bin"}`, mime, base64 }]
  })
}
