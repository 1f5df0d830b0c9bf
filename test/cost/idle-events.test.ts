import { expect, it } from "vitest"
import { countedWorks } from "./counted.ts"
import { formats, streams } from "./idle-events-works.ts"

const { steps } = await countedWorks(new URL("./idle-events-works.ts", import.meta.url))

it.each(Object.keys(streams))("%s cost no format much more than another", async (name) => {
  const counts: number[] = []
  for (const format of formats) counts.push(await steps(`${format}: ${name}`, 5000))
  expect(Math.max(...counts)).toBeLessThan(10 * Math.min(...counts))
})
