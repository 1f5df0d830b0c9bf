import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Door, passing, translated } from "./doors.ts"
import { foundAt, type GoValue, readAsGo } from "./go-reader.ts"
import { type Planted, plant, stepsOf } from "./members.ts"
import { cheap, costly, padding, type Rig, startRig } from "./rig.ts"

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

/** Numbers from 0 to 1 that a seed decides (https://en.wikipedia.org/wiki/Xorshift). */
const randomOf = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const seed = Number(process.env["SEED"] ?? Date.now() % 2 ** 31) || 1

const allowed: ReadonlySet<unknown> = new Set(Object.values(cheap).flatMap((id) => [id, `models/${id}`]))

/** What a server that ignores case would find of models that the key may not use, and of choices. */
const foundBy = (door: Door, value: GoValue): readonly GoValue[] =>
  [{ path: "/model" }, ...door.members].flatMap(({ path, choice }: Planted) => {
    const found = foundAt(value, stepsOf(path))
    if (choice === undefined) return found.filter((it) => typeof it === "string" && !allowed.has(it))
    return namesToo(door, path) ? found.filter((it) => it === choice) : found
  })

/** Whether what stands at a place leaves the choice to the vendor only where it says nothing else. */
const namesToo = ({ members }: Door, path: string): boolean =>
  path.endsWith("/tools/*/type") || members.some((it: Planted) => it.choice === undefined && it.path.startsWith(path))

/** A body with some members planted, some in another case, some of the key's models. */
const madeBy = (random: () => number, door: Door): unknown => {
  const pick = <A>(items: readonly A[]): A | undefined => items[Math.floor(random() * items.length)]
  const cased = (step: string): string => {
    if (step === "*" || random() < 0.8) return step
    return pick([step.toUpperCase(), step.replace("s", "\u017f"), step.replace("k", "\u212a"), `${step}s`]) ?? step
  }
  let body: unknown = door.body
  for (let left = Math.ceil(random() * 4); left > 0; left--) {
    const member = pick(door.members)
    if (member === undefined || member.around !== undefined) continue
    const own = typeof door.body["model"] === "string" ? door.body["model"] : cheap.gemini
    const value = pick([member.choice ?? costly, own, [costly], { model: costly }, null, own, own])
    body = plant(body, stepsOf(member.path).map(cased), value, member.beside)
  }
  return body
}

describe("random bodies of a key that may use some models", () => {
  const runs = 60
  let refused = 0
  let passed = 0

  it.each([...passing, ...translated])(`never let a vendor hear of another one (seed ${seed}): $name`, async (door) => {
    const random = randomOf(seed)
    for (let run = 0; run < runs; run++) {
      const body = madeBy(random, door)
      for (const sent of body instanceof FormData ? [body] : [body, JSON.stringify(body) + padding]) {
        const { heard } = await rig.send({ path: door.path, body: sent, key: "narrow" })
        if (heard.length === 0) refused++
        else passed++
        const found = heard
          .filter(({ type }) => type.includes("json"))
          .flatMap(({ text }) => foundBy(door, readAsGo(text)))
        expect({ body, found }).toEqual({ body, found: [] })
      }
    }
  })

  it("are refused often, and pass often", () => {
    expect(Math.min(refused, passed)).toBeGreaterThan(runs)
  })
})
