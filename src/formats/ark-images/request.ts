import type { ImageFormat, ImageRequest, ImageSize } from "../../core/image/image.ts"
import { type ImageField, imagesIn, linkOf, noteUnheld, placeIn, promptIn, saysMore } from "../../core/image/turns.ts"
import { JsonText, putMember } from "../../core/json/json.ts"
import { type TranslationNote, Refused } from "../../core/notes/note.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { fail, succeed } from "../../core/errors/invalid.ts"
import { rules } from "./rules.ts"
import { asInput } from "./wire.ts"

const held: ReadonlySet<string> = new Set<ImageField>([
  "count",
  "size",
  "seed",
  "guidance",
  "watermark",
  "rewrite",
  "sequence",
  "as",
  "passed"
])

/** Writes a request. Images go as URLs or as `data:` URLs: the vendor fetches what it is given a URL for. */
export const encodeRequest: ImageFormat["encodeRequest"] = (request) => {
  const notes = notesOf(request)
  const refused = Refused.among(notes)
  if (refused !== undefined) return fail(refused)
  const images = imagesIn(request.turns).map(linkOf)
  const json = JsonText.tree(bodyOf(request, images))
  const call = { model: request.model, edits: images.length > 0, body: { kind: "json", json } } as const
  return succeed({ value: { call, needs: [] }, notes })
}

const notesOf = (request: ImageRequest): readonly TranslationNote[] => [
  ...((request.count ?? 1) > 1 ? [rules.note("count", placeIn(request, "count"))] : []),
  ...(saysMore(request.turns) ? [rules.note("turns", placeIn(request, "turns"))] : []),
  ...(typeof request.rewrite === "boolean" ? [rules.note("rewrite", placeIn(request, "rewrite"))] : []),
  ...noteUnheld(rules, "unsupported", request, held)
]

const bodyOf = (request: ImageRequest, images: readonly string[]): JsonObjectBuilder => {
  const { rewrite, sequence } = request
  const out: JsonObjectBuilder = {
    model: request.model,
    prompt: promptIn(request.turns),
    image: images.length > 1 ? images : images[0],
    size: sizeOut(request.size),
    seed: request.seed,
    guidance_scale: request.guidance,
    watermark: request.watermark,
    sequential_image_generation: sequence?.mode,
    sequential_image_generation_options: sequence?.most === undefined ? undefined : { max_images: sequence.most },
    optimize_prompt_options: typeof rewrite === "string" ? { mode: rewrite } : undefined,
    response_format: request.as === undefined ? undefined : request.as === "url" ? "url" : "b64_json"
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
      return asInput
    case "auto":
    case undefined:
      return undefined
  }
}
