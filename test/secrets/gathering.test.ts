import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { GatheredAnswer } from "../../src/upstream/attempt.ts"
import { redactedText, redactorOf } from "../../src/core/secrets/redactor.ts"
import { canary, encodings } from "./canary.ts"

const secret = canary()
const redactor = redactorOf([secret])
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const gathered = (bytes: Uint8Array, piece: number): string => {
  const gathering = new GatheredAnswer(redactor)
  for (let at = 0; at < bytes.length; at += piece) gathering.push(bytes.subarray(at, at + piece))
  return new TextDecoder().decode(Effect.runSync(gathering.end()))
}

const block = 64 * 1024

describe.each([1000, block, 100_000])("a long answer in pieces of %i bytes", (piece) => {
  it.each(encodings)("tells no secret that stands where it was cut, $name", ({ of }) => {
    const told = of(secret)
    const cuts = [piece, block, 2 * block].flatMap((cut) => [cut - told.length, cut - 5, cut - 1, cut])
    for (const at of cuts) {
      const text = `${" ".repeat(Math.max(0, at))}${told} ${" ".repeat(3 * block)}`
      const whole = new TextDecoder().decode(redactor.bytes(bytesOf(text)))
      expect(whole).toContain(redactedText)
      expect(gathered(bytesOf(text), piece) === whole).toBe(true)
    }
  })

  it("is told as it came where it holds none, its end with it", () => {
    const text = `${"a \\u00e9 \u00e9 %20 ".repeat(20_000)}${secret.slice(0, 12)}`
    expect(gathered(bytesOf(text), piece) === text).toBe(true)
  })
})

describe("an answer", () => {
  it("that is short is not copied", () => {
    const bytes = bytesOf("short")
    const gathering = new GatheredAnswer(redactor)
    gathering.push(bytes)
    expect(Effect.runSync(gathering.end())).toBe(bytes)
  })

  it("that is long is searched as it comes", () => {
    const looks: number[] = []
    const gathering = new GatheredAnswer({
      ...redactor,
      begin: (bytes) => {
        looks.push(bytes.length)
        return redactor.begin(bytes)
      },
      bytes: (bytes) => {
        looks.push(bytes.length)
        return redactor.bytes(bytes)
      }
    })
    for (let piece = 0; piece < 40; piece++) gathering.push(bytesOf("x".repeat(block / 4)))
    Effect.runSync(gathering.end())
    expect(looks.length).toBeGreaterThanOrEqual(10)
    expect(Math.max(...looks)).toBeLessThan(2 * block)
  })
})
