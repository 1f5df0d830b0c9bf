import { describe, expect, it } from "vitest"
import { missing } from "./missing.ts"
import type { RealPart } from "./parts.ts"
import { realParts } from "./parts.ts"
import { provide } from "./provide.ts"

const part = (name: string, command: string): RealPart => ({
  name,
  probe: [command, "--version"],
  packages: [`${name}-package`],
  suites: [`test/${name}/**`]
})

const found = part("found", process.execPath)
const planted = part("planted", "isogloss-no-such-program")

/** A machine on which installing works from the given attempt on. */
const machine = (installs: boolean, works = Number.POSITIVE_INFINITY) => {
  const said: string[] = []
  const installed: string[] = []
  let attempts = 0
  return {
    said,
    installed,
    attempts: () => attempts,
    missing: (parts: readonly RealPart[]) => missing(parts).filter(({ packages }) => !installed.includes(packages[0])),
    installs,
    install: (packages: readonly string[]) => {
      attempts += 1
      if (attempts < works) return false
      installed.push(...packages)
      return true
    },
    say: (line: string) => void said.push(line)
  }
}

describe("setup", () => {
  it("finds the parts that are there", () => {
    const here = machine(true)
    expect(provide([found], here)).toBe(0)
    expect(here.said).toEqual(["found: found"])
    expect(here.attempts()).toBe(0)
  })

  it("installs only the parts that are missing", () => {
    const here = machine(true, 1)
    expect(provide([found, planted], here)).toBe(0)
    expect(here.installed).toEqual(["planted-package"])
  })

  it("tries an installation again", () => {
    const here = machine(true, 3)
    expect(provide([planted], here)).toBe(0)
    expect(here.attempts()).toBe(3)
  })

  it("names what could not be installed, and fails", () => {
    const here = machine(true)
    expect(provide([planted], here)).toBe(1)
    expect(here.said.at(-1)).toBe(
      "missing: planted (Debian: planted-package), without which test/planted/** cannot run"
    )
  })

  it("installs nothing where it may not, and names what is missing", () => {
    const here = machine(false, 1)
    expect(provide([found, planted], here)).toBe(1)
    expect(here.attempts()).toBe(0)
    expect(here.said).toEqual(["missing: planted (Debian: planted-package), without which test/planted/** cannot run"])
  })

  it("knows every part by a name of its own", () => {
    expect(new Set(realParts.map(({ name }) => name)).size).toBe(realParts.length)
  })
})
