import OpenAI from "openai"
import { expect, it } from "vitest"
import * as EmbedContent from "../../src/formats/embed-content/request.ts"
import { embedContent } from "../../src/formats/embed-content/index.ts"
import * as Embeddings from "../../src/formats/embeddings/index.ts"
import { embeddings } from "../../src/formats/embeddings/index.ts"
import { type EmbeddingFormat, type EmbeddingRequest, decodeFloats, encodeFloats } from "../../src/core/embedding.ts"
import { JsonText } from "../../src/core/json/json.ts"
import { sharesOf } from "../../src/core/tokens/usage.ts"
import type { Choices } from "../laws/choices.ts"
import { law } from "../laws/law.ts"
import { startRig, type Vendor } from "./gateway.ts"

const number = (c: Choices): number =>
  c.one([
    () => c.below(2000) / 1000 - 1,
    () => 0,
    () => -0,
    () => 1e-40,
    () => 3.4e38,
    () => (c.below(65536) + 1) / 65537
  ])

/** How the official SDK reads a vector that comes as base64. */
const readBySdk = async (base64: string): Promise<readonly number[]> => {
  const body = { object: "list", model: "m", data: [{ object: "embedding", index: 0, embedding: base64 }], usage: {} }
  const sdk = new OpenAI({ apiKey: "k", baseURL: "http://sdk.invalid/v1", fetch: async () => Response.json(body) })
  const { data } = await sdk.embeddings.create({ model: "m", input: "a" })
  return data[0]?.embedding ?? []
}

law(
  "base64 of a vector is its float32 numbers in little-endian order",
  (c) => c.list(40, () => number(c)),
  (numbers) => {
    const bytes = Buffer.from(encodeFloats(numbers), "base64")
    expect(numbers.map((_, index) => bytes.readFloatLE(index * 4))).toEqual(numbers.map(Math.fround))
    expect(bytes).toHaveLength(numbers.length * 4)
    expect(decodeFloats(encodeFloats(numbers))).toEqual(numbers.map(Math.fround))
  }
)

it("base64 of a vector is read by the SDK as what was written", async () => {
  const numbers = Array.from({ length: 3072 }, (_, index) => Math.sin(index))
  expect(await readBySdk(encodeFloats(numbers))).toEqual(numbers.map(Math.fround))
})

it.each(["A", "AAA=", "AAAAAAA=", "AACAfw==", "AADAfw==", "not base64!"])("%s is no vector", (text) =>
  expect(decodeFloats(text)).toBeUndefined()
)

law(
  "shares are whole, in proportion, and add up",
  (c) => ({ total: c.below(10_000), weights: c.list(12, () => c.below(50), 1) }),
  ({ total, weights }) => {
    const shares = sharesOf(total, weights)
    const sum = weights.reduce((all, weight) => all + weight, 0)
    expect(shares.reduce((all, share) => all + share, 0)).toBe(total)
    shares.forEach((share, index) => {
      const exact = sum === 0 ? total / weights.length : (total * (weights[index] ?? 0)) / sum
      expect(Math.abs(share - exact)).toBeLessThan(1)
      expect(Number.isInteger(share)).toBe(true)
    })
  }
)

/** What can be asked in both formats: texts, one number of dimensions. */
const asked = (c: Choices): EmbeddingRequest => {
  const dimensions = c.maybe(40, () => 1 + c.below(512))
  return {
    model: "m",
    items: c.list(
      6,
      () => ({
        input: { kind: "texts", texts: [c.pick(["a", "two words", "ünïcode …", '"quoted"\n', "__proto__"])] },
        ...(dimensions === undefined ? {} : { dimensions })
      }),
      1
    )
  }
}

const plain = ({ model, items }: EmbeddingRequest) => ({
  model,
  items: items.map(({ input, dimensions }) => ({ input, dimensions }))
})

/** Writes a request in a format and reads it again. */
const again = (format: EmbeddingFormat, request: EmbeddingRequest): EmbeddingRequest => {
  const encoded = format.encodeRequest(request)
  if (!encoded.ok || encoded.value.notes.length > 0) throw new Error("refused or noted")
  const { body, many } = encoded.value.value
  const decode = many ? EmbedContent.decodeBatch : EmbedContent.decodeRequest
  const decoded = format === embeddings ? Embeddings.decodeRequest(body) : decode(body, request.model)
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.error.issues))
  return decoded.value.value
}

