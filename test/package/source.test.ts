import { describe, expect, it } from "vitest"
import { runScript } from "./command.ts"

/** Milliseconds that the slowest of these may take on a busy machine, where each reads all files. */
const limit = 900_000

describe("the source", { timeout: limit }, () => {
  it("has no type errors", () => {
    expect(runScript("node_modules/typescript/bin/tsc", [])).toEqual({ status: 0, said: "" })
  })

  it("breaks no lint rule", () => {
    const { status, said } = runScript("node_modules/oxlint/bin/oxlint", ["--type-aware", "--deny-warnings"])
    expect(status, said).toBe(0)
  })

  it("is formatted", () => {
    const { status, said } = runScript("node_modules/oxfmt/bin/oxfmt", ["--check"])
    expect(status, said).toBe(0)
  })
})
