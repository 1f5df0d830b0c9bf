import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect } from "vitest"

// Set up before each test file of the run that draws the map: writes down which functions the file reaches, those of
// its child processes too.

const ids = new Set<string>()
Object.assign(globalThis, { reached: (id: string) => ids.add(id) })

const place = (): string => {
  const name =
    expect
      .getState()
      .testPath?.replace(/^.*\/test\//u, "")
      .replaceAll("/", "+") ?? "unknown"
  return join(process.env["ISOGLOSS_REACHED_IN"] ?? "", name)
}
process.env["ISOGLOSS_REACHED"] = place()

afterAll(() => {
  appendFileSync(place(), `${[...ids].join("\n")}\n`)
})
