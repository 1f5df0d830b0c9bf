import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { deployed, type Door, passing, translated } from "./doors.ts"
import { type Planted, plant, stepsOf } from "./members.ts"
import { cheap, costly, type KeyName, type Rig, startRig } from "./rig.ts"

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

/** A door's body with a member that decides. */
const bodyOf = ({ body }: Door, { path, choice = costly, beside, around }: Planted): unknown =>
  plant({ ...body, ...around }, stepsOf(path), choice, beside)

interface Cell {
  readonly door: Door
  readonly member: Planted
  readonly key: KeyName
  readonly says: string
}

const cellsOf = (doors: readonly Door[], keys: readonly KeyName[]): readonly Cell[] =>
  doors.flatMap((door) =>
    door.members.flatMap((member: Planted) =>
      keys.map((key) => ({
        door,
        member,
        key,
        says: `${door.name}: ${member.path}${member.choice === undefined ? "" : ` as ${JSON.stringify(member.choice)}`}`
      }))
    )
  )

/** What a key that lacks the permission is told. */
const refusals = { model: 404, choice: 403 } as const

describe("a member that names a model which the key may not use, or leaves the choice to the vendor", () => {
  const cells = cellsOf(passing, ["narrow"])

  it("stands at so many doors that the matrix has at least 60 cells of each key", () =>
    expect(cells.length).toBeGreaterThan(60))

  it.each(cells)("is refused, and no vendor hears of it: $says", async ({ door, member, key }) => {
    const { status, heard } = await rig.send({ path: door.path, body: bodyOf(door, member), key })
    expect({ status, heard }).toEqual({
      status: member.choice === undefined ? refusals.model : refusals.choice,
      heard: []
    })
  })
})

describe("a path that names the model", () => {
  it.each(deployed)("decides, whatever the body says: $name", async ({ path, body }) => {
    const { heard } = await rig.send({ path, body, key: "narrow" })
    expect(heard.map(({ text }) => text.includes(costly))).toEqual([false])
    const turned = { path: path.replace(/(?<=deployments\/)[^/]+/, costly), body: { ...body, model: cheap.openai } }
    expect(await rig.send({ ...turned, key: "narrow" })).toMatchObject({ status: 404, heard: [] })
  })
})

describe("a key that may leave the choice to vendors", () => {
  it.each(cellsOf(passing, ["routed"]))(
    "may do that, and name no other model: $says",
    async ({ door, member, key }) => {
      const { status, heard } = await rig.send({ path: door.path, body: bodyOf(door, member), key })
      if (member.choice === undefined) expect({ status, heard }).toEqual({ status: refusals.model, heard: [] })
      else expect(heard).toHaveLength(1)
    }
  )
})

describe("a key of all models", () => {
  it.each(cellsOf(passing, ["wide"]))("may say all of it: $says", async ({ door, member, key }) => {
    const { heard } = await rig.send({ path: door.path, body: bodyOf(door, member), key })
    expect(heard).toHaveLength(1)
  })
})

describe("a member that does not cross to another format", () => {
  it.each(cellsOf(translated, ["narrow"]))("is not heard by the vendor: $says", async ({ door, member, key }) => {
    const { heard } = await rig.send({ path: door.path, body: bodyOf(door, member), key })
    expect(heard.filter(({ text, path }) => text.includes(costly) || path.includes(costly))).toEqual([])
  })
})
