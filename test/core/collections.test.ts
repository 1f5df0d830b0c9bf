import { expect, it } from "vitest"
import { LinkedQueue } from "../../src/core/collections.ts"

it("a queue gives a thing up once", () => {
  const queue = new LinkedQueue<string>()
  const link = queue.append("a")
  expect([queue.remove(link), queue.remove(link), queue.size]).toEqual([true, false, 0])
})
