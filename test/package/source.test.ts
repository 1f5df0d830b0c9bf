import { describe, expect, it } from "vitest"
import { runScript } from "./command.ts"

describe("the source", () => {
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
