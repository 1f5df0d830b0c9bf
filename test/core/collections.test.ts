import { expect, it } from "vitest"
import { LinkedQueue } from "../../src/core/collections.ts"

it("a queue gives a thing up once", () => {
  const queue = new LinkedQueue<string>()
  const link = queue.append("a")
  expect([queue.remove(link), queue.remove(link), queue.size]).toEqual([true, false, 0])
})

it("a place that was given up knows none beside it, which would be kept as long as it is", () => {
  const queue = new LinkedQueue<string>()
  const [, second] = ["a", "b", "c"].map((value) => queue.append(value))
  if (second !== undefined) queue.remove(second)
  expect(second).toMatchObject({ before: undefined, after: undefined })
  expect(queue.values).toEqual(["a", "c"])
})
