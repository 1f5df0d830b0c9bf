import { describe, expect, it } from "vitest"
import { readOrNull } from "../../../src/core/json/value.ts"
import { list } from "../../cost/list.ts"

const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`

describe("an answer that is long", () => {
  const beside = JSON.stringify("x".repeat(70_000))

  it("is read up to a thousand levels", () => {
    expect(readOrNull(`[${beside},${nested(999)}]`)).toHaveLength(2)
  })

  it("is no value beyond them", () => {
    expect(readOrNull(`[${beside},${nested(1000)}]`)).toBeNull()
  })

  it("is read with any number of containers beside each other", () => {
    expect(readOrNull(`[${list(40_000, () => "{}").join()}]`)).toHaveLength(40_000)
  })

  it("is no deeper for what its texts hold", () => {
    expect(readOrNull(`["${'\\"['.repeat(40_000)}"]`)).toEqual(['"['.repeat(40_000)])
  })
})
