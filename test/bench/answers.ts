import { prose } from "./prose.ts"
import type { Random } from "./random.ts"
import type { WireEvent } from "./wires/wire.ts"

/** An event as bytes on the wire. */
export const printEvent = ({ event, data }: WireEvent): string =>
  event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`

/** The arguments of the call at a stream's end, cut as models cut them; they join to one JSON object. */
export const inputPieces = (random: Random, count: number, plain: boolean): readonly string[] => {
  const text = JSON.stringify({ path: 'src/a "b".ts', ratio: 0.125, content: prose(random, count * 6, plain) })
  const size = Math.ceil(text.length / count)
  return Array.from({ length: count }, (_, index) => text.slice(index * size, (index + 1) * size))
}
