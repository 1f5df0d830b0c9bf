import { describe, expect, it, vi } from "vitest"
import { runScript } from "../package/command.ts"

/** The status that a script was answered with that closes nothing, and how long it lived on, in milliseconds. */
const outcomeOf = (vendor: string): readonly [status: number, rest: number] => {
  const { status, said } = runScript("test/hosts/subjects/script.ts", [vendor])
  const [line = said] = said.split("\n").filter((text) => /^\[\d+,/.test(text))
  expect(status, said).toBe(0)
  return JSON.parse(line)
}

vi.setConfig({ testTimeout: 60_000 })

describe("a script that closes no gateway", () => {
  it("ends once it is through", () => {
    const [status, rest] = outcomeOf("answering")
    expect(status).toBe(200)
    expect(rest).toBeLessThan(5000)
  })

  it("lives until it is told that its vendor is silent", () => {
    expect(outcomeOf("silent")[0]).toBe(504)
  })
})
