import { list } from "./list.ts"
import type { Works } from "./measure.ts"

const walk = (count: number): number => {
  let sum = 0
  for (let step = 0; step < count; step++) sum = (sum + step * 7) % 1_000_003
  return sum
}

const names = (size: number): readonly string[] => list(size, (at) => `n${at}`)

const text = (size: number): string => names(size).join(" ")

/** Works of which it is known what they cost. */
export const works: Works = {
  "on each of its items with each": [100, (size) => () => walk(size * size)],
  "that is nearly so": [400, (size) => () => walk(size ** 1.6)],
  "that looks through a list for each item": [
    100,
    (size) => {
      const all = names(size)
      return () => all.filter((name) => all.includes(name)).length
    }
  ],
  "that looks through a text for each word": [
    100,
    (size) => {
      const whole = text(size)
      return () => whole.split(" ").every((word) => whole.lastIndexOf(word, 10) < 0 || whole.includes(word))
    }
  ],
  "that copies a list for each item": [
    100,
    (size) => () => {
      let all: readonly number[] = []
      for (let at = 0; at < size; at++) all = [...all, at]
      return all
    }
  ],
  "that reads a text anew for each word": [
    100,
    (size) => {
      const whole = JSON.stringify(names(size))
      return () => list(size, () => JSON.parse(whole).length)
    }
  ],
  "that matches an expression with the rest of a text for each word": [
    100,
    (size) => {
      const whole = text(size)
      return () => list(size, (at) => /x|$/.exec(whole.slice(at)))
    }
  ],
  "on each item": [100, (size) => () => walk(size * 400)],
  "on next to nothing": [4, (size) => () => walk(size)],
  "that sorts": [
    400,
    (size) => {
      const all = names(size)
      return () => all.toSorted((a, b) => (a < b ? -1 : 1))
    }
  ],
  "that goes through a text by an expression": [
    400,
    (size) => {
      const whole = text(size)
      return () => Array.from(whole.matchAll(/\w+/g), ([word]) => word)
    }
  ],
  "that looks from one place of a text to the next": [
    400,
    (size) => {
      const whole = text(size)
      return () => {
        let words = 0
        for (let at = whole.indexOf(" "); at >= 0; at = whole.indexOf(" ", at + 1)) words++
        return words
      }
    }
  ]
}
