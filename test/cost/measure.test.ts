import { describe, expect, it } from "vitest"
import { tooDear } from "./measure.ts"

const steps = (count: number): number => {
  let sum = 0
  for (let step = 0; step < count; step++) sum = (sum + step * 7) % 1_000_003
  return sum
}

describe("what is too dear", () => {
  it("is work that grows with the square of its size", async () => {
    expect(await tooDear((size) => () => steps(size * size), 3000)).toMatchObject({ size: 3000 })
  })

  it("is work that grows nearly so", async () => {
    expect(await tooDear((size) => () => steps(size ** 1.8), 12_000)).toMatchObject({ size: 12_000 })
  })

  it("is not work that grows with its size", async () => {
    expect(await tooDear((size) => () => steps(size * 400), 2000)).toBeUndefined()
  })

  it("is not work that costs next to nothing", async () => {
    expect(await tooDear((size) => () => steps(size * size), 100)).toBeUndefined()
  })
})
