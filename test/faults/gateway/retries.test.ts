import { createServer } from "node:net"
import { describe, expect, it, vi } from "vitest"
import type { MeterEntry } from "../../../src/gateway.ts"
import { endedWell, faultCase, head, json, body, released, reset, sawRequests, stream, valuesOf } from "../index.ts"
import type { Header, Scripted } from "../index.ts"
import { listen } from "../loopback.ts"
import { ask, cells, toldBy, toldIn } from "./cells.ts"
import type { Cell } from "./cells.ts"
import { gatewayOver, secrets } from "./gateway.ts"
import { patience } from "../../setup/patience.ts"

const gateway = gatewayOver()

const types: ReadonlyMap<number, string> = new Map([
  [429, "rate_limit_error"],
  [529, "overloaded_error"]
])

const refusal = (cell: Cell, status: number, headers: readonly Header[] = []): Scripted => {
  const type = types.get(status)
  const error = { message: "Refused by hand", ...(type === undefined ? { type: "api_error" } : { type }) }
  return json(status, cell.upstream.format === "messages" ? { type: "error", error } : { error }, { headers })
}

const soon: readonly Header[] = [["retry-after-ms", "1"]]

const modes = [
  ["streamed", true],
  ["whole", false]
] as const

const good = (cell: Cell, streamed: boolean): Scripted =>
  streamed ? stream(cell.upstream.short.frames) : json(200, cell.upstream.answer)

/** Asks once, and gives the answer and how often the upstream was asked. */
const outcome = async (cell: Cell, streamed: boolean, answers: readonly Scripted[], requests: number) => {
  let response: { readonly status: number; readonly headers: readonly Header[] } = { status: 0, headers: [] }
  await faultCase({ answers, gateway, secrets }, async ({ raw, upstream }) => {
    const client = await raw()
    await client.send(ask(cell, { stream: streamed }))
    const answer = await client.response(1)
    if (streamed && answer.status === 200) endedWell(toldIn(cell, answer), toldBy(cell, cell.upstream.short.frames))
    response = answer
    sawRequests(upstream, requests)
  })
  return { status: response.status, says: (name: string) => valuesOf(response.headers, name) }
}

describe.each(cells)("sending again: $name", (cell) => {
  describe.each(modes)("%s", (_, streamed) => {
    it("never after a reset that followed the request", async () => {
      expect((await outcome(cell, streamed, [reset, good(cell, streamed)], 1)).status).toBe(502)
    })

    it("never after the upstream closed without a word", async () => {
      expect((await outcome(cell, streamed, [{ steps: [{ kind: "fin" }] }, good(cell, streamed)], 1)).status).toBe(502)
    })

    it.each([429, 503, 529])("after a %d, which refuses before work", async (status) => {
      expect((await outcome(cell, streamed, [refusal(cell, status, soon), good(cell, streamed)], 2)).status).toBe(200)
    })

    it.each([400, 401, 403, 404, 408, 409, 413, 422, 500, 502, 504])("never after a %d", async (status) => {
      const answer = await outcome(cell, streamed, [refusal(cell, status, soon), good(cell, streamed)], 1)
      expect(answer.status).toBe(status === 401 || status === 403 ? 502 : answer.status)
      expect(answer.status).toBeGreaterThanOrEqual(400)
    })

    it.each([
      ["a page", "<html><body>503 Service Temporarily Unavailable</body></html>", "text/html"],
      ["a line", "upstream connect error or disconnect/reset before headers", "text/plain"],
      ["a message", '{"message":"Service Unavailable"}', "application/json"],
      ["nothing", "", "text/plain"]
    ])("never after a 503 that is no vendor's own: %s", async (_, text, type) => {
      const proxy: Scripted = {
        steps: [head(503, { headers: [["content-type", type], ...soon], body: { length: text.length } }), body(text)]
      }
      expect((await outcome(cell, streamed, [proxy, good(cell, streamed)], 1)).status).toBeGreaterThanOrEqual(502)
    })

    it("never after a 429 of an account that has no money left, which the client is told", async () => {
      const word = cell.upstream.format === "messages" ? "billing_error" : "insufficient_quota"
      const error = { message: "Refused by hand", type: word, code: word }
      const refused = json(429, { type: "error", error }, { headers: soon })
      const { status, says } = await outcome(cell, streamed, [refused, good(cell, streamed)], 1)
      expect([status, says("x-should-retry")]).toEqual([429, ["false"]])
    })

    it("at most twice, and then says so", async () => {
      const answers = [...Array.from({ length: 3 }, () => refusal(cell, 429, soon)), good(cell, streamed)]
      const { status, says } = await outcome(cell, streamed, answers, 3)
      expect([status, says("x-should-retry")]).toEqual([429, ["false"]])
    })

    it("never when the upstream says that it is of no use", async () => {
      const answers = [refusal(cell, 429, [["x-should-retry", "false"]]), good(cell, streamed)]
      const { status, says } = await outcome(cell, streamed, answers, 1)
      expect([status, says("x-should-retry")]).toEqual([429, ["false"]])
    })

    it.each([
      ["seconds beyond the cap", "6", "6"],
      ["very many seconds", "1000000000", "1000000000"]
    ])("never when the wait is longer than the cap, which the client is told (%s)", async (_, value, told) => {
      const answers = [refusal(cell, 429, [["retry-after", value]]), good(cell, streamed)]
      const { status, says } = await outcome(cell, streamed, answers, 1)
      expect([status, says("retry-after")]).toEqual([429, [told]])
    })

    it.each([
      ["no time at all", "0"],
      ["a date that is past", "Wed, 21 Oct 2015 07:28:00 GMT"]
    ])("at once when the upstream asks for %s", async (_, value) => {
      const answers = [refusal(cell, 503, [["retry-after", value]]), good(cell, streamed)]
      expect((await outcome(cell, streamed, answers, 2)).status).toBe(200)
    })
  })

  it("when nobody listens, and says that it could not be reached", async () => {
    const nobody = await deadUrl()
    const entries: MeterEntry[] = []
    const dead = gatewayOver({ limits: { retries: 1 }, entries })
    await faultCase({ answers: [], gateway: () => dead(nobody), secrets }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(ask(cell))
      expect((await client.response(1)).status).toBe(502)
      sawRequests(upstream, 0)
      await vi.waitFor(() => expect(entries.map(({ ended }) => ended)).toEqual(["failed"]), patience)
    })
  })
})

