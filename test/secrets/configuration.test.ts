import { setImmediate } from "node:timers/promises"
import { expect, it } from "vitest"
import { readFile } from "../../src/config/file.ts"
import { printProblem } from "../../src/config/validators.ts"
import { randomBytes } from "node:crypto"

const key = `canary-${randomBytes(12).toString("hex")}`

const good = `keys:
  - { key: ${key}, name: team }
upstreams:
  anthropic: { family: claude, key: ${key}, retired: [${key}] }
loginSecret: ${key}
tasks: redis://user:${key}@host.invalid:1
accounts:
  - { username: somebody, hash: ${key} }
`

/** What somebody may have typed too much. */
const slips = [..."\"'@`%&*!|>{}[],?:-#\t\\\0$ \n".split(""), "--- ", "${", "<<: ", "!!"]

/** The file with one slip at a place: something too much (each slip at every third place), something missing, or no end. */
const broken = (at: number): readonly string[] => [
  ...slips.filter((_, index) => index % 3 === at % 3).map((slip) => good.slice(0, at) + slip + good.slice(at)),
  good.slice(0, at) + good.slice(at + 1),
  good.slice(0, at)
]

it(
  "a file that is wrong anywhere is told without its secrets, in no warning either",
  { timeout: 180_000 },
  async () => {
    const warned: unknown[] = []
    const warn = (warning: unknown): number => warned.push(warning)
    process.on("warning", warn)
    let wrong = 0
    for (let at = 0; at <= good.length; at++) {
      for (const text of broken(at)) {
        const read = readFile(text, {})
        if (read.ok) continue
        wrong++
        const told = read.error.map(printProblem).join("\n")
        if (told.includes(key.slice(8))) expect(told).not.toContain(key.slice(8))
      }
    }
    await setImmediate()
    process.off("warning", warn)
    expect(wrong).toBeGreaterThan(good.length * 5)
    expect(warned).toEqual([])
  }
)

it.each([
  [`keys: [{ key:${key}, name: team }]`, "keys[0].…"],
  [`${key}: 1`, "…"],
  ["modles: 1", "modles"],
  [`keys: [{ key: a, nmae: b }]`, "keys[0].nmae"]
])("a member that is not known is named where it is a word: %#", (text, shown) => {
  const read = readFile(text, {})
  expect(read.ok ? [] : read.error.map((problem) => problem.key)).toContain(shown)
})

it("a variable that is none is not named", () => {
  const read = readFile(`keys: [{ key: "\${${key}}", name: team }]`, {})
  expect(read.ok ? "" : read.error.map(printProblem).join("\n")).toContain("the environment variable `…`")
})
