import { describe, expect, it, vi } from "vitest"
import type { MeterEntry } from "../../../src/gateway.ts"
import { brokenStream, faultCase, json, never, readFrames, released, stream } from "../index.ts"
import type { Frame, Scripted } from "../index.ts"
import { ask, cells, untilTold } from "./cells.ts"
import type { Cell } from "./cells.ts"
import { gatewayOver, secrets } from "./gateway.ts"
import { patience } from "../../setup/patience.ts"

/** The golden usages by hand: chat counts cached prompt tokens and reasoning in, messages leaves the cache out. */
const golden = (cell: Cell) =>
  cell.upstream.format === "messages"
    ? { input: 23, cacheRead: 8, cacheWrite: 5, text: 47, reasoning: undefined }
    : { input: 23, cacheRead: 8, cacheWrite: undefined, text: 38, reasoning: 9 }

const usageOf = ({ usage }: MeterEntry) => ({
  input: usage?.input,
  cacheRead: usage?.cacheRead,
  cacheWrite: usage?.cacheWrite,
  text: usage?.text,
  reasoning: usage?.reasoning
})

/** Asks once, and gives the one entry that the meter wrote, with the text that the client read. */
const metered = async (
  cell: Cell,
  answer: Scripted,
  streamed: boolean
): Promise<readonly [MeterEntry | undefined, string]> => {
  const entries: MeterEntry[] = []
  let text = ""
  await faultCase(
    { answers: [answer], gateway: gatewayOver({ entries, limits: { retries: 0 } }), secrets },
    async ({ raw }) => {
      const client = await raw()
      await client.send(ask(cell, { stream: streamed }))
      text = (await client.response(1)).text
      await vi.waitFor(() => expect(entries.length).toBe(1), patience)
    }
  )
  expect(entries.length).toBe(1)
  return [entries[0], text]
}

describe.each(cells)("what a meter is told: $name", (cell) => {
  const { frames } = cell.upstream.golden
  const common = {
    requestId: "harness-request",
    endpoint: cell.client.format,
    principal: "harness",
    model: cell.upstream.model,
    sent: cell.upstream.model,
    formats: { client: cell.client.format, upstream: cell.upstream.format }
  }

  it("of a whole answer", async () => {
    const [entry] = await metered(cell, json(200, cell.upstream.answer), false)
    expect(entry).toMatchObject({ ...common, stream: false, ended: "finished" })
    expect(entry === undefined ? undefined : usageOf(entry)).toEqual(golden(cell))
  })

  it("of a stream whose client did not ask for usage", async () => {
    const [entry, text] = await metered(cell, stream(frames), true)
    expect(entry).toMatchObject({ ...common, stream: true, ended: "finished" })
    expect(entry === undefined ? undefined : usageOf(entry)).toEqual(golden(cell))
    if (cell.client.format === "chat-completions") expect(readFrames(text).frames.some(tellsUsage)).toBe(false)
  })

  it("of a stream that failed after its usage was told", async () => {
    const count = cell.upstream.format === "messages" ? frames.length - 1 : 7
    const [entry] = await metered(cell, brokenStream(frames, { how: "fin in chunks", frames: count }), true)
    expect(entry).toMatchObject({ ...common, ended: "failed", error: { reason: "UpstreamFailed" } })
    expect(entry?.usage?.text).toBe(cell.upstream.format === "messages" ? 47 : undefined)
  })

  it("of an upstream that refused", async () => {
    const [entry] = await metered(cell, json(400, cell.upstream.failure), false)
    expect(entry).toMatchObject({ ...common, ended: "failed" })
    expect(entry?.usage).toBeUndefined()
  })

  it("of a client that left, once", () => {
    const entries: MeterEntry[] = []
    return faultCase({ answers: [never], gateway: gatewayOver({ entries }), secrets }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(ask(cell))
      await upstream.request(1)
      client.leave("rst")
      await released(upstream, 1)
      await vi.waitFor(() => expect(entries.length).toBe(1), patience)
      expect(entries[0]).toMatchObject({ ...common, ended: "aborted" })
    })
  })

  it("nothing of what never reached an upstream", () => {
    const entries: MeterEntry[] = []
    return faultCase({ answers: [], gateway: gatewayOver({ entries }), secrets }, async ({ raw }) => {
      const client = await raw()
      await client.send(ask(cell, { body: { messages: 7 } }))
      expect((await client.response(1)).status).toBe(400)
      expect(entries).toEqual([])
    })
  })

  it("of each of many at once, its own", async () => {
    const entries: MeterEntry[] = []
    const many = 24
    const answers = Array.from({ length: many }, () => stream(frames))
    await faultCase({ answers, gateway: gatewayOver({ entries }), secrets }, async ({ raw }) => {
      const clients = await Promise.all(Array.from({ length: many }, () => raw()))
      await Promise.all(
        clients.map(async (client) => {
          await client.send(ask(cell))
          await untilTold(client, cell, frames)
          await client.response(1)
        })
      )
      await vi.waitFor(() => expect(entries.length).toBe(many), patience)
      for (const entry of entries) expect(usageOf(entry)).toEqual(golden(cell))
    })
  })
})

const tellsUsage = ({ data }: Frame): boolean => data !== "[DONE]" && /"usage":\{/.test(data)
