import { concatBytes } from "../core/collections.ts"
import type { ChatFormat } from "../core/format.ts"
import type { StreamFraming } from "../core/framing/transducer.ts"
import { type Rewritten, rewritten } from "./body.ts"
import { eventsIn, framesIn, type Mask, masked } from "./event-lines.ts"

/** What becomes of a frame: it passes, as it is, masked or with other data, is kept back, is the last, or breaks the stream. */
export type Verdict = "pass" | "masked" | "keep" | "last" | "breaks" | Rewritten

/** So many events are judged or said in one step: none that says something is so short that a piece holds as many. */
const mostEvents = 1024

/** Whether a step is full behind so many events. */
export const isFull = (events: number): boolean => events > 0 && events % mostEvents === 0

/** Whether a frame passes as it is. */
export const passes = (verdict: Verdict): boolean => verdict === "pass" || verdict === "last"

/**
 * The events that pass, of whole ones whose frames were judged so; after the last verdict nothing does. `begins`: whether
 * their stream begins with them, where a byte order mark is none of their text.
 */
export function* chosen(
  format: ChatFormat,
  { whole, begins }: { readonly whole: Uint8Array; readonly begins: boolean },
  verdicts: readonly Verdict[],
  mask: Mask
): Generator<readonly Uint8Array[], Uint8Array, void> {
  const out: Uint8Array[] = []
  let [blocks, judged] = [0, 0]
  const read = eventReader(format, { begins })
  for (const block of eventsIn(whole)) {
    if (block === undefined || isFull(++blocks)) yield none
    if (block === undefined) continue
    const { length } = yield* framesIn(read, block)
    const verdict = length === 0 ? "pass" : verdicts[judged]
    judged += length
    if (verdict === undefined || verdict === "breaks") break
    if (verdict === "masked") out.push(yield* masked(block, mask))
    else if (verdict !== "keep") out.push(typeof verdict === "string" ? block : rewritten(block, verdict))
    if (verdict === "last") break
  }
  return concatBytes(out)
}

/** A reader of events with which their stream begins, or of those behind its beginning: there a byte order mark is text. */
const eventReader = (
  { framings: [usual] }: ChatFormat,
  { begins }: { readonly begins: boolean }
): ReturnType<StreamFraming["read"]> => {
  const reader = usual.read()
  // an empty line says nothing, and is no beginning any more
  if (!begins) reader.push(emptyLine)
  return reader
}

const emptyLine = new Uint8Array([10])

const none: readonly Uint8Array[] = []
