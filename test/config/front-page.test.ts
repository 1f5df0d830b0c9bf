import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { stops } from "../../src/config/configuration.ts"
import { limits } from "../../src/upstream/limits.ts"

const page = readFileSync(new URL("../../README.md", import.meta.url), "utf8").replaceAll(/\s+/gu, " ")

/** The numbers that the front page says at a place. */
const saidIn = (place: RegExp): readonly number[] => (place.exec(page) ?? []).slice(1).map(Number)

it("the clocks of a call are those that the front page says", () => {
  const { clocks, unaryFirstByte } = limits
  const said = saidIn(
    /(\d+) s to connect, (\d+) s to a first byte \(whole or thinking (\d+)\), (\d+) s of silence, (\d+) min in all/u
  )
  expect(said.map((seconds) => seconds * 1000)).toEqual([
    clocks.connect,
    clocks.firstByte,
    unaryFirstByte,
    clocks.idle,
    clocks.total / 60
  ])
})

it("the pauses of a stop are those that the front page says", () =>
  expect(saidIn(/`ready` \((\d+)\) and `grace` \((\d+)\)/u)).toEqual([stops.ready, stops.grace]))
