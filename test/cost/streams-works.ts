import * as Formats from "../../src/formats.ts"
import { type Format, translateStream } from "../../src/translate.ts"
import { list } from "./list.ts"
import type { SizedWork, Works } from "./measure.ts"

const data = (frame: object): string => `data: ${JSON.stringify(frame)}\n\n`
const event = (type: string, frame: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...frame })}\n\n`

const delta = (said: object, index = 0): string => data({ id: "c", model: "m", choices: [{ index, delta: said }] })
const call = (index: number, more: object = {}) => ({
  index,
  id: `c${index}`,
  type: "function",
  function: { name: "f", arguments: "1" },
  ...more
})

const begin = event("message_start", {
  message: { id: "m", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 1 } }
})
const start = (index: number, block: object): string => event("content_block_start", { index, content_block: block })
const more = (index: number, said: object): string => event("content_block_delta", { index, delta: said })
const stop = (index: number): string => event("content_block_stop", { index })
const block = (index: number, ...said: readonly object[]): string =>
  start(index, { type: "text", text: "" }) + said.map((it) => more(index, it)).join("") + stop(index)

const candidate = (...parts: readonly object[]): string =>
  data({ candidates: [{ index: 0, content: { role: "model", parts } }] })

const beside = (more: object, ...parts: readonly object[]): string =>
  data({ candidates: [{ index: 0, content: { role: "model", parts }, ...more }] })

const elsewhere = (at: number): object => ({
  segment: { startIndex: at, endIndex: at + 5, text: "aaaaX" },
  groundingChunkIndices: [0]
})

/** Streams of a size, by what grows in them. */
type Streams = Readonly<Record<string, (size: number) => string>>

const chat: Streams = {
  texts: (size) => list(size, () => delta({ content: "x" })).join(""),
  "thoughts between texts": (size) =>
    list(size, (at) => delta(at % 2 === 0 ? { reasoning_content: "t" } : { content: "x" })).join(""),
  "thoughts between calls": (size) =>
    list(size / 2, (at) => delta({ reasoning_content: "t" }) + delta({ tool_calls: [call(at)] })).join(""),
  calls: (size) => list(size, (at) => delta({ tool_calls: [call(at)] })).join(""),
  "calls in one frame": (size) => delta({ tool_calls: list(size, (at) => call(at)) }),
  "pieces of one call": (size) => list(size, () => delta({ tool_calls: [call(0)] })).join(""),
  "pieces without an index": (size) =>
    list(size, (at) =>
      delta({ tool_calls: [{ ...call(at), index: undefined }, { function: { arguments: "1" } }] })
    ).join(""),
  "texts between the pieces of a call": (size) =>
    delta({ tool_calls: [{ ...call(0), function: { name: "f", arguments: '{"a":"' } }] }) +
    list(
      size,
      () => delta({ tool_calls: [{ index: 0, function: { arguments: "}".repeat(64) } }] }) + delta({ content: "x" })
    ).join(""),
  "members that nobody knows": (size) =>
    list(size, (at) => data({ id: "c", choices: [{ index: 0, delta: {}, [`m${at}`]: 1 }] })).join(""),
  "calls that go on by turns": (size) => list(size, (at) => delta({ tool_calls: [call(at % 64)] })).join(""),
  annotations: (size) =>
    list(size, (at) =>
      delta({
        content: "x",
        annotations: [
          { type: "url_citation", url_citation: { url: `https://a.test/${at}`, start_index: 0, end_index: 1 } }
        ]
      })
    ).join(""),
  "details of reasoning": (size) =>
    list(size, (at) =>
      delta({ reasoning_details: [{ type: "reasoning.text", text: "t", signature: "s", index: at }] })
    ).join(""),
  "carriers of reasoning": (size) =>
    list(size, (at) =>
      delta({ reasoning_details: [{ type: "reasoning.text", text: "t", format: "isogloss-v1", index: at }] })
    ).join(""),
  probabilities: (size) =>
    list(size, () =>
      data({
        id: "c",
        choices: [
          { index: 0, delta: { content: "x" }, logprobs: { content: [{ token: "x", logprob: -1, top_logprobs: [] }] } }
        ]
      })
    ).join(""),
  counts: (size) =>
    list(size, (at) =>
      data({
        id: "c",
        choices: [{ index: 0, delta: { content: "x" } }],
        usage: { prompt_tokens: at, completion_tokens: at }
      })
    ).join(""),
  "chunks ahead of the answer": (size) => list(size, (at) => data({ choices: [], [`k${at}`]: 1 })).join(""),
  comments: (size) => ": x\n\n".repeat(size * 4),
  "ends of lines": (size) => "\r".repeat(size * 16),
  "lines of one event": (size) => "data: x\n".repeat(size * 4)
}

