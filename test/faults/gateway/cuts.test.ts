import { describe, expect, it } from "vitest"
import {
  breaks,
  brokenHonestly,
  brokenStream,
  exactPrefix,
  everything,
  faultCase,
  gate,
  readFrames,
  released,
  sawRequests,
  valuesOf
} from "../index.ts"
import type { Break } from "../index.ts"
import { ask, cells, common, toldBy, toldIn, untilTold } from "./cells.ts"
import type { Cell } from "./cells.ts"
import { gatewayOver, secrets } from "./gateway.ts"

const gateway = gatewayOver({ clocks: { idle: 1000 } })

/** The streams break at the end of the connection, never by a clock, except for the stall; that one is cut less often. */
const hows = breaks.filter((how) => how !== "stall")

const brokenAt = (cell: Cell, how: Break, count: number) => {
  const { frames } = cell.upstream.golden
  const told = frames.slice(0, count)
  const seen = gate()
  const answers = [brokenStream(frames, { how, frames: count, ...(how === "rst" ? { after: seen } : {}) })]
  return faultCase({ answers, gateway, secrets }, async ({ raw, upstream }) => {
    const client = await raw()
    await client.send(ask(cell))
    await untilTold(client, cell, told)
    seen.open()
    const response = await client.response(1)
    const delivered = toldIn(cell, response)
    everything(common(delivered), common(toldBy(cell, told)))
    exactPrefix(common(delivered), common(toldBy(cell, told)))
    brokenHonestly(delivered, toldBy(cell, told))
    expect(readFrames(response.text).rest).toBe("")
    expect(response.complete).toBe(true)
    sawRequests(upstream, 1)
  })
}

/** How many frames of a golden stream come before success is certain, and after which the client was told something. */
const positions = (cell: Cell): readonly number[] => {
  const { frames } = cell.upstream.golden
  const first = frames.findIndex((_, at) => common(toldBy(cell, frames.slice(0, at + 1))).runs.length > 0) + 1
  const last = cell.upstream.format === "messages" ? frames.length - 1 : frames.length - 3
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

describe.each(cells)("a stream that breaks: $name", (cell) => {
  const at = positions(cell)

  it("has as many places to break as the golden stream", () => {
    expect(at.length).toBe(cell.upstream.format === "messages" ? 20 : 11)
  })

  it.each(hows)("is told as far as it came, then one error (%s, after each frame)", async (how) => {
    for (const count of at) await brokenAt(cell, how, count)
  })

  it("is told as far as it came when the upstream falls silent", () => brokenAt(cell, "stall", at[4] ?? 0))

  it("that breaks before anything was said has a status", () =>
    faultCase(
      { answers: [brokenStream(cell.upstream.golden.frames, { how: "fin in chunks", frames: 0 })], gateway, secrets },
      async ({ raw, upstream }) => {
        const client = await raw()
        await client.send(ask(cell))
        const response = await client.response(1)
        expect(response.status).toBe(502)
        expect(valuesOf(response.headers, "content-type")).toEqual(["application/json"])
        await released(upstream, 1)
        sawRequests(upstream, 1)
      }
    ))
})
