import { spawnSync } from "node:child_process"
import { describe, expect, it } from "vitest"

const source = new URL("../../src/hosts/cli/v8.ts", import.meta.url)

/** How often a function is called until V8 says that TurboFan compiled it: the seventh bit of its status. */
const program = `
const { compileSooner } = await import(${JSON.stringify(source.href)})
if (process.env.SOONER) compileSooner(process.execArgv)
const sum = (a, b) => a + b
let [calls, total] = [0, 0]
do total += sum(calls++, 1)
while ((%GetOptimizationStatus(sum) & 64) === 0 && calls < 1_000_000)
console.log(calls)
`

const callsUntilCompiled = (SOONER: string, ...flags: readonly string[]): number => {
  const args = [...flags, "--allow-natives-syntax", "--no-concurrent-recompilation", "--input-type=module", "--eval"]
  const { stdout, stderr } = spawnSync(process.execPath, [...args, program], { encoding: "utf8", env: { SOONER } })
  expect(stderr).toBe("")
  return Number(stdout)
}

describe("what the command's functions are called until they are compiled for good", () => {
  it("is less than half of what V8 waits for", () => {
    expect(callsUntilCompiled("yes")).toBeLessThan(callsUntilCompiled("") / 2)
  })

  it("is what whoever starts the process says", () => {
    const flag = "--invocation-count-for-turbofan=20000"
    expect(callsUntilCompiled("yes", flag)).toBe(callsUntilCompiled("", flag))
  })
})
