import * as Formats from "../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { type Format, translateResponse, translateStream } from "../../src/translate.ts"
import { list } from "./list.ts"

const data = (frame: object): string => `data: ${JSON.stringify(frame)}\n\n`

/** Stretches of a text of this length, each another one, and each nearly all of it. */
const spans = (size: number): readonly (readonly [start: number, end: number])[] =>
  list(size / 8, (at) => [at, size - (at % 7)])

const content = (size: number) => ({
  candidates: [
    {
      content: { role: "model", parts: [{ text: "w".repeat(size) }] },
      groundingMetadata: {
        groundingChunks: [{ web: { uri: "https://a.test/", title: "t" } }],
        groundingSupports: spans(size).map(([startIndex, endIndex]) => ({
          segment: { startIndex, endIndex },
          groundingChunkIndices: [0]
        }))
      },
      finishReason: "STOP"
    }
  ]
})

const annotations = (size: number) =>
  spans(size).map(([start_index, end_index]) => ({
    type: "url_citation",
    url_citation: { url: "https://a.test/", title: "t", start_index, end_index }
  }))

const choice = (more: object) => ({ id: "c", model: "m", choices: [{ index: 0, finish_reason: "stop", ...more }] })
const said = (size: number) => ({ role: "assistant", content: "w".repeat(size), annotations: annotations(size) })

/** What a vendor says whose citations overlap, whole and streamed. */
const vendors = [
  { from: Formats.generateContent, whole: content, streamed: (size: number) => data(content(size)) },
  {
    from: Formats.chatCompletions,
    whole: (size: number) => choice({ message: said(size) }),
    streamed: (size: number) => `${data(choice({ delta: said(size) }))}data: [DONE]\n\n`
  }
]

const pairs = vendors.flatMap((vendor) =>
  [Formats.messages, Formats.generateContent, Formats.chatCompletions]
    .filter((to) => to !== vendor.from)
    .map((to) => ({ ...vendor, to, name: `${vendor.from.id} to ${to.id}` }))
)

const wholly = (from: Format, to: Format, body: object): string => {
  const translated = translateResponse({ from, to }, body)
  if (!translated.ok) throw translated.error
  return translated.value.body
}

const piecewise = (from: Format, to: Format, text: string): string => {
  const stream = translateStream({ from, to })
  return stream.push(text) + stream.end()
}

/** How many bytes are told for each that came. */
const ratio = (told: string, came: string): number => told.length / came.length

const size = 40_000

describe("citations of many long stretches tell no more than a few times what came", () => {
  it.each(pairs)("$name, whole", ({ from, to, whole }) => {
    const body = whole(size)
    expect(ratio(wholly(from, to, body), JSON.stringify(body))).toBeLessThan(8)
  })

  it.each(pairs)("$name, streamed", ({ from, to, streamed }) => {
    const text = streamed(size)
    expect(ratio(piecewise(from, to, text), text)).toBeLessThan(8)
  })
})

describe("citations of as many stretches as answers have quote all of them", () => {
  it("on a page of them for each sentence", () => {
    const text = "A sentence of it. ".repeat(100)
    const supports = list(100, (at) => ({
      segment: { startIndex: at * 18, endIndex: at * 18 + 17 },
      groundingChunkIndices: list(12, (chunk) => chunk)
    }))
    const chunks = list(12, (at) => ({ web: { uri: `https://a.test/${at}`, title: "t" } }))
    const grounded = { groundingChunks: chunks, groundingSupports: supports }
    const body = { candidates: [{ content: { parts: [{ text }] }, groundingMetadata: grounded, finishReason: "STOP" }] }
    const told = wholly(Formats.generateContent, Formats.messages, body)
    expect(told.split('"cited_text":"A sentence of it."').length - 1).toBe(1200)
  })

  it("and those of an answer in one word", () => {
    const supports = [{ segment: { endIndex: 4 }, groundingChunkIndices: list(100, (chunk) => chunk) }]
    const chunks = list(100, (at) => ({ web: { uri: `https://a.test/${at}`, title: "t" } }))
    const grounded = { groundingChunks: chunks, groundingSupports: supports }
    const parts = [{ text: "Yes." }]
    const body = { candidates: [{ content: { parts }, groundingMetadata: grounded, finishReason: "STOP" }] }
    expect(wholly(Formats.generateContent, Formats.messages, body).split('"cited_text":"Yes."').length - 1).toBe(100)
  })
})

it("what is not quoted is told", () => {
  const noted = (from: Format, to: Format, body: object) => {
    const translated = translateResponse({ from, to }, body)
    return translated.ok ? translated.value.notes.map(({ rule }) => rule) : []
  }
  expect(noted(Formats.generateContent, Formats.messages, content(size))).toContain("messages/citation-quote")
  expect(noted(Formats.chatCompletions, Formats.generateContent, choice({ message: said(size) }))).toContain(
    "generate-content/citation-quote"
  )
})
