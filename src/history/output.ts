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
export const outputOf = (answer: string, most = Infinity): Effect.Effect<readonly OutputItem[]> =>
  Effect.gen(function* () {
    const output = memberText(answer, "output") ?? ""
    const items: OutputItem[] = []
    let turn = mostInTurn
    for (const { from, to } of valuePlaces(output)) {
      if (items.push(itemOf(output.slice(from, to))) >= most) break
      if (to < turn) continue
      turn = to + mostInTurn
      yield* Effect.yieldNow
    }
    return items
  })

const itemOf = (text: string): OutputItem => {
  const id = parsedOrNull(memberText(text, "id") ?? "")
  return typeof id === "string" ? { id, text } : { text }
}
