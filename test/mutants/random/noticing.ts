import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../planting.ts"
import { nearness } from "./imports.ts"
import { roomsOf } from "./marking.ts"
import { digest, isBlind } from "./reach.ts"
import type { Reach } from "./reach.ts"
import type { Planted } from "./sample.ts"

const textOf = (file: string): string => readFileSync(join(root, "src", file), "utf8")

/** The tests that ran the function around a place when the map was drawn; `undefined` where it cannot say. */
const reaching = ({ by, files }: Reach, { file, start, end }: Planted): readonly string[] | undefined => {
  const text = textOf(file)
  if (files[file] !== digest(text)) return undefined
  const around = roomsOf(file, text).filter((room) => room.start <= start && end <= room.end)
  const inner = around.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0]
  return inner === undefined ? undefined : by[inner.id]
}

/** Milliseconds that a test file counts for of which nobody knows how long it takes. */
const untimed = 3000

/** Milliseconds that it takes to load a test file. */
const loading = 150

/** How long a test file takes, in milliseconds. */
export const timeOf = ({ took }: Reach, test: string): number => loading + (took[test] ?? untimed)

/** How many imports are thought to lie between a file and a test that reaches it by a process alone. */
const farthest = 8

/**
 * The test files that notice a fault if any does, the quick and near ones first: an import between weighs as much as
 * twice the time. They are those that ran its function, or, where a file has changed since the map was drawn or the
 * place is in no function or the test is younger, those that import the file by however many steps.
 */
export const noticing = (reach: Reach): ((fault: Planted) => readonly string[]) => {
  const near = nearness(root)
  return (fault) => {
    const steps = near(fault.file)
    const weight = (test: string): number => timeOf(reach, test) * 2 ** (steps.get(test) ?? farthest)
    const order = (a: string, b: string): number => weight(a) - weight(b)
    const unmapped = [...steps.keys()].filter((test) => !(test in reach.took))
    return [...new Set([...(reaching(reach, fault) ?? steps.keys()), ...unmapped])]
      .filter((test) => !isBlind(test) && !reach.failed.includes(test))
      .toSorted(order)
  }
}

/**
 * Test files in groups, of which the first takes about `first` milliseconds, so that it is soon done, and each further
 * one twice as long as the one before; those that would begin after `most` milliseconds are left out.
 */
export const groups = (
  tests: readonly string[],
  lengthOf: (test: string) => number,
  { first, most }: { readonly first: number; readonly most: number }
): readonly (readonly string[])[] => {
  const out: string[][] = []
  let begun = 0
  let length = first / 2
  let sum = Number.POSITIVE_INFINITY
  for (const test of tests) {
    if (begun > most) return out
    const time = lengthOf(test)
    if (sum + time > length) {
      out.push([])
      sum = 0
      length *= 2
    }
    out.at(-1)?.push(test)
    sum += time
    begun += time
  }
  return out
}
