import type { Choices } from "../choices.ts"
import { jsonText } from "./json.ts"

const values = /"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d[\d.eE+-]*|\[[^[\]{}]*\]|\{[^{}[\]]*\}/g

/** An answer in which one value was replaced by any other, cut off somewhere, or any text at all. */
export const anyAnswer =
  (answer: string) =>
  (c: Choices): string =>
    c.one([
      () => {
        const hits = [...answer.matchAll(values)]
        const hit = hits[c.below(hits.length)]
        return hit === undefined
          ? answer
          : answer.slice(0, hit.index) + jsonText(c, 1) + answer.slice(hit.index + hit[0].length)
      },
      () => jsonText(c),
      () => answer.slice(0, c.below(answer.length))
    ])
