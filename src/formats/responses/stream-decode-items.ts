import { coveredText, type OpaqueEnvelope, textDigest } from "../../core/chat/envelope.ts"
import type { ContentPart, ReasoningPart } from "../../core/chat/chat.ts"
import { weightOf } from "../../core/framing/held.ts"
import { isArray, isObject, type JsonObject } from "../../core/json/json.ts"
import { decodeOutputItem, itemReader, itemType } from "./output-decode.ts"
import { note } from "./rules.ts"
import {
  addLogprobs,
  addRest,
  begin,
  beginCall,
  contentOf,
  end,
  extend,
  inputOf,
  itemAt,
  knownItem,
  type ItemState,
  type StreamDecoderState,
  thoughtKey
} from "./stream-decode-parts.ts"

/**
 * An item is whole: what it has beyond its pieces is said, and it ends. One that was whole before says nothing, nor does
 * one that began as another type.
 */
export const finishItem = (state: StreamDecoderState, place: number, item: JsonObject): void => {
  const known = knownItem(state, place, item["id"]) ?? itemAt(state, place)
  if (known.ended) return
  if (known.type === undefined || known.type === itemType(item)) sayWhole(state, known, item)
  known.ended = true
  for (const part of known.parts.values()) end(state, part)
}

const sayWhole = (state: StreamDecoderState, known: ItemState, item: JsonObject): void => {
  switch (itemType(item)) {
    case "message":
      return finishMessage(state, known, item)
    case "reasoning":
      return finishThought(state, known, item)
    case "function_call":
    case "custom_tool_call": {
      const call = beginCall(state, known, item)
      return call === undefined ? undefined : addRest(state, call, inputOf(item))
    }
    default:
      finishOther(state, known, item)
  }
}

const finishMessage = (state: StreamDecoderState, known: ItemState, { content }: JsonObject): void => {
  if (!isArray(content)) return
  content.forEach((part, place) => {
    if (!isObject(part)) return
    if (!known.parts.has(place)) addLogprobs(state, part["logprobs"])
    contentOf(state, known, place, part, true)
  })
}

/** A thought's text may have come in pieces; its bytes come at its end, or belong to another part beside it. */
const finishThought = (state: StreamDecoderState, known: ItemState, item: JsonObject): void => {
  const { parts, carrier } = decodeOutputItem(itemReader(state.reader, item), state.reader, state.reply)
  const [thought] = parts
  if (carrier !== undefined) return carry(state, carrier.envelope)
  if (thought?.type !== "reasoning") return
  const begun = known.parts.get(thoughtKey)
  if (begun === undefined) {
    const whole = begin(state, known, thoughtKey, thought, "reasoning")
    whole.text.add(thought.text ?? "")
    return
  }
  if (thought.text !== undefined) addRest(state, begun, thought.text)
  for (const opaque of thought.opaque ?? []) extend(state, begun, { type: "opaque", opaque })
  const { native }: ReasoningPart = thought
  if (native?.consumed !== undefined && native.rest !== undefined)
    extend(state, begun, { type: "rest", format: native.format, rest: native.rest })
}

/** Gives bytes to the part that they cover: the last one of which that is known, or the call that comes. */
const carry = (state: StreamDecoderState, envelope: OpaqueEnvelope): void => {
  const { opaque, digest } = envelope
  for (const item of [...state.items.values()].toReversed())
    for (const part of [...item.parts.values()].toReversed()) {
      const text = part.text.text
      const covered: ContentPart = part.kind === "text" ? { type: "text", text } : { type: "reasoning", text }
      if (part.kind === "call" || textDigest(coveredText(covered)) !== digest) continue
      return extend(state, part, { type: "opaque", opaque })
    }
  state.held.add(weightOf(opaque))
  state.carried.push(envelope)
}

const finishOther = (state: StreamDecoderState, known: ItemState, item: JsonObject): void => {
  if (known.parts.size > 0) return
  const { parts } = decodeOutputItem(itemReader(state.reader, item), state.reader, state.reply)
  parts.forEach((value, index) => begin(state, known, index, { ...value, at: "" }, "text"))
}

/** Ends all items: those of which no end came, too. */
export const endItems = (state: StreamDecoderState): void => {
  for (const _ of state.carried.splice(0)) note(state, "opaque-mismatch", "")
  for (const item of state.items.values()) {
    item.ended = true
    for (const part of item.parts.values()) end(state, part)
  }
}
