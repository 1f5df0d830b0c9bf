import { describe, expect, it } from "vitest"
import { countedWorks } from "./counted.ts"

const { names, tooDear } = await countedWorks(new URL("./doors-works.ts", import.meta.url))

describe("a request through the gateway costs no more than its size", () => {
  it.each(names)(
    "%s",
    async (name) => {
      expect(await tooDear(name)).toBeUndefined()
    },
    60_000
  )

  it("is looked at for every family", () => {
    expect(names.length).toBeGreaterThanOrEqual(100)
  })
})
