import { expect, it } from "vitest"
import { Invalid, type Result } from "../../src/core/errors/invalid.ts"
import { JsonText } from "../../src/core/json/json.ts"
import type { ValueSchema } from "../../src/core/reading/value-schema.ts"
import { embeddingsSchema, rerankSchema, imagesSchema, videosSchema } from "../../src/endpoints/open-api.ts"
import { normalise as normaliseImage } from "../../src/families/images/normalise.ts"
import { normalise as normaliseVideo } from "../../src/families/videos/normalise.ts"
import * as Embeddings from "../../src/formats/embeddings/index.ts"
import * as Rerank from "../../src/formats/rerank/request.ts"
import { Gemini, GptImage, QwenImage, Seedream } from "../../src/images.ts"
import { readImageMembers, schemaOf } from "../../src/lab/images/request.ts"
import { readVideoRequest, schema as labVideo } from "../../src/lab/videos.ts"
import { Seedance, Sora, Veo } from "../../src/videos.ts"

const nothing = JsonText.tree({})

const asked = { model: "m", kind: undefined }

/** What a body without any member is told to be missing. */
const missingIn = (read: Result<unknown, unknown>): readonly string[] =>
  !read.ok && read.error instanceof Invalid ? read.error.issues.flatMap(({ member }) => member ?? []) : []

const bodies: readonly (readonly [name: string, schema: ValueSchema, read: Result<unknown, unknown>])[] = [
  ["rerank", rerankSchema, Rerank.decodeRequest(nothing)],
  ["embeddings", embeddingsSchema, Embeddings.decodeRequest(nothing)],
  ...[Veo.vertex, Veo.geminiApi, Seedance, Sora].map(
    (family) => [`videos of ${family.family}`, videosSchema, normaliseVideo(family, nothing, asked)] as const
  ),
  ["the lab's images", schemaOf({ edits: false }), readImageMembers({}, { edits: false })],
  ["the lab's edits", schemaOf({ edits: true }), readImageMembers({}, { edits: true })],
  ["the lab's videos", labVideo, readVideoRequest(nothing)]
]

it.each(bodies)("what a document of %s requires is what is missed", (_name, { required }, read) => {
  expect(missingIn(read)).toEqual(required)
})

it.each([Gemini, GptImage, QwenImage, Seedream])(
  "what the document of images requires is what $family misses, besides what is to be drawn",
  (family) => {
    const [last, ...others] = missingIn(normaliseImage(family, nothing, asked)).toReversed()
    expect([others, ["prompt", "input"].includes(last ?? "")]).toEqual([imagesSchema.required, true])
  }
)

it("of the lab's endpoints that change images an image is required", () => {
  expect(schemaOf({ edits: true }).required).toEqual([
    "model",
    "prompt",
    "n",
    "size",
    "temperature",
    "watermark",
    "image"
  ])
})
