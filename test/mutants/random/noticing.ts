import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../planting.ts"
import { roomsOf } from "./marking.ts"
import type { Reach } from "./reach.ts"
import { filesOf } from "./sample.ts"
import type { Planted } from "./sample.ts"

const textOf = (file: string): string => readFileSync(join(root, "src", file), "utf8")

/** The files below `src` that import a file. */
const importersOf = (file: string): readonly string[] =>
  filesOf(join(root, "src")).filter((other) =>
    [...textOf(other).matchAll(/from "(\.[^"]+)"/gu)].some(([, path]) => join(dirname(other), path ?? "") === file)
  )

const ofIds = ({ by }: Reach, ids: readonly string[]): readonly string[] => [
  ...new Set(ids.flatMap((id) => by[id] ?? []))
]

/** The tests that run any function of a file; of one without functions, those of the files that import it. */
const ofFile = (reach: Reach, file: string, depth: number): readonly string[] => {
  const own = ofIds(
    reach,
    roomsOf(file, textOf(file)).map(({ id }) => id)
  )
  if (own.length > 0 || depth === 0) return own
  return [...new Set(importersOf(file).flatMap((other) => ofFile(reach, other, depth - 1)))]
}

/** The test files that run the place of a fault, quickest first. */
export const noticing = (reach: Reach, { file, start, end }: Planted): readonly string[] => {
  const around = roomsOf(file, textOf(file)).filter((room) => room.start <= start && end <= room.end)
  const inner = around.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0]
  const tests = inner === undefined ? ofFile(reach, file, 3) : ofIds(reach, [inner.id])
  const { took } = reach
  return tests.filter((test) => test in took).toSorted((a, b) => (took[a] ?? 0) - (took[b] ?? 0))
}

/** Test files in groups that take about as long as one another: the first is soon done. */
export const groups = (
  tests: readonly string[],
  took: Reach["took"],
  length: number
): readonly (readonly string[])[] => {
  const out: string[][] = []
  let sum = Number.POSITIVE_INFINITY
  for (const test of tests) {
    const time = took[test] ?? 0
    if (sum + time > length) {
      out.push([])
      sum = 0
    }
    out.at(-1)?.push(test)
    sum += time
  }
  return out
}
