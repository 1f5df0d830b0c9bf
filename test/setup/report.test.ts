import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { RealPart } from "./parts.ts"
import { runSuites } from "./run-suites.ts"
import type { Suites } from "./run-suites.ts"

const passing = 'import { it } from "vitest"\nit("holds", () => {})\n'
const failing = 'import { it } from "vitest"\nit("breaks", () => { throw new Error("no") })\n'
const skipped = 'import { it } from "vitest"\nit("holds", () => {})\nit.skip("rests", () => {})\n'
const unloadable = 'throw new Error("cannot be read")\n'
const late = 'import { it } from "vitest"\nit("holds", () => { setTimeout(() => { throw new Error("late") }) })\n'

const absentPart: RealPart = {
  name: "no-such-program",
  probe: ["isogloss-no-such-program", "--version"],
  packages: ["no-such-package"],
  suites: ["needy/**"]
}

let root = ""
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "isogloss-planted-"))
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

const plant = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
}

const planted = (more: Partial<Suites> = {}) =>
  runSuites({ root, parts: [], leaveOut: [], args: ["--dir", root], env: {}, ci: true, quiet: true, ...more })

describe("the last lines of a run", () => {
  it("count what passed", () => {
    plant({ "a.test.ts": passing, "b.test.ts": passing })
    expect(planted()).toEqual({ passed: 2, failed: 0, lines: ["2 passed, 0 failed"] })
  })

  it("count a test that failed", () => {
    plant({ "a.test.ts": passing, "b.test.ts": failing })
    expect(planted().lines.at(-1)).toBe("1 passed, 1 failed")
  })

  it("count a suite that could not be read, and name it", () => {
    plant({ "a.test.ts": passing, "b.test.ts": unloadable })
    const { lines } = planted()
    expect(lines.at(-1)).toBe("1 passed, 1 failed")
    expect(lines[0]).toMatch(/^failed outside of a test: .*b\.test\.ts: .*cannot be read/u)
  })

  it("count an error that no test caught", () => {
    plant({ "a.test.ts": late })
    expect(planted().lines.at(-1)).toBe("1 passed, 1 failed")
  })

  it("count a run without tests as a failure", () => {
    expect(planted().lines.at(-1)).toBe("0 passed, 1 failed")
  })

  it("name a skipped test, which is a failure on CI", () => {
    plant({ "a.test.ts": skipped })
    const { lines } = planted()
    expect(lines.at(-1)).toBe("1 passed, 1 failed")
    expect(lines.at(-2)).toMatch(/^did not run: .*a\.test\.ts > rests \(skipped\)$/u)
  })

  it("name a skipped test, which is no failure elsewhere", () => {
    plant({ "a.test.ts": skipped })
    const { lines } = planted({ ci: false })
    expect(lines.at(-1)).toBe("1 passed, 0 failed")
    expect(lines.at(-2)).toContain("> rests (skipped)")
  })
})

describe("a suite whose real part is missing", () => {
  const args = ["--dir"]
  const needy = (more: Partial<Suites> = {}) => {
    plant({ "a.test.ts": passing, "needy.test.ts": failing })
    const part: RealPart = { ...absentPart, suites: ["needy.test.ts"] }
    return planted({ parts: [part], args: [...args, root], ...more })
  }

  it("does not run, is named, and is a failure on CI", () => {
    expect(needy().lines).toEqual(["did not run: needy.test.ts (no-such-program is missing)", "1 passed, 1 failed"])
  })

  it("does not run, is named, and is no failure elsewhere", () => {
    expect(needy({ ci: false }).lines).toEqual([
      "did not run: needy.test.ts (no-such-program is missing)",
      "1 passed, 0 failed"
    ])
  })

  it("runs where the part is there", () => {
    const present: RealPart = { ...absentPart, probe: [process.execPath, "--version"], suites: ["needy.test.ts"] }
    expect(needy({ parts: [present] }).lines).toEqual(["1 passed, 1 failed"])
  })
})
