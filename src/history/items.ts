import * as Effect from "effect/Effect"
import { jsonLimits } from "../core/json/json.ts"
import { placesInTurns } from "../core/json/pointer.ts"
import { parsedOrNull } from "../core/json/value.ts"

/** An item of an answer that is kept, as it stands there, and its id, where it has one. */
interface OutputItem {
  readonly id?: string
  readonly text: string
}

/** So many UTF-16 code units are looked at before others have their turn. */
const mostInTurn = 128 * 1024

/** More items than a conversation may have that is gone on from. */
const tooMany = jsonLimits.members + 1

/** The items of an answer, which is a text of JSON, the first `most` of them: none is read, however long they are. */
function* outputSteps(answer: string, most = tooMany): Generator<void, readonly OutputItem[], void> {
  const output = (yield* memberSteps(answer, "output")) ?? ""
  const items: OutputItem[] = []
  for (const place of placesInTurns(output, mostInTurn)) {
    if (place === undefined) yield
    else if (items.push(yield* itemSteps(output.slice(place.from, place.to))) >= most) break
  }
  return items
}

/** The same; wherever it yields, others have their turn. */
export const outputOf = (answer: string): Effect.Effect<readonly OutputItem[]> => stepsInTurns(outputSteps(answer))

/** The most items of an answer that are found by their ids; no honest one has as many. */
const mostNamed = 1000

/** The ids by which items of an answer are found. */
export function* outputIds(answer: string): Generator<void, readonly string[], void> {
  return (yield* outputSteps(answer, mostNamed)).flatMap(({ id }) => id ?? [])
}

/** All steps; between them timers and sockets have their turn. */
export const stepsInTurns = <A>(steps: Generator<void, A, void>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const step = steps.next()
    return step.done === true ? Effect.succeed(step.value) : Effect.andThen(Effect.yieldNow, stepsInTurns(steps))
  })

function* itemSteps(text: string): Generator<void, OutputItem, void> {
  const said = yield* memberSteps(text, "id")
  const id = said === undefined ? undefined : parsedOrNull(said)
  return typeof id === "string" ? { id, text } : { text }
}

/** The value of the first member of a name, as it stands in the text of an object; undefined where there is none. */
function* memberSteps(text: string, name: string): Generator<void, string | undefined, void> {
  for (const place of placesInTurns(text, mostInTurn)) {
    if (place === undefined) yield
    else if (place.name === name) return text.slice(place.from, place.to)
  }
  return undefined
}

/** Items one after the other, each a line of JSON: pieces of UTF-8 that are kept once however often they are sent. */
export type ItemRuns = readonly Uint8Array<ArrayBuffer>[]

/** The least UTF-16 code units of a run that others follow, and about how many runs there are at most. */
const shortestRun = 4096
const mostRuns = 512

/**
 * Items, texts of JSON, as runs, none longer than need be. Where a run ends depends on what stands before it alone,
 * unless the whole doubles: a conversation that has grown has the runs that it had, but for the last.
 */
export const runsOf = (items: readonly string[]): ItemRuns => {
  const size = items.reduce((sum, { length }) => sum + length, 0)
  const least = Math.max(shortestRun, 2 ** Math.ceil(Math.log2(size / mostRuns)))
  const runs: Uint8Array<ArrayBuffer>[] = []
  let run: string[] = []
  let length = 0
  for (const item of items) {
    run.push(oneLine(item))
    length += item.length
    if (length < least) continue
    runs.push(encoder.encode(run.join("\n")))
    run = []
    length = 0
  }
  return run.length === 0 ? runs : [...runs, encoder.encode(run.join("\n"))]
}

/** The items of a run, whose text this is. */
export const itemsIn = (run: string): readonly string[] => run.split("\n")

/** JSON without line ends, which mean nothing between its tokens and stand nowhere else. */
const oneLine = (json: string): string => json.replaceAll("\n", " ")

const encoder = new TextEncoder()
