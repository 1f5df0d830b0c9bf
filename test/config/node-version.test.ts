import { afterEach, expect, it, vi } from "vitest"

afterEach(() => void vi.unstubAllGlobals())

it("a Node that is too old is told what to do, with the code of a wrong call", async () => {
  const said: string[] = []
  const old = {
    versions: { node: "22.18.0" },
    exitCode: 0,
    argv: [],
    stderr: { write: (text: string) => said.push(text) }
  }
  vi.stubGlobal("process", old)
  vi.resetModules()
  await import("../../src/cli.ts")
  expect([old.exitCode, said]).toEqual([
    2,
    ["isogloss needs Node 22.19 or newer, and this is 22.18.0: install it from https://nodejs.org.\n"]
  ])
})
