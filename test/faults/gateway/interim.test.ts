import { describe, expect, it } from "vitest"
import { endedWell, faultCase, interim, json, sawRequests, stream, write } from "../index.ts"
import type { Scripted, Step } from "../index.ts"
import { ask, cells, toldBy, toldIn } from "./cells.ts"
import { gatewayOver, secrets } from "./gateway.ts"

const gateway = gatewayOver()

const before = (steps: readonly Step[], answer: Scripted): Scripted => ({
  ...answer,
  steps: [...steps, ...answer.steps]
})

const interims: readonly (readonly [name: string, steps: readonly Step[]])[] = [
  ["100 Continue", [interim(100)]],
  ["100 Continue twice", [interim(100), interim(100)]],
  ["100 Continue with headers", [interim(100, [["x-proxy", "1"]])]],
  ["100 Continue byte by byte", [write("HTTP/1.1 100 Continue\r\n\r\n", { cut: 1 })]],
  ["102 Processing", [interim(102)]],
  ["103 Early Hints", [interim(103, [["link", "</a>"]])]],
  ["100, 103 and 100", [interim(100), interim(103), interim(100)]]
]

describe.each(cells)("before the answer comes what says nothing: $name", (cell) => {
  it.each(interims)("%s, and then it is the answer, on a connection that is kept", async (_, steps) => {
    const whole = before(steps, json(200, cell.upstream.answer))
    const streamed = before(steps, stream(cell.upstream.short.frames))
    await faultCase({ answers: [whole, streamed], gateway, secrets }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(ask(cell))
      expect((await client.response(1)).status).toBe(200)
      await client.send(ask(cell, { stream: true }))
      endedWell(toldIn(cell, await client.response(2)), toldBy(cell, cell.upstream.short.frames))
      sawRequests(upstream, 2)
    })
  })
})
