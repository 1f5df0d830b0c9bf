import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { afterAll, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { images } from "../../src/endpoints/images.ts"
import * as Families from "../../src/families/families.ts"
import * as Gemini from "../../src/families/gemini.ts"
import * as GptImage from "../../src/families/gpt-image.ts"
import * as QwenImage from "../../src/families/qwen-image.ts"
import * as Seedream from "../../src/families/seedream.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { MediaFetcher, type WantedMedia } from "../../src/media/fetch/fetcher.ts"
import { make } from "../../src/sandbox.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { seenAt, seenIn } from "../sandbox/images/looking.ts"

const key = "sandbox"
const sandbox = make({ key })

/** The kinds of media that were wanted of each URL. */
const wanted: unknown[] = []

/** Downloads from the sandbox, as if it were a public address. */
const fetch = (url: string, { kinds }: WantedMedia = {}) =>
  Effect.promise(async () => {
    wanted.push(kinds)
    const response = await sandbox.fetch(new Request(url))
    return { mime: "image/png", bytes: new Uint8Array(await response.arrayBuffer()) }
  })

const stream = (url: string, asked?: WantedMedia) =>
  Effect.map(fetch(url, asked), ({ mime, bytes }) => ({ mime, bytes: Stream.succeed(bytes) }))

const fetcher = { fetch, stream }

const gateway = Gateway.make(
  Gateway.layer(images).pipe(
    Layer.provide(
      Families.of(
        Gemini.images({ key, url: "http://vendor.test" }),
        GptImage.layer({ key, url: "http://vendor.test/v1" }),
        QwenImage.layer({ key, url: "http://vendor.test/dashscope/api/v1" }),
        Seedream.layer({ key, url: "http://vendor.test/ark/api/v3" })
      ).pipe(Layer.provide(layerFetch(sandbox.fetch)))
    ),
    Layer.provide(Credentials.keys("client")),
    Layer.provideMerge(Layer.succeed(MediaFetcher)(fetcher))
  )
)

afterAll(() => gateway.dispose())

interface Image {
  readonly url: string
  readonly b64_json: string
}

const made = async (body: object): Promise<Image> => {
  const headers = { "content-type": "application/json", authorization: "Bearer client" }
  const init = { method: "POST", headers, body: JSON.stringify(body) }
  const response = await gateway.fetch(new Request("http://gateway/v1/images/generations", init))
  const text = await response.text()
  expect(response.status, text).toBe(200)
  const answer: { readonly data: { readonly data: readonly [Image] } } = JSON.parse(text)
  return answer.data.data[0]
}

const prompt = "A red fox"
const drawn = { model: "qwen-image", prompt, size: "1472x1104" }

it("passes a vendor's link on", async () => {
  const { url } = await made(drawn)
  expect(url).toMatch(/^http:\/\/vendor\.test\/made\//)
  expect(await seenAt(sandbox, url)).toMatchObject({ width: 1472, height: 1104 })
})

it("downloads what a link names where base64 is wanted", async () => {
  const { url, b64_json } = await made({ ...drawn, response_format: "b64_json" })
  expect(url).toBe("")
  expect(seenIn(b64_json)).toMatchObject({ width: 1472, height: 1104 })
})

it("names the client's URL to a vendor that takes URLs", async () => {
  const { url: image } = await made(drawn)
  const { url } = await made({ model: "doubao-seedream-4-0-250828", prompt, image })
  expect(await seenAt(sandbox, url)).toMatchObject({ arrived: { image } })
})

it.each([
  ["gpt-image-1.5", { files: ["image image/png"] }],
  ["gemini-2.5-flash-image", {}]
])("sends %s the bytes that the client's URL names", async (model, arrived) => {
  const { url: image } = await made(drawn)
  const contents = [{ role: "user", parts: [{ text: prompt }, { image }] }]
  expect(seenIn((await made({ model, contents })).b64_json)).toMatchObject({ width: 1024, arrived })
})

it("wants a picture of a client's URL, and nothing else", async () => {
  const { url } = await made({ model: "qwen-image", prompt: "a cat" })
  await made({ model: "gpt-image-1.5", prompt: "a dog", image: url })
  expect(wanted.at(-1)).toEqual(["image"])
})
