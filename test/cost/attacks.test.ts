import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { countTokens } from "../../src/endpoints/count-tokens.ts"
import { batchEmbedContents, embedContent } from "../../src/endpoints/embed-content.ts"
import { embeddings } from "../../src/endpoints/embeddings.ts"
import { generateContent } from "../../src/endpoints/generate-content.ts"
import { imageEdits, images } from "../../src/endpoints/images.ts"
import { rerank } from "../../src/endpoints/rerank.ts"
import { videoGenerations } from "../../src/endpoints/videos/generations.ts"
import { wireNames } from "../../src/core/format.ts"
import { chat, prepared, turnsOf, whole } from "./endpoints.ts"
import { list } from "./list.ts"
import { tooDear, type Work } from "./measure.ts"

// What once froze a process with one small request, each as it was sent then.

const encoder = new TextEncoder()

const numeral = (size: number): string => `1.${"0".repeat(size)}1`

const user = '{"role":"user","content":"x"}'

describe("a number of many zeros, said as a text", () => {
  it.each([
    ["images, n", images, '"model":"gpt-image-1","prompt":"x","n"', {}],
    ["images, guidance_scale", images, '"model":"doubao-seedream-3-0-t2i","prompt":"x","guidance_scale"', {}],
    ["videos, durationSeconds", videoGenerations, '"model":"veo-3.0-generate-001","prompt":"x","durationSeconds"', {}],
    ["rerank, top_n", rerank, '"model":"jina-reranker-v2-base-multilingual","query":"q","documents":["a"],"top_n"', {}],
    [
      "embeddings, outputDimensionality",
      embedContent,
      '"content":{"parts":[{"text":"x"}]},"outputDimensionality"',
      { model: "gemini-embedding-001", verb: "one", headers: {} }
    ]
  ] as const)("%s", async (_, endpoint, members, more) => {
    const body = (size: number): string => `{${members}:"${numeral(size)}"}`
    const work = whole(endpoint, body, more)
    expect(work(1)()).not.toEqual({ ok: true, value: { model: expect.anything() } })
    expect(await tooDear(work, 100_000)).toBeUndefined()
  })
})

it("Idempotency-Key: many numerals in the body of a submit", async () => {
  const body = (size: number): string =>
    `{"model":"veo-3.0-generate-001","prompt":"x","x":{${list(size / 50, (at) => `"k${at}":${numeral(900)}`).join()}}}`
  expect(await tooDear(whole(videoGenerations, body, { key: "k" }), 20_000)).toBeUndefined()
})

it("Idempotency-Key: one long text in the body of a submit", async () => {
  const body = (size: number): string => `{"model":"veo-3.0-generate-001","prompt":"${"\\u00e9x".repeat(size)}"}`
  expect(await tooDear(whole(videoGenerations, body, { key: "k" }), 200_000)).toBeUndefined()
})

it("Idempotency-Key: others have their turns while what it stands for is written", () => {
  const body = encoder.encode(`{"model":"veo-3.0-generate-001","prompt":"${"x".repeat(2_000_000)}"}`)
  const turnsWith = (key: string | undefined): number => turnsOf(videoGenerations, { body, key })
  expect(turnsWith("k") - turnsWith(undefined)).toBeGreaterThanOrEqual(5)
})

it("thoughtSignature: padding without an end", async () => {
  const part = (size: number): string => `{"text":"x","thoughtSignature":"aXNnMS${"=".repeat(size)}x"}`
  const body = (size: number): string =>
    `{"contents":[{"role":"model","parts":[${part(size)}]},{"parts":[{"text":"x"}]}]}`
  const work = chat(generateContent, body, { model: "gemini-2.5-flash", stream: false })
  expect(await tooDear(work, 100_000)).toBeUndefined()
})

it("many functions called webSearch, to Gemini", async () => {
  const tool = '{"type":"function","function":{"name":"webSearch"}}'
  const body = (size: number): string =>
    `{"model":"gemini-2.5-flash","messages":[${user}],"tools":[${list(size, () => tool).join()}]}`
  expect(await tooDear(chat(chatCompletions, body), 2400)).toBeUndefined()
})

