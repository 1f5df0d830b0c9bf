import { spawnSync } from "node:child_process"
import { describe, expect, it } from "vitest"

const source = new URL("../../src/hosts/cli/v8.ts", import.meta.url)

/** What a process does that keeps so much of what it makes that V8 lets its young generation grow. */
const busy = `
import { getHeapSpaceStatistics } from "node:v8"
import { setTimeout } from "node:timers/promises"
const { boundYoungGeneration } = await import(${JSON.stringify(source.href)})
boundYoungGeneration(process.env, process.execArgv)
let kept = []
let largest = 0
for (let round = 0; round < 40; round++) {
  for (let made = 0; made < 50_000; made++) kept.push({ made, list: [made] })
  if (kept.length > 100_000) kept = []
  await setTimeout(round < 8 ? 120 : 0)
  largest = Math.max(largest, getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size)
}
console.log(largest)
`

/** The MiB that the young generation of such a process takes at most. */
const largestYoung = (...flags: readonly string[]): number => {
  const args = [...flags, "--input-type=module", "--eval", busy]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: {} })
  expect(stderr).toBe("")
  return Number(stdout) / 1024 / 1024
}

describe("the command's young generation", () => {
  it("grows to 32 MiB and no further", () => {
    const most = largestYoung()
    expect(most).toBeGreaterThan(24)
    expect(most).toBeLessThan(48)
  })

  it("grows as far as who starts the process lets it", () => {
    expect(largestYoung("--max-semi-space-size=32")).toBeGreaterThan(48)
  })
})
