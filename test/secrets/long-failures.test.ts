import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { redactorOf } from "../../src/core/secrets/redactor.ts"
import { withoutAccount } from "../../src/core/errors/failure.ts"
import { maskOf, withoutSecrets } from "../../src/exchange/without-secrets.ts"
import { machineOf, stepsAfter } from "../cost/machines.ts"

const key = "a-vendors-key-of-some-length"
const secrets = redactorOf([key])
const failure = { reason: "UpstreamFailed", message: "no", details: {} } as const

/** What is told of a failed answer, and how often others had their turn meanwhile. */
const toldOf = async (text: string) => {
  const reply = { body: new TextEncoder().encode(text), notes: [], usage: undefined, failure }
  let turns = 0
  let over = false
  const beat = (): void => {
    turns++
    if (!over) setImmediate(beat)
  }
  setImmediate(beat)
  const { body } = await Effect.runPromise(withoutSecrets({ secrets }, reply))
  over = true
  return { told: typeof body === "string" ? body : new TextDecoder().decode(body), turns }
}

it.each([0, 1, 7, 14, key.length])("a key goes wherever a long answer is searched in turns: %i", async (before) => {
  // A turn is half a mebibyte.
  const fill = '\\"'.repeat(2 ** 18).slice(before)
  const { told, turns } = await toldOf(`${fill}${key}${fill}${fill}${fill}`)
  expect(told === `${fill}[redacted]${fill}${fill}${fill}`).toBe(true)
  expect(turns).toBeGreaterThanOrEqual(3)
})

it("a short one is searched at once", async () => {
  expect(await toldOf(`{"error":"${key}"}`)).toMatchObject({ told: '{"error":"[redacted]"}' })
})

it.each(["text", "bytes"])("of an answer that quotes an error, in %s, that alone is searched", async (kind) => {
  const error = `{"message": "no ${key}"}`
  const text = `{"error":${error},"said":"${key}"}`
  const body = kind === "text" ? text : new TextEncoder().encode(text)
  const reply = { body, notes: [], usage: undefined, quoted: [error] }
  const { body: told } = await Effect.runPromise(withoutSecrets({ secrets }, reply))
  expect(told).toBe(`{"error":{"message": "no [redacted]"},"said":"${key}"}`)
  expect(await Effect.runPromise(withoutSecrets({ secrets: redactorOf([]) }, reply))).toEqual(reply)
})

it("what looks like a key is found in all of a long text, which is looked through in steps", () => {
  const mask = maskOf(redactorOf([]), withoutAccount)
  const text = `"for Bearer abcdefgh of org-0123456789",`
  const steps = mask(text.repeat(40_000))
  let count = 0
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) count++
  expect(step.value === `"for *** of ***",`.repeat(40_000)).toBe(true)
  // 1.6 million characters in phrases of 128 Ki and what is left of a line
  expect(count).toBeGreaterThanOrEqual(12)
})

it.each([
  [3, true],
  [5, false]
])("an error in an event of some %i Mi characters passes as it is: %s", (mega, passes) => {
  const head = `data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n`
  const error = `data: {"error":{"message":"no","type":"x","code":500},"more":"${"x".repeat(mega * 2 ** 20)}"}\n\n`
  const told = stepsAfter(machineOf("chatCompletions", "chatCompletions"), Buffer.from(head + error)).join("")
  expect([told === head + error, told.includes('"message":"no"')]).toEqual([passes, true])
})
