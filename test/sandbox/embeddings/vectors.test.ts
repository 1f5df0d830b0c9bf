import { describe, expect, it } from "vitest"
import { vectorOf } from "../../../src/sandbox/embeddings/vector.ts"

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

const near = (a: string, b: string, size = 768): number => dot(vectorOf(a, size), vectorOf(b, size))

describe("a vector of the sandbox", () => {
  it.each(["hello", "", "…", "日本語", "a".repeat(5000)])("has the length 1: %j", (text) => {
    const vector = vectorOf(text, 768)
    expect(vector).toHaveLength(768)
    expect(Math.sqrt(dot(vector, vector))).toBeCloseTo(1, 6)
  })

  it("is the same for the same text", () => expect(vectorOf("a cat", 64)).toEqual(vectorOf("a cat", 64)))

  it.each([
    ["The cat sat on the mat", "A cat sat on a mat", "Stock prices fell sharply on Monday"],
    ["How do I reset my password?", "I forgot my password and need to reset it", "The recipe calls for two eggs"],
    ["embedding models", "embedded model", "quarterly revenue"]
  ])("is nearer to a similar text than to another: %s", (text, similar, other) => {
    for (const size of [256, 768, 3072]) {
      expect(near(text, similar, size)).toBeGreaterThan(near(text, other, size) + 0.1)
    }
  })

  it("begins as the vector of fewer dimensions does, but for its scale", () => {
    const long = vectorOf("one two three", 512).slice(0, 128)
    const short = vectorOf("one two three", 128)
    expect(dot(long, short) / Math.sqrt(dot(long, long))).toBeCloseTo(1, 6)
  })
})
