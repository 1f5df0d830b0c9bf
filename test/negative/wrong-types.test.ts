import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Answered, type Rig, startRig } from "../rows/gateway.ts"
import { valueAt } from "../rows/runner.ts"
import { type FullBody, fullBodies, type Json, type Type, types } from "./full-bodies.ts"

let rig: Rig
beforeAll(() => void (rig = startRig()))
afterAll(() => rig.close())

const typeOf = (value: Json): Type | "null" =>
  value === null ? "null" : Array.isArray(value) ? "array" : (typeof value as Exclude<Type, "array">)

/** A value of each type that says nothing of its own. */
const samples: Readonly<Record<Type, Json>> = { string: "x", number: 5, boolean: true, array: [], object: {} }

const below = (value: Json): readonly (readonly [string, Json])[] =>
  typeof value === "object" && value !== null ? Object.entries(value) : []

/** All values of a body, but for the whole, by pointer. */
const valuesIn = (value: Json, at = ""): readonly (readonly [string, Json])[] =>
  below(value).flatMap(([key, member]) => [[`${at}/${key}`, member] as const, ...valuesIn(member, `${at}/${key}`)])

/** A body with another value at a pointer. */
const withAt = (body: Json, [key, ...more]: readonly string[], value: Json): Json => {
  if (key === undefined) return value
  const changed = Object.fromEntries(below(body).map(([it, old]) => [it, it === key ? withAt(old, more, value) : old]))
  return Array.isArray(body) ? Object.values(changed) : changed
}

const freeAt = ({ free }: FullBody, at: string): readonly Type[] => {
  const pattern = Object.keys(free).find((it) => it === at || (it.endsWith("/*") && at.startsWith(it.slice(0, -1))))
  return (pattern === undefined ? undefined : free[pattern]) ?? []
}

/** The wrong values for each place of a body. */
const wrongValues = (full: FullBody): readonly (readonly [at: string, value: Json])[] =>
  valuesIn(full.body(full.models[0])).flatMap(([at, value]) => {
    const allowed = [typeOf(value), ...freeAt(full, at)]
    const wrong = types.filter((type) => !allowed.includes(type)).map((type) => [at, samples[type]] as const)
    return full.integers.includes(at) ? [...wrong, [at, 1.5] as const] : wrong
  })

/** Where an error says that it is, as a pointer. */
const named = ({ path }: FullBody, { body, calls }: Answered): string => {
  expect(calls).toEqual([])
  if (path.endsWith("/messages")) return /^(\/\S*?)?: /.exec(String(valueAt(body, "/error/message")))?.[1] ?? ""
  const chat = path.endsWith("/completions")
  const spelled = valueAt(body, chat ? "/error/param" : "/error/details/0/fieldViolations/0/field")
  if (typeof spelled !== "string") return ""
  return chat ? `/${spelled.replace(/\[(\d+)\]/g, ".$1").replaceAll(".", "/")}` : spelled
}

/** Whether a place is the one that was changed, or what an empty object lacks there. */
const isThere = (place: unknown, at: string, value: Json): boolean =>
  place === at || (typeOf(value) === "object" && String(place).startsWith(`${at}/`))

const send = (full: FullBody, model: string, body: Json): Promise<Answered> =>
  rig.send({ path: full.path.replace("{model}", model), body })

describe.each(fullBodies)("a body of $path", (full) => {
  it.each(full.models)("is sound as it is: %s", async (model) => {
    const { status, text } = await send(full, model, full.body(model))
    expect([status, text]).toEqual([200, expect.any(String)])
  })

  /** Where a changed body is refused before an upstream hears of it, or with which status it is answered. */
  const outcomes = async (at: string, value: Json): Promise<readonly unknown[]> => {
    const found: unknown[] = []
    for (const model of full.models) {
      const answered = await send(full, model, withAt(full.body(model), at.split("/").slice(1), value))
      found.push(answered.status === 400 ? named(full, answered) : answered.status)
    }
    return found
  }

  it("with a value of a wrong type is refused there, whether its bytes would pass or not", async () => {
    const found: unknown[] = []
    for (const [at, value] of wrongValues(full)) {
      const there = await outcomes(at, value)
      if (there.some((place) => !isThere(place, at, value))) found.push([at, value, ...there])
    }
    expect(found).toEqual([])
  }, 120_000)

  it.each(full.required)("without %s is refused where that is missing", async (at) => {
    expect(await outcomes(at, null)).toEqual(full.models.map(() => at))
  })

  it("without one of several members is refused where they would stand", async () => {
    for (const at of full.oneOfSeveral) {
      const parent = at.slice(0, at.lastIndexOf("/"))
      expect(await outcomes(at, null)).toEqual(full.models.map(() => parent))
    }
  })
})

it("stands in as many wrong values as it says", () => {
  expect(fullBodies.map((full) => wrongValues(full).length)).toEqual([278, 303, 284])
})
