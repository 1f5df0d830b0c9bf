import { describe, expect, it } from "vitest"
import { JsonText } from "../../src/core/json/json.ts"
import {
  batchEmbedContentsSchema,
  embedContentSchema,
  embeddingsSchema,
  rerankSchema,
  imagesSchema,
  videosSchema
} from "../../src/endpoints/open-api.ts"
import { normalise as normaliseImage } from "../../src/families/images/normalise.ts"
import { normalise as normaliseVideo } from "../../src/families/videos/normalise.ts"
import * as EmbedContent from "../../src/formats/embed-content/request.ts"
import * as Embeddings from "../../src/formats/embeddings/index.ts"
import * as Rerank from "../../src/formats/rerank/request.ts"
import { Gemini, GptImage, QwenImage, Seedream } from "../../src/images.ts"
import { getToken, readLogin } from "../../src/lab/logins.ts"
import { batchImages, watermarkRemoval } from "../../src/lab/images/endpoints.ts"
import { readImageMembers } from "../../src/lab/images/request.ts"
import { textToVideo, readVideoRequest } from "../../src/lab/videos.ts"
import { Seedance, Sora, Veo } from "../../src/videos.ts"
import { random } from "../bench/random.ts"
import { askedOf, placesIn, type Schema, valueOf } from "./asked.ts"

const everyKind =
  <R extends { readonly catalogue: ReadonlyMap<string, string> }>(
    families: readonly R[],
    read: (family: R, body: JsonText, asked: { readonly model: string; readonly kind: string }) => unknown
  ) =>
  (body: JsonText): void => {
    for (const family of families) for (const [model, kind] of family.catalogue) read(family, body, { model, kind })
  }

const lab = (endpoint: Pick<typeof getToken, "described">): Schema =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a description's body is a schema
  endpoint.described?.request as Schema

/** Each body that tables of members read: its schema, its readers, and what is asked for besides, with why. */
const bodies: readonly (readonly [
  name: string,
  schema: Schema,
  read: (body: JsonText) => unknown,
  besides: readonly string[]
])[] = [
  ["rerank", rerankSchema, Rerank.decodeRequest, []],
  ["embeddings", embeddingsSchema, Embeddings.decodeRequest, []],
  ["embedContent", embedContentSchema, (body) => EmbedContent.decodeRequest(body, "m"), []],
  ["batchEmbedContents", batchEmbedContentsSchema, (body) => EmbedContent.decodeBatch(body, "m"), []],
  ["images", imagesSchema, everyKind([Gemini, GptImage, QwenImage, Seedream], normaliseImage), []],
  ["videos", videosSchema, everyKind([Veo.vertex, Veo.geminiApi, Seedance, Sora], normaliseVideo), []],
  ["the lab's tokens", lab(getToken), readLogin, []],
  ["the lab's images", lab(batchImages()), (body) => readImageMembers(body.object ?? {}, { edits: false }), []],
  ["the lab's edits", lab(watermarkRemoval()), (body) => readImageMembers(body.object ?? {}, { edits: true }), []],
  ["the lab's videos", lab(textToVideo()), readVideoRequest, []]
]

const tries = 500

/** What is asked for by name in bodies that have some of the members. */
const askedIn = (schema: Schema, read: (body: JsonText) => unknown): ReadonlySet<string> => {
  const asked = new Set<string>()
  const { next } = random(7)
  for (let nth = 0; nth < tries; nth++) {
    const body = valueOf(schema, next)
    if (typeof body === "object" && body !== null) read(JsonText.of(askedOf(body, asked)))
  }
  return asked
}

describe.each(bodies)("the members of %s", (_name, schema, read, besides) => {
  const asked = [...askedIn(schema, read)]
  const told = placesIn(schema)

  it("are some", () => expect(told.length).toBeGreaterThan(1))

  it("that are read are documented", () => {
    expect(asked.filter((place) => !told.includes(place) && !besides.includes(place))).toEqual([])
  })

  it("that are documented are read", () => {
    expect(told.filter((place) => !asked.includes(place))).toEqual([])
  })
})
