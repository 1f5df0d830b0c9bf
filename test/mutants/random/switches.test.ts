import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { switches } from "./switches.ts"

const folder = mkdtempSync(join(tmpdir(), "isogloss-switches-"))
const file = join(folder, "reached")
const { plant, reached } = switches(5, file)
const planted = (id: number): boolean | undefined => globalThis.planted?.(id)

afterAll(() => {
  globalThis.planted = undefined
  delete process.env["ISOGLOSS_REACHED"]
  delete process.env["ISOGLOSS_PLANTED"]
  rmSync(folder, { recursive: true, force: true })
})

it("at most one fault is there", () => {
  plant(2)
  expect([planted(1), planted(2)]).toEqual([false, true])
  plant(undefined)
  expect(planted(2)).toBe(false)
})

it("what was come by is told once, what other processes came by too", () => {
  reached()
  planted(3)
  writeFileSync(file, "1\n4\n")
  expect([...reached()].toSorted((a, b) => a - b)).toEqual([1, 3, 4])
  expect([...reached()]).toEqual([])
})

it("a loop that comes by a fault for ever ends", () => {
  plant(0)
  expect(() => {
    while (planted(0) === true);
  }).toThrow("again and again")
})