const blocks: Streams = {
  blocks: (size) => begin + list(size, (at) => block(at, { type: "text_delta", text: "x" })).join(""),
  "blocks that stay open": (size) =>
    begin + list(size, (at) => start(at, { type: "tool_use", id: `c${at}`, name: "f", input: {} })).join(""),
  "thinking and texts": (size) =>
    begin +
    list(
      size / 2,
      (at) =>
        start(2 * at, { type: "thinking", thinking: "t", signature: "s" }) +
        stop(2 * at) +
        block(2 * at + 1, { type: "text_delta", text: "x" })
    ).join(""),
  citations: (size) =>
    begin +
    block(
      0,
      ...list(size, (at) => ({
        type: "citations_delta",
        citation: {
          type: "char_location",
          cited_text: "y",
          document_index: 0,
          start_char_index: at,
          end_char_index: at + 1
        }
      }))
    ),
  "pieces of an input": (size) =>
    begin +
    start(0, { type: "tool_use", id: "c", name: "f", input: {} }) +
    list(size, () => more(0, { type: "input_json_delta", partial_json: "1" })).join("")
}

const candidates: Streams = {
  texts: (size) => list(size, () => candidate({ text: "x" })).join(""),
  "texts and thoughts in one frame": (size) =>
    candidate(...list(size, (at) => (at % 2 === 0 ? { text: "x" } : { text: "t", thought: true }))),
  calls: (size) => list(size, (at) => candidate({ functionCall: { name: `f${at}`, args: {} } })).join(""),
  signatures: (size) => list(size, () => candidate({ text: "x", thought: true, thoughtSignature: "AAAA" })).join(""),
  "members that nobody knows": (size) => list(size, (at) => beside({ [`m${at}`]: 1 })).join(""),
  "what a search found": (size) =>
    list(size, (at) => beside({ groundingMetadata: { webSearchQueries: [`${at}`] } }, { text: "word word" })).join(""),
  "stretches in other places than they say": (size) =>
    candidate({ text: "ab".repeat(size * 4) }) +
    beside({ groundingMetadata: { groundingSupports: list(size, (at) => elsewhere(at)) } }),
  "stretches of texts of which each part has another": (size) =>
    list(size, () => candidate({ text: "a" }) + candidate({ functionCall: { name: "f", args: {} } })).join("") +
    beside({ groundingMetadata: { groundingSupports: list(size, (at) => elsewhere(at)) } }),
  "passages from elsewhere": (size) =>
    list(size, (at) =>
      beside(
        { citationMetadata: { citations: [{ startIndex: 0, endIndex: 1, uri: `https://a.test/${at}` }] } },
        { text: "wörd" }
      )
    ).join("")
}

const formats: readonly (readonly [Format, Streams])[] = [
  [Formats.chatCompletions, chat],
  [Formats.messages, blocks],
  [Formats.generateContent, candidates]
]

const encoder = new TextEncoder()

const feed = (from: Format, to: Format, bytes: Uint8Array, piece: number): void => {
  const machine = translateStream({ from, to })
  for (let at = 0; at < bytes.length; at += piece) machine.push(bytes.subarray(at, at + piece))
  machine.end()
}

/** A stream of a size, in pieces of so many bytes. */
const fed = (from: Format, to: Format, stream: (size: number) => string, first: number, piece: number): SizedWork => [
  first,
  (size) => {
    const bytes = encoder.encode(stream(Math.ceil(size)))
    return () => feed(from, to, bytes, piece)
  }
]

const endless = (size: number): string => `data: {"x": "${"a".repeat(size * 64)}`

/** What is looked through again and again up to a bound, which texts of this size reach. */
const bounded: ReadonlySet<string> = new Set([
  "what a search found",
  "stretches in other places than they say",
  "passages from elsewhere"
])

/** Streams of each format, translated to each, and bytes that come one by one. */
export const works: Works = Object.fromEntries([
  ...formats.flatMap(([from, streams]) =>
    Object.entries(streams).flatMap(([grows, stream]) =>
      formats.map(([to]) => [
        `${from.id} to ${to.id}: ${grows}`,
        fed(from, to, stream, bounded.has(grows) ? 2500 : 300, 4096)
      ])
    )
  ),
  ...formats.map(([from]) => [
    `${from.id}, in pieces of a few bytes`,
    fed(from, Formats.chatCompletions, endless, 400, 61)
  ])
])