/** An address that nobody listens at. */
const deadUrl = async (): Promise<string> => {
  const server = createServer()
  const port = await listen(server)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return `http://127.0.0.1:${port}`
}

describe.each(cells)("failed bodies: $name", (cell) => {
  it.each(modes)("hold no connection: many failures over two sockets (%s)", async (_, streamed) => {
    const rounds = 12
    const large = "x".repeat(256 * 1024)
    const failures: readonly Scripted[] = Array.from({ length: rounds }, (_, at) => {
      if (at % 3 === 0) return json(500, { ...cell.upstream.failure, large })
      if (at % 3 === 1)
        return { steps: [head(302, { headers: [["location", "/"]] }), body(large), { kind: "silence" }] }
      return { steps: [head(200, { headers: [["content-encoding", "br"]] }), body(large), { kind: "silence" }] }
    })
    const narrow = gatewayOver({ limits: { sockets: 2, queue: 0, retries: 0 } })
    await faultCase(
      { answers: [...failures, good(cell, streamed)], gateway: narrow, secrets },
      async ({ raw, upstream }) => {
        const client = await raw()
        for (let nth = 1; nth <= rounds; nth++) {
          await client.send(ask(cell, { stream: streamed }))
          expect((await client.response(nth)).status).toBeGreaterThanOrEqual(500)
        }
        await client.send(ask(cell, { stream: streamed }))
        expect((await client.response(rounds + 1)).status).toBe(200)
        sawRequests(upstream, rounds + 1)
        expect(upstream.open()).toBeLessThanOrEqual(2)
      }
    )
  })

  it("leave a crowd with its format's word for it, and the next request works", () =>
    faultCase(
      {
        answers: [{ steps: [{ kind: "silence" }] }, good(cell, true)],
        gateway: gatewayOver({ limits: { sockets: 1, queue: 0, retries: 0 } }),
        secrets
      },
      async ({ raw, upstream }) => {
        const first = await raw()
        await first.send(ask(cell))
        await upstream.request(1)
        const second = await raw()
        await second.send(ask(cell))
        expect((await second.response(1)).status).toBe(cell.client.format === "messages" ? 529 : 503)
        first.leave("rst")
        await released(upstream, 1)
        await second.send(ask(cell))
        expect((await second.response(2)).status).toBe(200)
      }
    ))
})
