import { afterComma, afterName, closes, endOfWalk, nameAt, type ValuePlace } from "./pointer.ts"
import { afterSpace } from "./scan.ts"

/**
 * The members or the items of the container that a text is; undefined wherever so many characters were looked at, so that
 * others may have their turn. It is no part of translation, which is bundled for browsers.
 */
export function* placesInTurns(text: string, turn: number): Generator<ValuePlace | undefined, void, void> {
  const open = afterSpace(text, 0)
  const isObject = text[open] === "{"
  if (!isObject && text[open] !== "[") return
  let next = afterSpace(text, open + 1)
  let until = open + turn
  while (!closes(text, next)) {
    const from = isObject ? afterSpace(text, afterName(text, next) + 1) : next
    const walk = { from, next: from, depth: 0 }
    let to = endOfWalk(text, walk, until)
    while (to === undefined) {
      yield undefined
      until = walk.next + turn
      to = endOfWalk(text, walk, until)
    }
    yield { name: isObject ? nameAt(text, next) : "", from, to }
    next = afterComma(text, to)
  }
}
