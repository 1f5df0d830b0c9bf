import { spawnSync } from "node:child_process"
import { describe, expect, it } from "vitest"

const source = new URL("../../src/hosts/cli/v8.ts", import.meta.url)

/** Keeps all that it makes in one place, so that V8 sees it survive. */
const program = `
import { setFlagsFromString } from "node:v8"
const { beginYoung } = await import(${JSON.stringify(source.href)})
if (process.env.YOUNG) beginYoung(process.execArgv)
setFlagsFromString("--trace-pretenuring-statistics") // not before, for much was made until here
const kept = []
for (let made = 0; made < 3_000_000; made++) kept.push({ made, list: [made] })
`

/** Whether V8 looks what becomes of that which is made in a place, to make it old at once. */
const looks = (YOUNG: string, ...flags: readonly string[]): boolean => {
  const args = [...flags, "--input-type=module", "--eval", program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: { YOUNG } })
  expect(stderr).toBe("")
  return stdout.includes("AllocationSite")
}

describe("what the command makes", () => {
  it("is old at once where V8 so decides", () => {
    expect(looks("")).toBe(true)
  })

  it("is young at first", () => {
    expect(looks("yes")).toBe(false)
  })

  it("is what whoever starts the process says", () => {
    expect(looks("yes", "--allocation-site-pretenuring")).toBe(true)
  })
})
