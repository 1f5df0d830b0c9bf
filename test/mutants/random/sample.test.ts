import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { harmless } from "./harmless.ts"
import { filesOf, sample, told } from "./sample.ts"

const src = fileURLToPath(new URL("../../../src", import.meta.url))
const draw = (seed: number, room = "") => [...sample(src, { count: 25, seed, room }, () => true)]

describe("faults at random", { timeout: 180_000 }, () => {
  const [seven, again, eight, inRoom] = [draw(7), draw(7), draw(8), draw(7, "formats/messages")]

  it("are the same for the same seed", () => expect(seven.map(told)).toEqual(again.map(told)))

  it("are others for another seed", () => expect(seven.map(told)).not.toEqual(eight.map(told)))

  it("are as many as were asked for, no two on a line", () =>
    expect(new Set(seven.map(({ file, line }) => `${file}:${line}`)).size).toBe(25))

  it("are spread over the rooms", () =>
    expect(new Set(seven.map(({ file }) => file.split("/")[0])).size).toBeGreaterThan(4))

  it("keep to the room that is asked for", () =>
    expect(inRoom.filter(({ file }) => !file.startsWith("formats/messages"))).toEqual([]))

  it("leave the sandbox out", () => expect(filesOf(src).filter((file) => file.startsWith("sandbox"))).toEqual([]))

  it("are drawn until there are as many as are kept", () =>
    expect(
      [...sample(src, { count: 5, seed: 7, room: "core/json" }, ({ kind }) => kind === "condition")].map(
        ({ kind }) => kind
      )
    ).toEqual(Array.from({ length: 5 }, () => "condition")))
})

describe("faults that nobody can notice", () => {
  it.each(harmless)("$file still says $said", ({ file, said, find }) => {
    const lines = readFileSync(join(src, file), "utf8").split("\n")
    expect(lines.filter((line) => line.trim() === said && line.includes(find.split("\n", 1)[0] ?? ""))).not.toEqual([])
  })
})
