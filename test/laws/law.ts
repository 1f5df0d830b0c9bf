import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import { JsonText } from "../../src/core/json/json.ts"
import { Choices } from "./choices.ts"
import { runs, seed } from "./runs.ts"

const tapes = Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))), {
  minLength: 400,
  maxLength: 400
})

/** Values made from random tapes. */
export const made = <A>(make: (choices: Choices) => A): Arbitrary.Arbitrary<A> =>
  Arbitrary.map(tapes, (tape) => make(new Choices(tape)))

/** `count` values from one seed. */
export const samples = <A>(make: (choices: Choices) => A, count: number, seed: number): readonly A[] =>
  Effect.runSync(Effect.orDie(Arbitrary.sampleEffect(made(make), { count, seed })))

/**
 * A law as a test: it must hold for every made value. A failure names its seed and its replay token, and shows the
 * smallest failing value; make that value a fixture.
 */
export const law = <A>(name: string, make: (choices: Choices) => A, holds: (value: A) => void): void => {
  it(
    name,
    async () => {
      let failed: { readonly value: A; readonly why: unknown } | undefined
      const check = Arbitrary.checkEffect(
        made(make),
        (value) => {
          try {
            holds(value)
            return true
          } catch (why) {
            failed = { value, why }
            return false
          }
        },
        { runs, seed: `${seed}/${name}`, maxShrinks: 300 }
      )
      const result = await Effect.runPromise(check)
      if (failed !== undefined) {
        throw new Error(`ISOGLOSS_SEED=${seed}\n${Arbitrary.formatCheckFailure(result) ?? ""}\n${show(failed.value)}`, {
          cause: failed.why
        })
      }
      expect(result).toMatchObject({ _tag: "Passed", runs })
    },
    600_000
  )
}

const show = (value: unknown): string => JSON.stringify(plain(value), undefined, 2) ?? String(value)

const plain = (value: unknown): unknown => {
  if (value instanceof JsonText) return { json: value.text }
  if (value instanceof Map) return { map: [...value].map(plain) }
  if (value instanceof Uint8Array) return { bytes: [...value] }
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}
