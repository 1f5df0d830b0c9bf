import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { stops } from "../../src/config/configuration.ts"
import { defaultUpstreamLimits } from "../../src/upstream/upstream.ts"

const pageAt = (path: string): string =>
  readFileSync(new URL(`../../docs/${path}`, import.meta.url), "utf8").replaceAll(/\s+/gu, " ")

/** The numbers that a page says at a place. */
const saidIn = (page: string, place: RegExp): readonly number[] => (place.exec(pageAt(page)) ?? []).slice(1).map(Number)

it("the clocks of a call are those that its page says", () => {
  const { clocks, unaryFirstByte } = defaultUpstreamLimits
  const said = saidIn(
    "reference.md",
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

it("the pauses of a stop are those that its page says", () =>
  expect(saidIn("configuration.md", /`ready` \((\d+)\) and `grace` \((\d+)\)/u)).toEqual([stops.ready, stops.grace]))
