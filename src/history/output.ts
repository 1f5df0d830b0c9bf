import * as Effect from "effect/Effect"
import { memberText, valuePlaces } from "../core/json/pointer.ts"
import { parsedOrNull } from "../core/json/value.ts"

/** An item of an answer that is kept, as it stands there, and its id, where it has one. */
export interface OutputItem {
  readonly id?: string
  readonly text: string
}

/** So many UTF-16 code units of items are found before others have their turn. */
const mostInTurn = 512 * 1024

/** The items of an answer, which is a text of JSON, the first `most` of them: none is read, however long they are. */
export function* outputSteps(answer: string, most = Infinity): Generator<void, readonly OutputItem[], void> {
  const output = memberText(answer, "output") ?? ""
  const items: OutputItem[] = []
  let turn = mostInTurn
  for (const { from, to } of valuePlaces(output)) {
    if (items.push(itemOf(output.slice(from, to))) >= most) break
    if (to < turn) continue
    turn = to + mostInTurn
    yield
  }
  return items
}

/** The same; wherever it yields, others have their turn. */
export const outputOf = (answer: string): Effect.Effect<readonly OutputItem[]> => inTurns(outputSteps(answer))

/** The most items of an answer that are found by their ids; no honest one has as many. */
const mostNamed = 1000

/** The ids by which items of an answer are found. */
export function* outputIds(answer: string): Generator<void, readonly string[], void> {
  return (yield* outputSteps(answer, mostNamed)).flatMap(({ id }) => id ?? [])
}

/** All steps; between them timers and sockets have their turn. */
export const inTurns = <A>(steps: Generator<void, A, void>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const step = steps.next()
    return step.done === true ? Effect.succeed(step.value) : Effect.andThen(Effect.yieldNow, inTurns(steps))
  })

const itemOf = (text: string): OutputItem => {
  const id = parsedOrNull(memberText(text, "id") ?? "")
  return typeof id === "string" ? { id, text } : { text }
}
