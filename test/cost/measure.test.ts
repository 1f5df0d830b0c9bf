import { describe, expect, it } from "vitest"
import { countedWorks } from "./counted.ts"

const { names, tooDear, steps } = await countedWorks(new URL("./measure-works.ts", import.meta.url))

const dear = [
  "on each of its items with each",
  "that is nearly so",
  "that looks through a list for each item",
  "that looks through a text for each word",
  "that copies a list for each item",
  "that reads a text anew for each word",
  "that matches an expression with the rest of a text for each word"
]

describe("work is too dear", () => {
  it.each(dear)("%s", async (name) => {
    expect(await tooDear(name)).toMatchObject({ steps: expect.any(Array) })
  })
})

describe("work is not too dear", () => {
  it.each(names.filter((name) => !dear.includes(name)))("%s", async (name) => {
    expect(await tooDear(name)).toBeUndefined()
  })
})

it("the same work takes the same steps", async () => {
  const counts = [await steps("on each item", 100), await steps("on each item", 100), await steps("on each item", 100)]
  expect(new Set(counts).size).toBe(1)
})
