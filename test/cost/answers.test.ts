import { describe, expect, it } from "vitest"
import { countedWorks } from "./counted.ts"

const { names, tooDear } = await countedWorks(new URL("./answers-works.ts", import.meta.url))

describe("a whole answer costs no more than its size", () => {
  it.each(names)(
    "%s",
    async (name) => {
      expect(await tooDear(name)).toBeUndefined()
    },
    60_000
  )

  it("is looked at from every format to every format", () => {
    expect(names.length).toBeGreaterThanOrEqual(130)
  })
})
