import {
  type ChatEvent,
  type ContentPart,
  endError,
  GatewayError,
  IssueReader,
  JsonText,
  noNotes,
  ObjectReader,
  type PartDelta,
  type ReplyContext,
  type StreamFrame,
  type Transducer
} from "../../src/format.ts"
import { frameError } from "./error.ts"
import { finishOf, readUsage } from "./response.ts"
import { id, inAnswer, signer } from "./rules.ts"

interface State {
  begun: boolean
  /** Whether the answer is known to be whole. */
  stopped: boolean
  done: boolean
  /** The part of each block; `fed`: whether a delta came. */
  readonly parts: Map<number, { readonly part: number; fed: boolean }>
}

/** Reads a stream. Success is certain at `messageStop`; the counts come after it. */
export const decodeStream = (_undo: ReplyContext): Transducer<StreamFrame, ChatEvent> => {
  const state: State = { begun: false, stopped: false, done: false, parts: new Map() }
  return {
    push: (frame) => (state.done ? [] : onFrame(state, frame)),
    end: (how) => {
      if (state.done) return []
      return state.stopped ? finished(state) : failed(state, endError(how))
    },
    notes: noNotes
  }
}

const finished = (state: State): readonly ChatEvent[] => {
  state.done = true
  return [{ type: "end" }]
}

const failed = (state: State, error: GatewayError): readonly ChatEvent[] => {
  state.done = true
  return [{ type: "error", error }]
}

const onFrame = (state: State, frame: StreamFrame): readonly ChatEvent[] => {
  const error = frameError(frame)
  if (error !== undefined) return failed(state, error)
  const body = JsonText.source(frame.data)
  if (body.object === undefined) return failed(state, new GatewayError("UpstreamFailed", "A stream event is no JSON."))
  const said = onBody(state, frame.event ?? "", new ObjectReader(new IssueReader(), body.object, "", inAnswer), body)
  if (state.begun) return said
  state.begun = true
  return [{ type: "start", response: {} }, ...said]
}

const onBody = (state: State, kind: string, body: ObjectReader, whole: JsonText): readonly ChatEvent[] => {
  const block = body.integer("contentBlockIndex") ?? 0
  switch (kind) {
    case "messageStart":
      return []
    case "contentBlockStart": {
      const call = body.inside("start")?.inside("toolUse")
      return call === undefined ? [frameOf(kind, whole)] : [opened(state, block, callOf(call))]
    }
    case "contentBlockDelta":
      return onDelta(state, block, body.inside("delta")) ?? [frameOf(kind, whole)]
    case "contentBlockStop":
      return onStop(state, block)
    case "messageStop":
      state.stopped = true
      return [{ type: "finish", candidate: 0, finish: finishOf(body.string("stopReason") ?? "end_turn") }]
    case "metadata": {
      const usage = body.inside("usage")
      const counted: readonly ChatEvent[] = usage === undefined ? [] : [{ type: "usage", usage: readUsage(usage) }]
      return state.stopped ? [...counted, ...finished(state)] : counted
    }
    default:
      return [frameOf(kind, whole)]
  }
}

const frameOf = (kind: string, body: JsonText): ChatEvent => ({ type: "frame", format: id, kind, body })

const callOf = (call: ObjectReader): ContentPart => ({
  type: "tool-call",
  id: call.string("toolUseId") ?? "",
  name: call.string("name") ?? "",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source("") }
})

const opened = (state: State, block: number, value: ContentPart): ChatEvent => {
  const part = state.parts.size
  state.parts.set(block, { part, fed: value.type !== "tool-call" })
  return { type: "part", candidate: 0, part, value }
}

/** What a delta adds, and the part that it begins where no event began one: text and thoughts begin so. */
const readDelta = (delta: ObjectReader): readonly [begins: ContentPart | undefined, delta: PartDelta] | undefined => {
  const text = delta.string("text")
  if (text !== undefined)
    return [
      { type: "text", text: "" },
      { type: "text", text }
    ]
  const input = delta.inside("toolUse")?.string("input")
  if (input !== undefined) return [undefined, { type: "input", text: input }]
  const thought = delta.inside("reasoningContent")
  const shown = thought?.string("text")
  if (shown !== undefined)
    return [
      { type: "reasoning", text: "" },
      { type: "text", text: shown }
    ]
  const [redacted, signature] = [thought?.string("redactedContent"), thought?.string("signature")]
  const data = redacted ?? signature
  if (data === undefined) return undefined
  const kind = redacted === undefined ? "signature" : "redacted"
  const begins: ContentPart = kind === "redacted" ? { type: "reasoning" } : { type: "reasoning", text: "" }
  return [begins, { type: "opaque", opaque: { vendor: signer, kind, data } }]
}

const onDelta = (state: State, block: number, from: ObjectReader | undefined): readonly ChatEvent[] | undefined => {
  const [begins, delta] = (from && readDelta(from)) ?? []
  const begun = state.parts.get(block)
  if (delta === undefined || (begun === undefined && begins === undefined)) return undefined
  const first = begun === undefined && begins !== undefined ? [opened(state, block, begins)] : []
  const open = state.parts.get(block)
  if (open === undefined) return undefined
  open.fed = true
  return [...first, { type: "delta", candidate: 0, part: open.part, delta }]
}

/** A call without a piece of input was called with nothing. */
const onStop = (state: State, block: number): readonly ChatEvent[] => {
  const open = state.parts.get(block)
  if (open === undefined) return []
  const { part, fed } = open
  const delta: ChatEvent = { type: "delta", candidate: 0, part, delta: { type: "input", text: "{}" } }
  return [...(fed ? [] : [delta]), { type: "part-end", candidate: 0, part }]
}