law("a request that both formats can say crosses both and is the same", asked, (request) => {
  expect(plain(again(embeddings, again(embedContent, request)))).toEqual(plain(request))
  expect(plain(again(embedContent, again(embeddings, request)))).toEqual(plain(request))
})

law(
  "any JSON is a request or says why it is none, at a place that is there",
  (c) => {
    const leaf = (): unknown => c.pick<unknown>([null, 5, "", "a", true, [], {}, "7", -1, 1.5])
    const item = (): unknown =>
      c.one<unknown>([
        leaf,
        () => ({ content: leaf(), taskType: leaf(), outputDimensionality: leaf() }),
        () => ({ content: { parts: [leaf(), { text: leaf() }] }, model: leaf(), title: leaf() })
      ])
    return { model: leaf(), input: leaf(), dimensions: leaf(), requests: c.list(3, item), ...(item() as object) }
  },
  (body) => {
    const text = JsonText.source(JSON.stringify(body))
    for (const decoded of [
      Embeddings.decodeRequest(text),
      EmbedContent.decodeRequest(text, "m"),
      EmbedContent.decodeBatch(text, "m")
    ]) {
      if (decoded.ok) continue
      for (const { path } of decoded.error.issues) expect(isThere(body, path), path).toBe(true)
    }
  }
)

const isThere = (body: unknown, path: string): boolean => {
  let here = body
  for (const token of path.split("/").slice(1)) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, token)) return false
    here = Object.entries(here).find(([key]) => key === token)?.[1]
  }
  return true
}

/** A vector that says which text it is of, and how many dimensions were asked for. */
const naming: Vendor = async ({ body }, index) => {
  const {
    input,
    dimensions = 0,
    requests
  } = body as {
    readonly input?: string | readonly string[]
    readonly dimensions?: number
    readonly requests?: readonly Asked[]
  }
  await new Promise((resolve) => setTimeout(resolve, (20 - index) % 7))
  if (requests !== undefined) return { embeddings: requests.map((item) => ({ values: named(item) })) }
  if (input === undefined) return { embedding: { values: named(body as Asked) } }
  return {
    data: [input]
      .flat()
      .map((text, index) => ({ index, embedding: [Number(text), dimensions] }))
      .toReversed()
  }
}

interface Asked {
  readonly content: { readonly parts: readonly { readonly text: string }[] }
  readonly outputDimensionality?: number
}

const named = ({ content, outputDimensionality = 0 }: Asked): readonly number[] => [
  Number(content.parts[0]?.text),
  outputDimensionality
]

it.each([
  ["gemini-embedding-001", 1],
  ["gemini-embedding-001", 100],
  ["gemini-embedding-001", 101],
  ["text-embedding-v4", 10],
  ["text-embedding-v4", 31],
  ["text-embedding-3-small", 250]
])("%s gives %i vectors in the order of their texts, whatever their dimensions", async (model, count) => {
  const rig = startRig({ envelope: "vendor" })
  const requests = Array.from({ length: count }, (_, index) => ({
    content: { parts: [{ text: String(index) }] },
    ...(index % 3 === 0 ? {} : { outputDimensionality: 64 * (index % 3) })
  }))
  const { body, calls } = await rig.send({
    path: `/v1/models/${model}:batchEmbedContents`,
    body: { requests },
    vendor: naming
  })
  expect(body).toMatchObject({
    embeddings: requests.map((_, index) => ({ values: [index, index % 3 === 0 ? 0 : 64 * (index % 3)] }))
  })
  const most = model === "text-embedding-v4" ? 10 : model === "gemini-embedding-001" ? 100 : 2048
  for (const { body: sent } of calls) {
    const { input, requests: items } = sent as { readonly input?: unknown; readonly requests?: readonly unknown[] }
    expect([items ?? input ?? sent].flat().length).toBeLessThanOrEqual(most)
  }
  await rig.close()
})

it("asks for no more than four calls at once, and stops where one fails", async () => {
  const rig = startRig()
  let under = 0
  let most = 0
  const { status, calls } = await rig.send({
    path: "/v1/embeddings",
    body: { model: "text-embedding-v4", input: Array.from({ length: 200 }, (_, index) => String(index)) },
    vendor: async (_call, index) => {
      most = Math.max(most, ++under)
      await new Promise((resolve) => setTimeout(resolve, 5))
      under--
      return index === 6 ? Response.json({ error: { message: "no" } }, { status: 400 }) : naming(_call, index)
    }
  })
  expect([status, most]).toEqual([400, 4])
  expect(calls.length).toBeLessThan(20)
  await rig.close()
})
