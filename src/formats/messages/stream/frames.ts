import type { Frame } from "../../../words/framing.ts"
import { isObject, JsonText, type Tree, write } from "../../../words/json.ts"
import type { Out } from "../native.ts"

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

/** A block that is known whole, as the frames that say it: what comes in deltas on this wire comes in deltas. */
export const wholeFrames = (index: number, block: Out | JsonText): readonly Frame[] => {
  if (block instanceof JsonText) return [startFrame(index, block), stopFrame(index)]
  switch (block["type"]) {
    case "text":
      return framesOf(index, { ...block, text: "", citations: null }, [
        ...citationDeltas(block["citations"]),
        { type: "text_delta", text: block["text"] }
      ])
    case "thinking":
      return framesOf(index, { ...block, thinking: "", signature: "" }, [
        ...(block["thinking"] === "" ? [] : [{ type: "thinking_delta", thinking: block["thinking"] }]),
        ...(block["signature"] === "" ? [] : [{ type: "signature_delta", signature: block["signature"] }])
      ])
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return framesOf(index, { ...block, input: {} }, [
        { type: "input_json_delta", partial_json: write(block["input"]) }
      ])
    default:
      return framesOf(index, block, [])
  }
}

const framesOf = (index: number, start: Out, deltas: readonly Out[]): readonly Frame[] => [
  startFrame(index, start),
  ...deltas.map((delta) => deltaFrame(index, delta)),
  stopFrame(index)
]

const citationDeltas = (citations: Tree): readonly Out[] =>
  isItems(citations) ? citations.map((citation) => ({ type: "citations_delta", citation })) : []

const isItems = (tree: Tree): tree is readonly Tree[] => Array.isArray(tree)

/** A frame that no event could say, as it came. */
export const passedFrame = (kind: string, body: JsonText): Frame => {
  const type = isObject(body.value) ? body.value["type"] : undefined
  return { event: typeof type === "string" ? type : kind, data: body.text }
}