it.each([
  ["that nobody need read", ""],
  ["that are read", ',"reasoning":"y"']
])("chat to chat: many calls of tools %s", async (_, more) => {
  const call = (at: number): string => `{"id":"c${at}","type":"function","function":{"name":"f","arguments":"{}"}}`
  const result = (at: number): string => `{"role":"tool","tool_call_id":"c${at}","content":"z"}`
  const body = (size: number): string =>
    `{"model":"gpt-4o","messages":[${user},{"role":"assistant","tool_calls":[${list(size, call).join()}]${more}},${list(size, result).join()}]}`
  expect(await tooDear(chat(chatCompletions, body), 2400)).toBeUndefined()
})

it("escaped names", async () => {
  const body = (size: number): string =>
    `{"model":"gpt-4o","messages":[${user}],"metadata":{${list(size, (at) => `"\\u0061${at}":1`).join()}}}`
  expect(await tooDear(chat(chatCompletions, body), 20_000)).toBeUndefined()
})

it("count_tokens: a long text", async () => {
  const body = (size: number): string =>
    `{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":"${"word ".repeat(size)}"}]}`
  const work: Work = (size) => {
    const bytes = encoder.encode(body(Math.ceil(size)))
    return () => prepared(countTokens, { body: bytes, model: undefined, names: wireNames })
  }
  expect(await tooDear(work, 50_000)).toBeUndefined()
})

const contentType = "multipart/form-data; boundary=line"
const part = (head: string, body: string): string => `--line\r\n${head}\r\n\r\n${body}\r\n`
const named = (name: string, body: string): string => part(`content-disposition: form-data; name="${name}"`, body)
const form = (...parts: readonly string[]): string => `${named("model", "gpt-image-1")}${parts.join("")}--line--\r\n`
const edited = (text: (size: number) => string): Work => whole(imageEdits, text, { contentType })
const outcome = (text: string): unknown => edited(() => text)(1)()

describe("forms", () => {
  it("of many parts of one name", async () => {
    expect(
      await tooDear(
        edited((size) => form(...list(size, () => named("image", "x")))),
        240
      )
    ).toBeUndefined()
  })

  it("of a part whose head is long are refused by its length", () => {
    expect(outcome(form(part("X-A: b\r\n".repeat(3000), "x")))).toMatchObject({
      error: { status: 400, message: "The headers of a part of the form are larger than 16384 bytes." }
    })
  })

  it("of a part with many header lines are refused by their number", () => {
    expect(outcome(form(part("X-A: b\r\n".repeat(101), "x")))).toMatchObject({
      error: { status: 400, message: "A part of the form has more than 100 header lines." }
    })
  })

  it("of a part with a head without an end cost no more than their size", async () => {
    expect(
      await tooDear(
        edited((size) => form(`--line\r\n${"X-A: b\r\n".repeat(size)}`)),
        100_000
      )
    ).toBeUndefined()
  })

  it.each(["\r\n--", "\r\n--lin", "\r", "\r\n--line".slice(0, -1)])("of near boundaries: %j", async (near) => {
    expect(
      await tooDear(
        edited((size) => form(named("prompt", near.repeat(size)))),
        200_000
      )
    ).toBeUndefined()
  })

  it("of near boundaries let others have their turns", () => {
    const text = form(named("prompt", "\r\n--".repeat(200_000)))
    const turns = turnsOf(imageEdits, { body: encoder.encode(text), contentType })
    expect(turns).toBeGreaterThanOrEqual(4)
  })
})

describe("more items than a vendor takes are refused by name", () => {
  it("inputs of embeddings", () => {
    const body = `{"model":"text-embedding-3-small","input":[${list(180_000, () => '"x"').join()}]}`
    expect(whole(embeddings, () => body)(1)()).toMatchObject({
      error: { status: 400, message: "There are more than 2048 inputs.", details: { pointer: "/input" } }
    })
  })

  it("requests of a batch", () => {
    const body = `{"requests":[${list(2049, () => '{"content":{"parts":[{"text":"x"}]}}').join()}]}`
    const more = { model: "gemini-embedding-001", verb: "batch", headers: {} }
    expect(whole(batchEmbedContents, () => body, more)(1)()).toMatchObject({
      error: { status: 400, message: "There are more than 2048 requests.", details: { pointer: "/requests" } }
    })
  })

  it("documents of a ranking", () => {
    const body = `{"model":"jina-reranker-v2-base-multilingual","query":"q","documents":[${list(10_001, () => '"x"').join()}]}`
    expect(whole(rerank, () => body)(1)()).toMatchObject({
      error: { status: 400, message: "There are more than 10000 documents.", details: { pointer: "/documents" } }
    })
  })
})
