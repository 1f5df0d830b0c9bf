import type { ImageFormat, ImageRequest, ImageSize } from "../../core/image/image.ts"
import { type ImageField, imagesIn, linkOf, noteUnheld, placeIn, promptIn, saysMore } from "../../core/image/turns.ts"
import { JsonText } from "../../core/json/json.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { succeed } from "../../core/errors/invalid.ts"
import { rules } from "./rules.ts"

const held: ReadonlySet<string> = new Set<ImageField>([
  "count",
  "size",
  "negative",
  "seed",
  "watermark",
  "rewrite",
  "as"
])

/** Writes a request. Images go as URLs or as `data:` URLs, before the text: the vendor fetches what has a URL. */
export const encodeRequest: ImageFormat["encodeRequest"] = (request) => {
  const images = imagesIn(request.turns).map((source) => ({ image: linkOf(source) }))
  const prompt = promptIn(request.turns)
  const content = prompt === "" ? images : [...images, { text: prompt }]
  const json = JsonText.tree({
    model: request.model,
    input: { messages: [{ role: "user", content }] },
    parameters: parametersOf(request)
  })
  const call = { model: request.model, edits: images.length > 0, body: { kind: "json", json } } as const
  return succeed({ value: { call, needs: [] }, notes: notesOf(request) })
}

const notesOf = (request: ImageRequest): readonly TranslationNote[] => [
  ...(saysMore(request.turns) ? [rules.note("turns", placeIn(request, "turns"))] : []),
  ...(request.size?.kind === "class" ? [rules.note("size", placeIn(request, "size"))] : []),
  ...(typeof request.rewrite === "string" ? [rules.note("rewrite", placeIn(request, "rewrite"))] : []),
  ...noteUnheld(rules, "unsupported", request, held)
]

const parametersOf = (request: ImageRequest): JsonObjectBuilder => ({
  n: request.count,
  size: sizeOut(request.size),
  negative_prompt: request.negative,
  prompt_extend: typeof request.rewrite === "boolean" ? request.rewrite : undefined,
  watermark: request.watermark,
  seed: request.seed
})

/** Without a size, an edit is as large as its last image. */
const sizeOut = (size: ImageSize | undefined): string | undefined =>
  size?.kind === "pixels" ? `${size.width}*${size.height}` : undefined
