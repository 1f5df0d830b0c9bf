import { describe, expect, it, vi } from "vitest"
import type { MeterEntry } from "../../../src/gateway.ts"
import { endedWell, faultCase, head, never, released, sawRequests, silence, sse, stream } from "../index.ts"
import { ask, cells, toldBy, toldIn, untilTold } from "./cells.ts"
import { gatewayOver, secrets } from "./gateway.ts"
import { patience } from "../../setup/patience.ts"

const eventStream = [["content-type", "text/event-stream"]] as const

const leaves = ["rst", "close"] as const

describe.each(cells)("a client that leaves: $name", (cell) => {
  const { begun } = cell.upstream

  it.each(leaves)("before the first byte cancels the upstream (%s)", (how) => {
    const entries: MeterEntry[] = []
    return faultCase({ answers: [never], gateway: gatewayOver({ entries }), secrets }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(ask(cell))
      await upstream.request(1)
      client.leave(how)
      await released(upstream, 1)
      sawRequests(upstream, 1)
      await vi.waitFor(() => expect(entries.map(({ ended }) => ended)).toEqual(["aborted"]), patience)
    })
  })

  it.each(leaves)("before a whole answer cancels the upstream (%s)", (how) => {
    const entries: MeterEntry[] = []
    return faultCase({ answers: [never], gateway: gatewayOver({ entries }), secrets }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(ask(cell, { stream: false }))
      await upstream.request(1)
      client.leave(how)
      await released(upstream, 1)
      await vi.waitFor(() => expect(entries.map(({ ended }) => ended)).toEqual(["aborted"]), patience)
    })
  })

  it.each(leaves)("in the midst of a stream cancels the upstream, and what was used is known (%s)", (how) => {
    const entries: MeterEntry[] = []
    const steps = [head(200, { headers: eventStream }), sse(begun), silence]
    return faultCase(
      { answers: [{ steps }], gateway: gatewayOver({ entries }), secrets },
      async ({ raw, upstream }) => {
        const client = await raw()
        await client.send(ask(cell))
        await untilTold(client, cell, begun)
        client.leave(how)
        await released(upstream, 1)
        await vi.waitFor(() => expect(entries.length).toBe(1), patience)
        expect(entries.map(({ ended, stream, principal }) => ({ ended, stream, principal }))).toEqual([
          { ended: "aborted", stream: true, principal: "harness" }
        ])
        const { usage } = entries[0] ?? {}
        const told = [usage?.input, usage?.cacheRead, usage?.cacheWrite]
        expect(told).toEqual(cell.upstream.format === "messages" ? [23, 8, 5] : [undefined, undefined, undefined])
      }
    )
  })

  it("leaves the next one alone", () =>
    faultCase(
      { answers: [never, stream(cell.upstream.short.frames)], gateway: gatewayOver(), secrets },
      async ({ raw, upstream }) => {
        const first = await raw()
        await first.send(ask(cell))
        await upstream.request(1)
        first.leave("rst")
        await released(upstream, 1)
        const second = await raw()
        await second.send(ask(cell))
        endedWell(toldIn(cell, await second.response(1)), toldBy(cell, cell.upstream.short.frames))
      }
    ))
})
