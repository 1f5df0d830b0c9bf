import { describe, expect, it } from "vitest"
import * as Formats from "../../../src/formats.ts"
import { type Format, translateResponse, translateStream } from "../../../src/translate.ts"
import { eventsOf } from "./saying.ts"

const pages = [{ web: { uri: "https://a.example", title: "A" } }, { web: { uri: "https://b.example" } }]

/** The ü and the ß are of two bytes each: the first word is of seven. */
const supports = [{ segment: { startIndex: 0, endIndex: 7, text: "Grüße" }, groundingChunkIndices: [0] }]

/** A frame of generate content. */
const frame = (parts: readonly unknown[], groundingMetadata?: object, finishReason?: string) => ({
  responseId: "r1",
  modelVersion: "m",
  candidates: [{ index: 0, content: { role: "model", parts }, groundingMetadata, finishReason }]
})

const citedFirst = { url: "https://a.example", title: "A" }
const inAnnotations = { type: "url_citation", start_index: 0, end_index: 5, ...citedFirst }
const inWords = { type: "web_search_result_location", cited_text: "Grüße", encrypted_index: "", ...citedFirst }

/** What a stream that is translated says, frame by frame, and its notes. */
const through = (from: Format, to: Format, frames: readonly unknown[]) => {
  const stream = translateStream({ from, to })
  const text = stream.push(eventsOf(frames)) + stream.end()
  const data = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = ""]): unknown => JSON.parse(json))
  const notes = stream.notes().map(({ rule, path, severity }) => ({ rule, path, severity }))
  return { said: data, notes, rules: notes.map(({ rule }) => rule) }
}

/** What a whole answer that is translated says, and its notes. */
const whole = (from: Format, to: Format, body: unknown) => {
  const result = translateResponse({ from, to }, body)
  if (!result.ok) throw result.error
  const notes = result.value.notes.map(({ rule, path, severity }) => ({ rule, path, severity }))
  return { said: JSON.parse(result.value.body), notes, rules: notes.map(({ rule }) => rule) }
}

const gemini = Formats.generateContent

describe("a search that Gemini tells in several frames", () => {
  const sequences: readonly (readonly [string, readonly unknown[]])[] = [
    [
      "and forgets in the last",
      [
        frame([{ text: "Grüße der" }], { groundingChunks: pages, groundingSupports: supports }),
        frame([{ text: " Welt" }], { groundingChunks: [], groundingSupports: [] }, "STOP")
      ]
    ],
    [
      "pages first, then what rests on them",
      [
        frame([{ text: "Grüße der" }], { groundingChunks: pages }),
        frame([{ text: " Welt" }], { webSearchQueries: ["q"], groundingSupports: supports }, "STOP")
      ]
    ],
    [
      "again and again",
      [
        frame([{ text: "Grüße der" }], { groundingChunks: pages, groundingSupports: supports }),
        frame([{ text: " Welt" }], { groundingChunks: pages, groundingSupports: supports }, "STOP")
      ]
    ],
    [
      "behind an empty text",
      [
        frame([{ text: "hm", thought: true }]),
        frame([{ text: "Grüße der Welt" }]),
        frame([{ text: "" }], { groundingChunks: pages, groundingSupports: supports }, "STOP")
      ]
    ]
  ]

  it.each(sequences)("%s is one annotation of chat completions", (_, frames) => {
    const { said } = through(gemini, Formats.chatCompletions, frames)
    const { type, start_index, end_index, url, title } = inAnnotations
    const annotations = [{ type, url_citation: { start_index, end_index, url, title } }]
    expect(said).toContainEqual(
      expect.objectContaining({ choices: [expect.objectContaining({ delta: { annotations } })] })
    )
  })

  it.each(sequences)("%s is one citation of Messages", (_, frames) => {
    const { said } = through(gemini, Formats.messages, frames)
    const deltas = said.filter((event) => JSON.stringify(event).includes("citations_delta"))
    expect(deltas).toEqual([expect.objectContaining({ delta: { type: "citations_delta", citation: inWords } })])
  })

  it.each(sequences)("%s is one annotation of Responses", (_, frames) => {
    const { said } = through(gemini, Formats.responses, frames)
    const added = said.filter((event) => JSON.stringify(event).includes("annotation.added"))
    expect(added).toEqual([expect.objectContaining({ annotation: inAnnotations })])
  })

  it("is told whole to a client of Gemini's", () => {
    const [, [, frames]] = sequences as unknown as readonly [unknown, readonly [string, readonly unknown[]]]
    const { said } = through(gemini, gemini, frames)
    const groundingMetadata = { groundingChunks: pages, webSearchQueries: ["q"], groundingSupports: supports }
    expect(said.at(-1)).toMatchObject({ candidates: [{ groundingMetadata }] })
  })
})

describe("what a search found for the whole answer", () => {
  const found = frame([{ text: "Grüße" }], { groundingChunks: pages }, "STOP")
  const citations = pages.map(({ web: { uri, title = null } }) => ({
    type: "web_search_result_location",
    cited_text: "",
    url: uri,
    title,
    encrypted_index: ""
  }))

  it("is cited by the last text of Messages", () => {
    expect(whole(gemini, Formats.messages, found).said.content).toEqual([{ type: "text", text: "Grüße", citations }])
  })

  it("is cited by it in a stream, too", () => {
    const { said } = through(gemini, Formats.messages, [found])
    const deltas = citations.map((citation) => ({ type: "citations_delta", citation }))
    expect(said).toEqual(expect.arrayContaining(deltas.map((delta) => expect.objectContaining({ delta }))))
  })

  const calls = frame([{ functionCall: { name: "f", args: {} } }], { groundingChunks: pages }, "STOP")
  const lost = pages.map((_, index) => `/candidates/0/groundingMetadata/groundingChunks/${index}`)

  it.each([
    ["whole", whole(gemini, Formats.responses, calls)],
    ["streamed", through(gemini, Formats.responses, [calls])]
  ])("is noted by Responses where there is no text that could cite it: %s", (_, { notes }) => {
    const paths = notes.filter(({ rule }) => rule === "responses/search-details").map(({ path }) => path)
    expect(paths).toEqual(lost)
  })
})

