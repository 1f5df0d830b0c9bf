import { describe, expect, it } from "vitest"
import {
  brokenHonestly,
  comment,
  endedWell,
  everything,
  faultCase,
  gate,
  head,
  lastChunk,
  never,
  released,
  sawRequests,
  silence,
  sse,
  waitFor
} from "../index.ts"
import type { Scripted, Step } from "../index.ts"
import { ask, cells, common, toldBy, toldIn, untilTold } from "./cells.ts"
import { gatewayOver, secrets } from "./gateway.ts"

const eventStream = [["content-type", "text/event-stream"]] as const

describe.each(cells)("an upstream that falls silent: $name", (cell) => {
  const { begun, golden } = cell.upstream

  it.each([
    ["without a word", never, true],
    ["without a word to a whole call", never, false],
    ["with status and headers alone", { steps: [head(200, { headers: eventStream }), silence] }, true],
    [
      "with half a head",
      { steps: [{ kind: "write", pieces: [Buffer.from("HTTP/1.1 200 OK\r\ncontent-")] }, silence] },
      true
    ]
  ] as const satisfies readonly (readonly [string, Scripted, boolean])[])(
    "before anything was said is a 504, once, and let go (%s)",
    (_, answer, stream) =>
      faultCase(
        {
          answers: [answer],
          gateway: gatewayOver({ clocks: { firstByte: 120, idle: 120, total: 200 }, limits: { unaryFirstByte: 120 } }),
          secrets
        },
        async ({ raw, upstream }) => {
          const client = await raw()
          await client.send(ask(cell, { stream }))
          expect((await client.response(1)).status).toBe(504)
          await released(upstream, 1)
          sawRequests(upstream, 1)
        }
      )
  )

  it.each([
    ["idle", { idle: 120 }],
    ["total", { total: 300 }]
  ] as const)("in the midst is told what came, then one error, and let go (%s clock)", (_, clocks) =>
    faultCase(
      {
        answers: [{ steps: [head(200, { headers: eventStream }), sse(begun), silence] }],
        gateway: gatewayOver({ clocks }),
        secrets
      },
      async ({ raw, upstream }) => {
        const client = await raw()
        await client.send(ask(cell))
        const response = await client.response(1)
        const delivered = toldIn(cell, response)
        everything(common(delivered), common(toldBy(cell, begun)))
        brokenHonestly(delivered, toldBy(cell, begun))
        await released(upstream, 1)
        sawRequests(upstream, 1)
      }
    )
  )

  it("that says something now and then is not silent", () => {
    const beat: readonly Step[] = [comment("ping"), { kind: "wait", ms: 100 }]
    const steps = [
      head(200, { headers: eventStream }),
      sse(begun),
      ...Array.from({ length: 8 }, () => beat).flat(),
      sse(golden.frames.slice(begun.length)),
      lastChunk()
    ]
    return faultCase(
      { answers: [{ steps }], gateway: gatewayOver({ clocks: { idle: 500 } }), secrets },
      async ({ raw }) => {
        const client = await raw()
        await client.send(ask(cell))
        const response = await client.response(1)
        everything(common(toldIn(cell, response)), common(toldBy(cell, golden.frames)))
        endedWell(toldIn(cell, response), toldBy(cell, golden.frames))
      }
    )
  })

  it("keeps its client alive with pings that no SDK shows", () => {
    const enough = gate()
    const steps = [
      head(200, { headers: eventStream }),
      sse(begun),
      waitFor(enough),
      sse(golden.frames.slice(begun.length)),
      lastChunk()
    ]
    const gateway = gatewayOver({ limits: { heartbeat: 30 } })
    return faultCase({ answers: [{ steps }], gateway, secrets }, async ({ raw }) => {
      const client = await raw()
      await client.send(ask(cell))
      await untilTold(client, cell, begun)
      const ping = cell.client.format === "messages" ? 'event: ping\ndata: {"type": "ping"}\n\n' : ": ping\n\n"
      await client.until(
        "three pings",
        ({ responses }) => (responses[0]?.text.split(ping).length ?? 0) > 3 || undefined
      )
      enough.open()
      const response = await client.response(1)
      everything(common(toldIn(cell, response)), common(toldBy(cell, golden.frames)))
      endedWell(toldIn(cell, response), toldBy(cell, golden.frames))
    })
  })
  it("keeps its client alive where its vendor has sent headers alone", () => {
    const enough = gate()
    const steps = [head(200, { headers: eventStream }), waitFor(enough), sse(golden.frames), lastChunk()]
    const gateway = gatewayOver({ limits: { heartbeat: 30 } })
    return faultCase({ answers: [{ steps }], gateway, secrets }, async ({ raw }) => {
      const client = await raw()
      await client.send(ask(cell))
      await client.until(
        "three pings",
        ({ responses }) => (responses[0]?.text.split(": ping\n\n").length ?? 0) > 3 || undefined
      )
      enough.open()
      const response = await client.response(1)
      everything(common(toldIn(cell, response)), common(toldBy(cell, golden.frames)))
      endedWell(toldIn(cell, response), toldBy(cell, golden.frames))
    })
  })
})
