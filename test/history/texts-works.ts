import * as Effect from "effect/Effect"
import { memoryTexts } from "../../src/history/memory.ts"
import { bytesBeside } from "../../src/history/store.ts"
import { list } from "../cost/list.ts"
import type { Works } from "../cost/measure.ts"

/** One text in memory, for which all that were there are forgotten. */
export const works: Works = {
  forgetting: [
    1000,
    (many) => {
      const room = many * (25 + bytesBeside)
      const rows = memoryTexts({ life: 1000, all: room, owner: room })
      for (let owner = 0; owner < many / 10; owner++) {
        const texts = list(10, (at) => ({ name: `${at}`, text: "-".repeat(20) }))
        Effect.runSync(rows.put(`owner ${owner}`, texts, 0))
      }
      return () => Effect.runSync(rows.put("one", [{ name: "", text: "-".repeat(room - bytesBeside) }], 1))
    }
  ]
}
