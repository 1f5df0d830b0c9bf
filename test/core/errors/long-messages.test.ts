import { expect, it, onTestFinished, vi } from "vitest"
import { clientMessage } from "../../../src/core/errors/failure.ts"

it("a long message is cut, and what is cut off is not looked at", () => {
  const replace = vi.spyOn(String.prototype, "replace")
  onTestFinished(() => replace.mockRestore())
  const told = clientMessage("words ".repeat(200_000))
  const looked = replace.mock.contexts.map((text) => String(text).length)
  expect(told).toBe("words ".repeat(334).slice(0, 2000))
  expect(Math.max(...looked)).toBeLessThan(20_000)
})

it.each([15_990, 16_000, 64_000, 100_000])("what stands behind a key of %i characters is told", (length) => {
  const words = "word ".repeat(1000)
  expect(clientMessage(`No sk-${"a".repeat(length)}. ${words}`)).toBe(`No ***. ${words}`.slice(0, 2000))
})

it("a message that is all keys is looked through so far, and no further", () => {
  const replace = vi.spyOn(String.prototype, "replace")
  onTestFinished(() => replace.mockRestore())
  expect(clientMessage("sk-abcdefgh".repeat(100_000))).toBe("***")
  const looked = replace.mock.contexts.map((text) => String(text).length)
  expect(Math.max(...looked)).toBe(256_000)
})
