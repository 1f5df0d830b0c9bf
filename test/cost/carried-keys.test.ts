import { expect, it } from "vitest"
import { countedWorks } from "./counted.ts"

const { steps } = await countedWorks(new URL("./carried-keys-works.ts", import.meta.url))

it("a stranger's thousand keys cost little more than the few that carriers hold", async () => {
  expect(await steps("refusal", 1000)).toBeLessThan(5 * (await steps("refusal", 6)))
})
