import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fuzz } from "./engine.ts"
import { printed } from "./printed.ts"
import { type Rig, startRig } from "./rig.ts"
import { targetsAt } from "./targets.ts"

/** Fresh for each run, so that runs add up; `ISOGLOSS_FUZZ_SEED` sets it. */
const seed = Number(process.env["ISOGLOSS_FUZZ_SEED"] ?? Date.now() % 2 ** 31)

/** How many cases of each target there are: a minute's worth in all. */
const counts: Readonly<Record<string, number>> = {
  bodies: 3500,
  heads: 1500,
  answers: 3500,
  wires: 2500,
  streams: 10_000,
  files: 2000
}

let rig: Rig
beforeAll(async () => void (rig = await startRig()))
afterAll(() => rig.close())

describe(`inputs that nobody would write, from seed ${seed}`, () => {
  it.each(Object.entries(counts))("%s: %i cases break nothing", { timeout: 900_000 }, async (name, count) => {
    const target = targetsAt(rig).find((it) => it.name === name)
    if (target === undefined) throw new Error(`There is no target ${name}.`)
    const { cases, failures } = await fuzz(target, { seed, goesOn: (tried) => tried < count })
    expect(failures.map(printed).join("\n")).toBe("")
    expect(cases).toBe(count)
  })

  it("are made for every target", () => {
    expect(targetsAt(rig).map(({ name }) => name)).toEqual(Object.keys(counts))
  })
})
