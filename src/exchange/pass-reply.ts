import { concat } from "../upstream/bytes.ts"
import { GatewayError } from "../words/error.ts"
import { type Asked, type Format, undo } from "../words/format.ts"
import { isObject, type Json, JsonText } from "../words/json.ts"
import { fail, type Result, succeed } from "../words/result.ts"
import { noNotes } from "../words/transducer.ts"
import { Blocks, eachBlock } from "./blocks.ts"
import type { Client, Reply, ReplyStream } from "./exchange.ts"
import { tellsOf, usageOf } from "./glance.ts"
import { splice } from "./splice.ts"
import { isUsageFrame } from "./stream-usage.ts"
import { errorBytes, notUnderstood } from "./translate-reply.ts"
import { Watch } from "./watch.ts"

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Up to so many characters text is written to a socket faster than bytes are. */
const short = 16 * 1024

/** Passes a whole answer as it is; what the client must not see is spliced out. */
export const passReply = (client: Client, body: Uint8Array): Result<Reply, GatewayError> => {
  const text = decoder.decode(body)
  const value = parsed(text)
  if (!isObject(value)) return fail(notUnderstood())
  const error = value["error"]
  if (error !== undefined && error !== null) {
    const decoded = client.format.decodeResponse(JsonText.source(text), undo)
    if (!decoded.ok) return fail(decoded.error instanceof GatewayError ? decoded.error : notUnderstood())
  }
  const edits = client.hide(value)
  const same = text.length > short || text.includes("\ufffd") ? body : text
  return succeed({ body: edits.length === 0 ? same : splice(text, edits), usage: usageOf(client.format, value), notes: [] })
}

const parsed = (text: string): Json => {
  try {
    const value: Json = JSON.parse(text)
    return value
  } catch {
    return null
  }
}

/**
 * Passes the events of a stream as they are, each once it is whole, and looks at those that tell usage, an error or
 * the end. `quiet`: the frame that tells usage was not asked for by the client, and is kept back.
 */
export const passStream = (client: Client, format: Format, asked: Asked, quiet: boolean): ReplyStream => {
  const watch = new Watch()
  const blocks = new Blocks()
  const read = format.framings[0].read()
  const decode = format.decodeStream(undo)
  const tells = tellsOf(format)
  let over = false
  const fails = (error: GatewayError): void => {
    over = true
    watch.fail(error)
  }
  /** Looks at whole events; whether one of them must be kept back. */
  const look = (frames: ReturnType<typeof read.push>): boolean => {
    let usage = false
    for (const frame of frames) {
      if (frame instanceof GatewayError) {
        fails(frame)
        break
      }
      if (quiet && isUsageFrame(frame)) usage = true
      if (tells(frame)) for (const event of decode.push(frame)) watch.see(event)
    }
    return usage
  }
  return {
    push: (piece) => {
      const whole = over ? undefined : blocks.push(piece)
      if (whole === undefined) return none
      const kept = look(read.push(whole)) ? concat(eachBlock(whole).filter((block) => !tellsUsage(format, block))) : whole
      if (over) return [errorBytes(client, asked, watch.failure() ?? notUnderstood())]
      over = watch.failure() !== undefined
      return kept.length === 0 ? none : [kept]
    },
    end: (how) => {
      if (over) return none
      over = true
      const rest = how === "clean" ? blocks.rest() : undefined
      if (rest !== undefined) look(read.push(rest))
      look(read.end(how))
      for (const event of decode.end(how)) watch.see(event)
      if (how instanceof GatewayError) watch.fail(how)
      const error = watch.failure()
      const last = error === undefined ? [] : [errorBytes(client, asked, error)]
      return rest === undefined || error !== undefined ? last : [rest, ...last]
    },
    notes: noNotes,
    usage: watch.usage,
    failure: watch.failure
  }
}

const tellsUsage = (format: Format, block: Uint8Array): boolean =>
  format.framings[0].read().push(block).some((frame) => !(frame instanceof GatewayError) && isUsageFrame(frame))

const none: readonly Uint8Array[] = []
