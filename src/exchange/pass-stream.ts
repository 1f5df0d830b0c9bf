import { concat } from "../upstream/bytes.ts"
import { GatewayError } from "../words/error.ts"
import { type Asked, type Format, undo } from "../words/format.ts"
import type { Frame } from "../words/framing.ts"
import { maxFrame } from "../words/sse.ts"
import { noNotes } from "../words/transducer.ts"
import { Blocks, eachBlock } from "./blocks.ts"
import type { Client, ReplyStream } from "./exchange.ts"
import { tellsOf } from "./glance.ts"
import { isEnd, isErrorFrame, isUsageFrame, isWhole } from "./stream-usage.ts"
import { errorBytes, notUnderstood } from "./translate-reply.ts"
import { Watch } from "./watch.ts"

/**
 * Passes the events of a stream as they are, each once it is whole, and looks at those that tell usage, an error or
 * the end. Nothing passes after the upstream's own end or error. `quiet`: the frame that tells usage was not asked for
 * by the client, and is kept back.
 */
export const passStream = (client: Client, format: Format, asked: Asked, quiet: boolean): ReplyStream => {
  const watch = new Watch()
  const blocks = new Blocks()
  const read = format.framings[0].read()
  const decode = format.decodeStream(undo)
  const tells = tellsOf(format)
  let over = false
  const told = (): Uint8Array => errorBytes(client, asked, watch.failure() ?? notUnderstood())
  /** What becomes of a frame: it passes, it is kept back, it is the last that passes, or it breaks the stream. */
  const judge = (frame: Frame | GatewayError): Verdict => {
    if (frame instanceof GatewayError) {
      watch.fail(frame)
      return "breaks"
    }
    if (isEnd(frame)) {
      for (const event of decode.push(frame)) if (event.type !== "error") watch.see(event)
      return "last"
    }
    if (tells(frame)) for (const event of decode.push(frame)) watch.see(event)
    if (watch.failure() !== undefined) return isErrorFrame(frame) ? "last" : "breaks"
    watch.spoke()
    return quiet && isUsageFrame(frame) ? "keep" : "pass"
  }
  const pass = (whole: Uint8Array): readonly Uint8Array[] => {
    const frames = read.push(whole)
    const verdicts: Verdict[] = []
    for (const frame of frames) {
      if (over) break
      const verdict = judge(frame)
      verdicts.push(verdict)
      over = verdict === "last" || verdict === "breaks"
    }
    const all = verdicts.length === frames.length && verdicts.every(passes)
    const out = all ? whole : chosen(format, whole, verdicts)
    const broken = verdicts.at(-1) === "breaks" ? [told()] : none
    return out.length === 0 ? broken : [out, ...broken]
  }
  return {
    push: (piece) => {
      if (over) return none
      const whole = blocks.push(piece)
      const out = whole === undefined ? none : pass(whole)
      if (over || blocks.size <= maxFrame) return out
      over = true
      watch.fail(tooLarge())
      return [...out, told()]
    },
    end: (how) => {
      if (over) return none
      const rest = how === "clean" ? wholeRest(format, blocks.rest()) : undefined
      const out = rest === undefined ? none : pass(rest)
      if (over) return out
      over = true
      for (const event of decode.end(how)) watch.see(event)
      if (how instanceof GatewayError) watch.fail(how)
      return watch.failure() === undefined ? out : [...out, told()]
    },
    notes: noNotes,
    usage: watch.usage,
    failure: watch.failure,
    began: watch.began
  }
}

type Verdict = "pass" | "keep" | "last" | "breaks"

const passes = (verdict: Verdict): boolean => verdict === "pass" || verdict === "last"

/** The events that pass, of whole ones whose frames were judged so; after the last verdict nothing does. */
const chosen = (format: Format, whole: Uint8Array, verdicts: readonly Verdict[]): Uint8Array => {
  const out: Uint8Array[] = []
  let judged = 0
  for (const block of eachBlock(whole)) {
    const frames = format.framings[0].read().push(block).length
    const verdict = frames === 0 ? "pass" : verdicts[judged]
    judged += frames
    if (verdict === undefined || verdict === "breaks") break
    if (verdict !== "keep") out.push(block)
    if (verdict === "last") break
  }
  return concat(out)
}

const lineEnds = new Uint8Array([10, 10])

/** A last event that has no blank line after it, with one; undefined where it broke off. */
const wholeRest = (format: Format, rest: Uint8Array | undefined): Uint8Array | undefined => {
  if (rest === undefined) return undefined
  const closed = concat([rest, rest.at(-1) === lineEnds[0] ? lineEnds.subarray(1) : lineEnds])
  const frames = format.framings[0].read().push(closed)
  return frames.every((frame) => !(frame instanceof GatewayError) && isWhole(frame)) ? closed : undefined
}

const tooLarge = (): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream sent a stream event of more than ${maxFrame} bytes.`)

const none: readonly Uint8Array[] = []
