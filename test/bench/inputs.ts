import { printEvent } from "./answers.ts"
import { bodyOf, type FormatId, wires } from "./bodies.ts"
import { random } from "./random.ts"
import { imageTalk, longTalk, smallTalk, talkOf } from "./talk.ts"
import type { WireEvent } from "./wires/wire.ts"

/** The kinds of request that are measured. */
export type Size = keyof typeof talks

/** The texts that a measurement rotates over, so that no cache keyed by a text can help. */
export const rotation = 64

const talks = {
  "3-message": smallTalk,
  "60 KB": longTalk,
  "1 MB image": imageTalk,
  "1 KB": talkOf(1e3),
  "10 KB": talkOf(1e4),
  "100 KB": talkOf(1e5),
  "1 MB": talkOf(1e6),
  "10 MB": talkOf(1e7)
} as const

/** Request bodies of one kind, each with another text. Every third keeps to one-byte characters. */
export const bodies = (
  { size, format, model, stream = false }: { size: Size; format: FormatId; model: string; stream?: boolean },
  count = rotation
): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    bodyOf(talks[size](random(index + 1), index % 3 === 0), format, model, stream)
  )

/** A streamed answer: its events, and its bytes in pieces. */
export interface StreamInput {
  readonly events: readonly WireEvent[]
  readonly pieces: readonly Uint8Array[]
}

/** How the bytes of a stream come: in pieces of 16 KiB, or an event a piece. */
export type Cut = "16 KB" | "event"

/** Streamed answers of `count` events, each with another text. */
export const streams = (format: FormatId, count: number, cut: Cut): readonly StreamInput[] =>
  Array.from({ length: rotation }, (_, index) => {
    const events = wires[format].events(random(index + 1), count, index % 3 === 0)
    return {
      events,
      pieces: cut === "event" ? events.map((event) => Buffer.from(printEvent(event))) : cutAt(16_384, events)
    }
  })

const cutAt = (size: number, events: readonly WireEvent[]): readonly Uint8Array[] => {
  const bytes = Buffer.from(events.map(printEvent).join(""))
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size)
  )
}
