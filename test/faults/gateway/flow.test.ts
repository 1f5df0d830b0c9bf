import { describe, expect, it } from "vitest"
import {
  body,
  brokenHonestly,
  endedWell,
  everything,
  faultCase,
  head,
  json,
  keptByKernel,
  lastChunk,
  printFrame,
  released,
  settled,
  silence,
  sse,
  stream
} from "../index.ts"
import type { Frame, Step } from "../index.ts"
import { ask, cells, common, toldBy, toldIn } from "./cells.ts"
import { gatewayOver, secrets } from "./gateway.ts"

const eventStream = [["content-type", "text/event-stream"]] as const

const mebi = 1024 * 1024

describe.each(cells)("a client that reads slowly: $name", (cell) => {
  it("holds the upstream back, and is told everything once it reads", { timeout: 180_000 }, () => {
    const letters = "x".repeat(128 * 1024)
    const [text] = cell.upstream.begun.slice(-1)
    if (text === undefined) throw new Error("golden")
    const large: Frame = { ...text, data: text.data.replace(/Ich prüfe /, letters) }
    const printed = printFrame(large).length
    const times = Math.ceil((2 * keptByKernel + 16 * mebi) / printed)
    const size = printed * times
    const rest = cell.upstream.golden.frames.slice(cell.upstream.begun.length)
    const steps = [
      head(200, { headers: eventStream }),
      sse(cell.upstream.begun),
      ...Array.from({ length: times }, () => sse([large])),
      sse(rest),
      lastChunk()
    ]
    return faultCase({ answers: [{ steps }], gateway: gatewayOver(), secrets }, async ({ raw, upstream }) => {
      const client = await raw()
      client.pause()
      await client.send(ask(cell))
      await upstream.request(1)
      const sent = await settled(() => upstream.connections[0]?.sent ?? 0)
      expect(sent).toBeLessThan(size)
      client.resume()
      const ended = cell.client.format === "messages" ? "message_stop" : "[DONE]"
      await client.until("the end", ({ reads }) => Buffer.from(reads.at(-1)?.bytes ?? "").includes(ended) || undefined)
      const delivered = toldIn(cell, await client.response(1))
      expect(delivered.runs.find(({ track }) => track === "text")?.text.length).toBe(
        letters.length * times + "Ich prüfe 東京 und Zürich 🏔️.".length
      )
      endedWell(delivered, toldBy(cell, cell.upstream.golden.frames))
    })
  })
})

describe.each(cells)("an event without an end: $name", (cell) => {
  const { begun } = cell.upstream
  const open = cell.upstream.format === "messages" ? "event: content_block_delta\ndata: " : "data: "
  const most = 32 * mebi + keptByKernel
  const endless: readonly Step[] = Array.from({ length: Math.ceil(most / mebi) }, () => body("x".repeat(mebi)))

  it.each([
    ["an endless line", [body(open), ...endless]],
    ["an endless event of many lines", [body(open), ...endless.flatMap((step) => [step, body("\ndata: ")])]]
  ])("%s is one error, and the upstream is let go", { timeout: 180_000 }, (_, more) =>
    faultCase(
      {
        answers: [{ steps: [head(200, { headers: eventStream }), sse(begun), ...more, silence] }],
        gateway: gatewayOver(),
        secrets
      },
      async ({ raw, upstream }) => {
        const client = await raw()
        await client.send(ask(cell))
        const response = await client.response(1)
        everything(common(toldIn(cell, response)), common(toldBy(cell, begun)))
        brokenHonestly(toldIn(cell, response), toldBy(cell, begun))
        await released(upstream, 1)
        expect(upstream.connections[0]?.sent).toBeLessThan(most)
      }
    )
  )

  it("a large event passes", { timeout: 180_000 }, () => {
    const letters = "x".repeat(8 * mebi)
    const frames = cell.upstream.golden.frames.map((frame) => ({
      ...frame,
      data: frame.data.replace(/Ich prüfe /, letters)
    }))
    return faultCase(
      { answers: [stream(frames, { cut: 64 * 1024 })], gateway: gatewayOver(), secrets },
      async ({ raw }) => {
        const client = await raw()
        await client.send(ask(cell))
        const ended = cell.client.format === "messages" ? "message_stop" : "[DONE]"
        await client.until(
          "the end",
          ({ reads }) => Buffer.from(reads.at(-1)?.bytes ?? "").includes(ended) || undefined
        )
        const delivered = toldIn(cell, await client.response(1))
        everything(common(delivered), common(toldBy(cell, frames)))
        endedWell(delivered, toldBy(cell, frames))
      }
    )
  })

  it("a whole answer that is too large is a 502, and the upstream is let go", () =>
    faultCase(
      {
        answers: [json(200, { ...cell.upstream.answer, id: "x".repeat(mebi) })],
        gateway: gatewayOver({ limits: { reply: mebi } }),
        secrets
      },
      async ({ raw, upstream }) => {
        const client = await raw()
        await client.send(ask(cell, { stream: false }))
        expect((await client.response(1)).status).toBe(502)
        await released(upstream, 1)
      }
    ))
})
