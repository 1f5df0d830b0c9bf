import { listAt, member, textAt } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import { piecesOf } from "../tokens.ts"
import { contentOf, endUsage, ending, opening } from "./response.ts"
import type { Answer } from "./response.ts"

/** An event as the wire has it: its name stands in a line of its own and in the data. */
export const frame = (data: JsonObject): string =>
  `event: ${textAt(data, "type") ?? ""}\ndata: ${JSON.stringify(data)}\n\n`

const deltas = (index: number, type: string, key: string, pieces: readonly Json[]): readonly JsonObject[] =>
  pieces.map((piece) => ({ type: "content_block_delta", index, delta: { type, [key]: piece } }))

const inputDeltas = (index: number, json: string): readonly JsonObject[] => [
  ...deltas(index, "input_json_delta", "partial_json", ["", ...piecesOf(json)])
]

interface Written {
  readonly start: JsonObject
  readonly deltas: readonly JsonObject[]
}

const written = (block: JsonObject, index: number, cut: string | undefined): Written => {
  switch (textAt(block, "type")) {
    case "thinking":
      return {
        start: { type: "thinking", thinking: "", signature: "" },
        deltas: [
          ...deltas(index, "thinking_delta", "thinking", piecesOf(textAt(block, "thinking") ?? "")),
          ...deltas(index, "signature_delta", "signature", [textAt(block, "signature") ?? ""])
        ]
      }
    case "text": {
      const cited = listAt(block, "citations")
      return {
        start: { type: "text", text: "", citations: cited.length > 0 ? [] : null },
        deltas: [
          ...deltas(index, "citations_delta", "citation", cited),
          ...deltas(index, "text_delta", "text", piecesOf(textAt(block, "text") ?? ""))
        ]
      }
    }
    case "tool_use":
    case "server_tool_use":
      return {
        start: { ...block, input: {} },
        deltas: inputDeltas(index, cut ?? JSON.stringify(member(block, "input") ?? {}))
      }
    default:
      return { start: block, deltas: [] }
  }
}

const blockEvents = (block: JsonObject, index: number, cut: string | undefined): readonly JsonObject[] => {
  const { start, deltas: inside } = written(block, index, cut)
  return [
    { type: "content_block_start", index, content_block: start },
    ...(index === 0 ? [{ type: "ping" }] : []),
    ...inside,
    { type: "content_block_stop", index }
  ]
}

/** The events of an answer, in the vendor's order; a call that the token limit cut off keeps its broken JSON. */
export const framesOf = (answer: Answer): readonly string[] => {
  const content = contentOf(answer)
  const last = answer.plan.blocks.at(-1)
  const cut = last?.kind === "call" && !last.whole ? last.text : undefined
  return [
    { type: "message_start", message: opening(answer) },
    ...content.flatMap((block, index) => blockEvents(block, index, index === content.length - 1 ? cut : undefined)),
    {
      type: "message_delta",
      delta: ending(answer),
      usage: {
        input_tokens: answer.counts.uncached,
        cache_creation_input_tokens: answer.counts.written5m + answer.counts.written1h,
        cache_read_input_tokens: answer.counts.read,
        ...endUsage(answer)
      }
    },
    { type: "message_stop" }
  ].map(frame)
}
