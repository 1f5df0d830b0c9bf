import type { Frame } from "../../../core/framing/framing.ts"
import { isItems, isObject, JsonText, type Tree, write } from "../../../core/json/json.ts"
import type { Out } from "../../../core/out.ts"

/** A frame: the event's name is its type. */
export const frameOf = (type: string, body: Out): Frame => ({ event: type, data: write({ type, ...body }) })

/** A block begins. */
export const startFrame = (index: number, block: Tree): Frame =>
  frameOf("content_block_start", { index, content_block: block })

/** A block goes on. */
export const deltaFrame = (index: number, delta: Out): Frame => ({
  event: "content_block_delta",
  data: write({ type: "content_block_delta", index, delta })
})

/** What texts come in, by the kind of their block: the type of the delta, and its member. */
const deltas = {
  text: '"text_delta","text"',
  reasoning: '"thinking_delta","thinking"',
  call: '"input_json_delta","partial_json"'
}

/** A block goes on with a text or a call's input: what most frames of a stream say. */
export const textFrame = (index: number, kind: keyof typeof deltas, text: string): Frame => ({
  event: "content_block_delta",
  data: `{"type":"content_block_delta","index":${index},"delta":{"type":${deltas[kind]}:${JSON.stringify(text)}}}`
})

/** A block ends. */
export const stopFrame = (index: number): Frame => ({
  event: "content_block_stop",
  data: `{"type":"content_block_stop","index":${index}}`
})

type Piece = readonly [member: string, empty: Tree, delta: string, says: string]

const inputPieces: readonly Piece[] = [["input", {}, "input_json_delta", "partial_json"]]

/** What comes in deltas on this wire, by the type of the block: its member, what it begins as, and the delta. */
const pieces: ReadonlyMap<Tree, readonly Piece[]> = new Map<Tree, readonly Piece[]>([
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
export const wholeFrames = (index: number, block: Out | JsonText): readonly Frame[] => {
  if (block instanceof JsonText) return [startFrame(index, block), stopFrame(index)]
  const start = { ...block }
  const deltas: Frame[] = []
  for (const [member, empty, type, says] of pieces.get(block["type"]) ?? []) {
    start[member] = empty
    for (const said of saidIn(block[member])) deltas.push(deltaFrame(index, { type, [says]: said }))
  }
  return [startFrame(index, start), ...deltas, stopFrame(index)]
}

/** What deltas say of a member: each item of a list, a text that is not empty, or a JSON text. */
const saidIn = (value: Tree): readonly Tree[] => {
  if (value === undefined || value === null || value === "") return []
  return isItems(value) ? value : [typeof value === "string" ? value : write(value)]
}

/** A frame that no event could say, as it came. */
export const passedFrame = (kind: string, body: JsonText): Frame => {
  const type = isObject(body.value) ? body.value["type"] : undefined
  return { event: typeof type === "string" ? type : kind, data: body.text }
}
