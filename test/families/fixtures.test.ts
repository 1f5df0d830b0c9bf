import { existsSync, readdirSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as families from "../../src/config/families.ts"
import { type FamiliesRig, fixturesOf, startFamilies } from "./fixture-rig.ts"

const folder = new URL("../fixtures/families/", import.meta.url)
const source = new URL("../../src/", import.meta.url)

let rig: FamiliesRig
beforeAll(() => void (rig = startFamilies()))
afterAll(() => rig.close())

describe.each(readdirSync(folder))("the family %s", (family) => {
  const fixtures = fixturesOf(family)

  it("has fixtures", () => expect(fixtures.length).toBeGreaterThan(2))

  const sizes = ["call", "callAsLong"] as const
  const cases = fixtures.flatMap((fixture) => sizes.map((size) => [fixture.says, size, fixture] as const))
  it.each(cases)("%s (%s)", async (_, size, fixture) => {
    const { status, notes, body, received } = await rig[size](fixture)
    if (fixture.refused !== undefined) {
      expect([status, received]).toEqual([400, []])
      expect(JSON.stringify(body)).toContain(fixture.refused)
      return
    }
    expect(status, JSON.stringify(body)).toBe(200)
    expect(received[0]?.body).toEqual(fixture.sent ?? fixture.asks)
    expect(notes.toSorted()).toEqual((fixture.notes ?? []).toSorted())
    if (fixture.gets !== undefined) expect(body).toMatchObject(fixture.gets)
  })
})

describe("what a family of chat completions takes", () => {
  const listed = [...readFileSync(new URL("config/families.ts", source), "utf8").matchAll(/families\/(.+)\.ts"/gu)]
  const alike = Object.values(families).flatMap(({ listing: { family, format } }) =>
    format === "chat-completions" ? [family] : []
  )
  const rooms = ["core", "formats", "families", "exchange", "endpoints", "gateway", "config", "hosts"]
  const files = rooms.flatMap((room) =>
    readdirSync(new URL(`${room}/`, source), { recursive: true, withFileTypes: true }).filter((it) => it.isFile())
  )

  /** The formats of other things than chats that are named by the vendor whose API they are. */
  const formats = ["openai-media.ts"]

  it("is said of the six whose API is like OpenAI's", () =>
    expect(alike).toEqual(["openai", "qwen", "deepseek", "kimi", "openrouter", "compatible"]))

  it.each(alike)("is one file, one folder of fixtures and one line: %s", (name) => {
    const others = listed.map(([, it]) => `${it}.ts`).filter((file) => file !== `${name}.ts`)
    const elsewhere = [...others, ...formats]
    const own = files.map((file) => file.name).filter((file) => file.startsWith(name) && !elsewhere.includes(file))
    expect(own).toEqual([`${name}.ts`])
    expect(existsSync(new URL(`${name}/`, folder))).toBe(true)
    expect(listed.filter(([, it]) => it === name)).toHaveLength(1)
  })

  // The command reads of a configuration what a compatible API takes: nobody else has such settings. It rehearses with one, too.
  it.each(alike)("is named nowhere else in what serves: %s", (name) => {
    const naming = files
      .filter((file) => readFileSync(`${file.parentPath}/${file.name}`, "utf8").includes(`/${name}.ts"`))
      .map((file) => file.name)
    expect(naming.toSorted()).toEqual(
      name === "compatible" ? ["families.ts", "rehearse.ts", "served.ts"] : ["families.ts"]
    )
  })
})