describe("what citations cannot say", () => {
  const display = frame([{ text: "a" }], { searchEntryPoint: { renderedContent: "<b>" } }, "STOP")

  it.each([
    ["chat-completions", Formats.chatCompletions],
    ["responses", Formats.responses]
  ])("is what Google wants to be shown, which matters: %s", (id, to) => {
    expect(whole(gemini, to, display).notes).toContainEqual({
      rule: `${id}/search-details`,
      path: "/candidates/0/groundingMetadata/searchEntryPoint",
      severity: "meaning"
    })
  })

  it.each([
    ["whole", whole],
    ["streamed", (from: Format, to: Format, body: unknown) => through(from, to, [body])]
  ])("is the licence of a quoted passage: %s", (_, translated) => {
    const citationSources = [{ endIndex: 1, uri: "https://c.example", license: "MIT" }]
    const body = frame([{ text: "a" }], undefined, "STOP")
    const [candidate] = body.candidates
    const cited = { ...body, candidates: [{ ...candidate, citationMetadata: { citationSources } }] }
    const { notes } = translated(gemini, Formats.messages, cited)
    expect(notes.map(({ path }) => path)).toContain("/candidates/0/citationMetadata/citationSources/0/license")
  })

  const completion = (message: object, more: object = {}) => ({
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: "abc", ...message }, finish_reason: "stop" }],
    ...more
  })
  const others: readonly (readonly [string, Format])[] = [
    ["messages", Formats.messages],
    ["generate-content", gemini],
    ["responses", Formats.responses]
  ]

  it.each(others)("is an annotation that is not of an address: %s", (id, to) => {
    const annotations = [{ type: "file", file: { hash: "h", name: "n", content: [] } }]
    expect(whole(Formats.chatCompletions, to, completion({ annotations })).notes).toContainEqual({
      rule: `${id}/citation`,
      path: "/choices/0/message/annotations/0",
      severity: "meaning"
    })
  })

  it("is nothing to chat completions of their own annotations", () => {
    const annotations = [{ type: "file", file: { hash: "h" } }]
    const { said } = whole(Formats.chatCompletions, Formats.chatCompletions, completion({ annotations }))
    expect(said.choices[0].message.annotations).toEqual(annotations)
  })

  it("is a citation without a text", () => {
    const annotations = [
      { type: "url_citation", url_citation: { start_index: 0, end_index: 0, url: "https://a.example" } }
    ]
    const { rules } = whole(Formats.chatCompletions, Formats.responses, completion({ content: null, annotations }))
    expect(rules).toContain("chat-completions/citation")
  })

  it.each(others)("is what a vendor says more in its citation: %s", (id, to) => {
    const url_citation = { start_index: 0, end_index: 3, url: "https://a.example", title: "A", content: "words" }
    const annotations = [{ type: "url_citation", url_citation }]
    expect(whole(Formats.chatCompletions, to, completion({ annotations })).notes).toContainEqual({
      rule: `${id}/unknown-member`,
      path: "/choices/0/message/annotations/0/url_citation/content",
      severity: "meaning"
    })
  })

  it.each(others)("is what a vendor says of a page besides its address: %s", (_, to) => {
    const search_results = [{ title: "A", url: "https://a.example", date: "2026-01-01" }]
    const { notes } = whole(Formats.chatCompletions, to, completion({}, { search_results }))
    expect(notes.map(({ path }) => path)).toContain("/search_results/0/date")
  })

  const claude = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [
      {
        type: "text",
        text: "abc",
        citations: [{ ...inWords, cited_text: "elsewhere", encrypted_index: "bytes" }]
      }
    ],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 }
  }

  it.each([
    ["chat-completions", Formats.chatCompletions],
    ["generate-content", gemini],
    ["responses", Formats.responses]
  ])("are a quote and the vendor's own index: %s", (id, to) => {
    const { rules } = whole(Formats.messages, to, claude)
    expect(rules).toEqual(expect.arrayContaining([`${id}/citation-quote`, `${id}/foreign-opaque`]))
  })

  it("are not the results of a search that Claude was given, to Gemini", () => {
    const citation = { type: "search_result_location", cited_text: "a", source: "https://s.example", title: "S" }
    const citations = [{ ...citation, search_result_index: 0, start_block_index: 0, end_block_index: 1 }]
    const { said } = whole(Formats.messages, gemini, { ...claude, content: [{ type: "text", text: "abc", citations }] })
    expect(said.candidates[0].groundingMetadata.groundingChunks).toEqual([
      { retrievedContext: { title: "S", uri: "https://s.example" } }
    ])
  })
})

describe("a stretch of text that is not named", () => {
  it("is all of it", () => {
    const groundingSupports = [{ groundingChunkIndices: [0] }]
    const body = frame([{ text: "Grüße" }], { groundingChunks: pages, groundingSupports }, "STOP")
    expect(whole(gemini, Formats.responses, body).said.output[0].content[0].annotations).toEqual([inAnnotations])
  })
})
