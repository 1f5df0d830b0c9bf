import {
  type ChatEvent,
  type ContentPart,
  endError,
  type FinishReason,
  type GatewayError,
  type JsonTemplate,
  JsonText,
  mergeUsage,
  type PartDelta,
  type ReasoningPart,
  type ReplyPreferences,
  type ResponseDefaults,
  type StreamFrame,
  type TokenUsage,
  type Transducer,
  type TranslationNote
} from "../../src/format.ts"
import { errorFrame } from "./error.ts"
import { writeFinish, writeUsage } from "./response.ts"
import { note, noteRest, signer } from "./rules.ts"
import { isCall, writeBlock } from "./parts-encode.ts"

interface State {
  readonly notes: TranslationNote[]
  /** The kind of each part that is written, and the block of each of which something was. */
  readonly kinds: Map<number, ContentPart["type"]>
  readonly blocks: Map<number, number>
  finish: FinishReason | undefined
  usage: TokenUsage | undefined
  done: boolean
}

/** Writes a stream. Why it ended is told when it is known to be whole. */
export const encodeStream = (
  _asked: ReplyPreferences,
  _stamp: ResponseDefaults
): Transducer<ChatEvent, StreamFrame> => {
  const notes: TranslationNote[] = []
  const state: State = {
    notes,
    kinds: new Map(),
    blocks: new Map(),
    finish: undefined,
    usage: undefined,
    done: false
  }
  return {
    push: (event) => (state.done ? [] : onEvent(state, event)),
    end: (how) => (state.done ? [] : failed(state, endError(how))),
    notes: () => notes.splice(0)
  }
}

const frame = (event: string, data: JsonTemplate): StreamFrame => ({ event, data: JsonText.tree(data).text })

const failed = (state: State, error: GatewayError): readonly StreamFrame[] => {
  state.done = true
  return [errorFrame(error)]
}

const lost = (state: State): readonly StreamFrame[] => {
  state.notes.push(note("field", ""))
  return []
}

const onEvent = (state: State, event: ChatEvent): readonly StreamFrame[] => {
  if ("candidate" in event && event.candidate !== 0) return lost(state)
  switch (event.type) {
    case "start":
      noteRest(event.response, [], state.notes)
      return [frame("messageStart", { role: "assistant" })]
    case "part":
      return onPart(state, event.part, event.value)
    case "delta":
      return onDelta(state, event.part, event.delta)
    case "part-end": {
      const block = state.blocks.get(event.part)
      return block === undefined ? [] : [frame("contentBlockStop", { contentBlockIndex: block })]
    }
    case "finish":
      state.finish = event.finish
      return []
    case "usage":
      state.usage = mergeUsage(state.usage, event.usage)
      return []
    case "candidate":
      return Object.keys(event.add).length === 0 ? [] : lost(state)
    case "response":
    case "frame":
      return lost(state)
    case "error":
      return failed(state, event.error)
    case "end":
      return onEnd(state)
  }
}

const onEnd = (state: State): readonly StreamFrame[] => {
  state.done = true
  const stopReason = state.finish === undefined ? "end_turn" : writeFinish(state.finish, state.notes)
  const { usage } = state
  return [
    frame("messageStop", { stopReason }),
    ...(usage === undefined ? [] : [frame("metadata", { usage: writeUsage(usage, state.notes) })])
  ]
}

/** The block of a part, which has a number from its first frame on. */
const blockOf = (state: State, part: number): number => {
  const block = state.blocks.get(part) ?? state.blocks.size
  state.blocks.set(part, block)
  return block
}

const deltas = (state: State, part: number, ...pieces: readonly JsonTemplate[]): readonly StreamFrame[] =>
  pieces.map((delta) => frame("contentBlockDelta", { delta, contentBlockIndex: blockOf(state, part) }))

const onPart = (state: State, part: number, value: ContentPart): readonly StreamFrame[] => {
  if (value.type === "tool-call" && isCall(value)) return onCall(state, part, value)
  if (value.type === "reasoning" && value.text === undefined && value.opaque === undefined) {
    state.kinds.set(part, "reasoning")
    return []
  }
  if (writeBlock(value, "answer", state.notes) === undefined) return []
  if (value.type === "text" || value.type === "refusal") {
    state.kinds.set(part, "text")
    return value.text === "" ? [] : deltas(state, part, { text: value.text })
  }
  return value.type === "reasoning" ? onThought(state, part, value) : lost(state)
}

const onThought = (state: State, part: number, value: ReasoningPart): readonly StreamFrame[] => {
  state.kinds.set(part, "reasoning")
  const written = value.text === undefined ? "redacted" : "signature"
  const own = value.opaque?.find(({ vendor, kind }) => vendor === signer && kind === written)
  return [
    ...(value.text === undefined ? [] : deltas(state, part, { reasoningContent: { text: value.text } })),
    ...(own === undefined ? [] : onDelta(state, part, { type: "opaque", opaque: own }))
  ]
}

const onCall = (
  state: State,
  part: number,
  value: Extract<ContentPart, { type: "tool-call" }>
): readonly StreamFrame[] => {
  noteRest(value, ["id", "name", "of", "runBy", "input"], state.notes)
  state.kinds.set(part, "tool-call")
  const start = { toolUse: { toolUseId: value.id, name: value.name } }
  const text = value.input.kind === "json" ? value.input.json.text : ""
  const begin = frame("contentBlockStart", { start, contentBlockIndex: blockOf(state, part) })
  return [begin, ...(text === "" ? [] : deltas(state, part, { toolUse: { input: text } }))]
}

const onDelta = (state: State, part: number, delta: PartDelta): readonly StreamFrame[] => {
  const kind = state.kinds.get(part)
  if (kind === undefined) return []
  if (delta.type === "text" && kind === "text") return deltas(state, part, { text: delta.text })
  if (delta.type === "text" && kind === "reasoning")
    return deltas(state, part, { reasoningContent: { text: delta.text } })
  if (delta.type === "input") return deltas(state, part, { toolUse: { input: delta.text } })
  if (delta.type !== "opaque" || delta.opaque.vendor !== signer) return lost(state)
  const { data } = delta.opaque
  return deltas(state, part, {
    reasoningContent: delta.opaque.kind === "redacted" ? { redactedContent: data } : { signature: data }
  })
}
