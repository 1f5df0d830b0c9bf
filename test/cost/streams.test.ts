import { describe, expect, it } from "vitest"
import { countedWorks } from "./counted.ts"

const { names, tooDear } = await countedWorks(new URL("./streams-works.ts", import.meta.url))

describe("a stream costs no more than its size", () => {
  it.each(names)(
    "%s",
    async (name) => {
      expect(await tooDear(name)).toBeUndefined()
    },
    60_000
  )
})
