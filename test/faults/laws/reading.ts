import type { Frame } from "../frames.ts"
import type { FormatId } from "../golden/golden.ts"
import type { SdkLedger } from "../sdk/ledger.ts"
import { Collected } from "./delivered.ts"
import type { Delivered } from "./delivered.ts"
import { items, member, text } from "./json.ts"

/** What frames tell the client of a format. Frames that its SDKs would not see are not seen; broken JSON throws. */
export const deliveredByFrames = (format: FormatId, frames: readonly Frame[]): Delivered =>
  collect(
    format,
    format === "messages" ? frames.filter(({ event }) => event !== undefined).map(parsed) : frames.map(parsed)
  )

/**
 * What an SDK told its caller. An error counts when the other side told it (it has a body): a connection that broke, a
 * stream that the SDK found incomplete and an abort of the case's own are no told errors.
 */
export const deliveredBySdk = (format: FormatId, { events, error }: SdkLedger): Delivered => {
  const collected = collect(format, events)
  if (error?.body !== undefined) collected.errors.push({ type: error.type, message: error.message })
  return collected
}

const done = "[DONE]"

const parsed = ({ data }: Frame): unknown => (data === done ? done : JSON.parse(data))

const collect = (format: FormatId, events: readonly unknown[]): Collected => {
  const into = new Collected()
  const read = format === "messages" ? messagesReader(into) : (event: unknown) => readChat(into, event)
  for (const event of events) {
    into.item()
    read(event)
  }
  return into
}

const readError = (into: Collected, error: unknown): void => {
  into.errors.push({ type: text(member(error, "type")), message: text(member(error, "message")) })
}

const readChat = (into: Collected, event: unknown): void => {
  if (event === done) into.ends += 1
  const error = member(event, "error")
  if (error !== undefined && error !== null) readError(into, error)
  for (const choice of items(member(event, "choices"))) readChoice(into, choice)
}

const readChoice = (into: Collected, choice: unknown): void => {
  const index = member(choice, "index")
  const prefix = index === 0 ? "" : `${String(index)}: `
  const delta = member(choice, "delta")
  into.piece(`${prefix}thinking`, member(delta, "reasoning_content"))
  into.piece(`${prefix}text`, member(delta, "content"))
  into.piece(`${prefix}refusal`, member(delta, "refusal"))
  for (const call of items(member(delta, "tool_calls"))) {
    const track = `${prefix}call ${String(member(call, "index"))}`
    into.piece(`${track} id`, member(call, "id"))
    into.piece(`${track} name`, member(member(call, "function"), "name"))
    into.piece(`${track} arguments`, member(member(call, "function"), "arguments"))
  }
  const finish = text(member(choice, "finish_reason"))
  if (finish !== undefined) into.finishes.push(`${prefix}${finish}`)
}

const messagesReader = (into: Collected): ((event: unknown) => void) => {
  const calls = new Map<unknown, number>()
  return (event) => {
    switch (member(event, "type")) {
      case "content_block_start":
        return startBlock(into, calls, member(event, "index"), member(event, "content_block"))
      case "content_block_delta":
        return readDelta(into, calls.get(member(event, "index")), member(event, "delta"))
      case "message_delta": {
        const reason = text(member(member(event, "delta"), "stop_reason"))
        if (reason !== undefined) into.finishes.push(reason)
        return
      }
      case "message_stop":
        into.ends += 1
        return
      case "error":
        return readError(into, member(event, "error"))
    }
  }
}

const startBlock = (into: Collected, calls: Map<unknown, number>, index: unknown, block: unknown): void => {
  if (member(block, "type") === "tool_use") {
    const call = calls.size
    calls.set(index, call)
    into.piece(`call ${call} id`, member(block, "id"))
    into.piece(`call ${call} name`, member(block, "name"))
  }
  into.piece("text", member(block, "text"))
  into.piece("thinking", member(block, "thinking"))
  into.piece("signature", member(block, "signature"))
}

const readDelta = (into: Collected, call: number | undefined, delta: unknown): void => {
  into.piece("text", member(delta, "text"))
  into.piece("thinking", member(delta, "thinking"))
  into.piece("signature", member(delta, "signature"))
  into.piece(`call ${call ?? "without a start"} arguments`, member(delta, "partial_json"))
}
