import { describe, expect, it } from "vitest"
import { countedWorks } from "./counted.ts"

const { names, tooDear } = await countedWorks(new URL("./whole-works.ts", import.meta.url))

describe("an endpoint whose answers are whole costs no more than what is said", () => {
  it.each(names)(
    "%s",
    async (name) => {
      expect(await tooDear(name)).toBeUndefined()
    },
    60_000
  )
})
