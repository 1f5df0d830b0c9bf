import type { StreamFrame } from "../../../core/framing/transducer.ts"
import { isItems, isObject, JsonText, type JsonTemplate, stringifyJson } from "../../../core/json/json.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"

/** A frame: the event's name is its type. */
export const frameOf = (type: string, body: JsonObjectBuilder): StreamFrame => ({
  event: type,
  data: stringifyJson({ type, ...body })
})

/** A block begins. */
export const startFrame = (index: number, block: JsonTemplate): StreamFrame =>
  frameOf("content_block_start", { index, content_block: block })

/** A block goes on. */
export const deltaFrame = (index: number, delta: JsonObjectBuilder): StreamFrame => ({
  event: "content_block_delta",
  data: stringifyJson({ type: "content_block_delta", index, delta })
})

/** What texts come in, by the kind of their block: the type of the delta, and its member. */
const deltas = {
  text: '"text_delta","text"',
  reasoning: '"thinking_delta","thinking"',
  call: '"input_json_delta","partial_json"'
}

/** A block goes on with a text or a call's input: what most frames of a stream say. */
export const textFrame = (index: number, kind: keyof typeof deltas, text: string): StreamFrame => ({
  event: "content_block_delta",
  data: `{"type":"content_block_delta","index":${index},"delta":{"type":${deltas[kind]}:${JSON.stringify(text)}}}`
})

/** A block ends. */
export const stopFrame = (index: number): StreamFrame => ({
  event: "content_block_stop",
  data: `{"type":"content_block_stop","index":${index}}`
})

type Piece = readonly [member: string, empty: JsonTemplate, delta: string, says: string]

const inputPieces: readonly Piece[] = [["input", {}, "input_json_delta", "partial_json"]]

/** What comes in deltas on this wire, by the type of the block: its member, what it begins as, and the delta. */
const pieces: ReadonlyMap<JsonTemplate, readonly Piece[]> = new Map<JsonTemplate, readonly Piece[]>([
  [
    "text",
    [
      ["citations", null, "citations_delta", "citation"],
      ["text", "", "text_delta", "text"]
    ]
  ],
  [
    "thinking",
    [
      ["thinking", "", "thinking_delta", "thinking"],
      ["signature", "", "signature_delta", "signature"]
    ]
  ],
  ["tool_use", inputPieces],
  ["server_tool_use", inputPieces],
  ["mcp_tool_use", inputPieces]
])

/** A block that is known whole, as the frames that say it. */
export const wholeFrames = (index: number, block: JsonObjectBuilder | JsonText): readonly StreamFrame[] => {
  if (block instanceof JsonText) return [startFrame(index, block), stopFrame(index)]
  const start = { ...block }
  const deltas: StreamFrame[] = []
  for (const [member, empty, type, says] of pieces.get(block["type"]) ?? []) {
    start[member] = empty
    for (const said of saidIn(block[member])) deltas.push(deltaFrame(index, { type, [says]: said }))
  }
  return [startFrame(index, start), ...deltas, stopFrame(index)]
}

/** What deltas say of a member: each item of a list, a text that is not empty, or a JSON text. */
const saidIn = (value: JsonTemplate): readonly JsonTemplate[] => {
  if (value === undefined || value === null || value === "") return []
  return isItems(value) ? value : [typeof value === "string" ? value : stringifyJson(value)]
}

/** A frame that no event could say, as it came. */
export const passedFrame = (kind: string, body: JsonText): StreamFrame => {
  const type = isObject(body.value) ? body.value["type"] : undefined
  return { event: typeof type === "string" ? type : kind, data: body.text }
}
