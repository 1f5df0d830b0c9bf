import { afterEach, describe, expect, it, vi } from "vitest"
import type { MeterEntry } from "../../../src/gateway.ts"
import {
  body,
  brokenStream,
  chatBody,
  clientKey,
  faultCase,
  gzipped,
  head,
  json,
  messagesBody,
  never,
  noSecret,
  post,
  redirect,
  reset,
  stream
} from "../index.ts"
import type { Scripted } from "../index.ts"
import { ask, cells } from "./cells.ts"
import type { Cell } from "./cells.ts"
import { gatewayOver, secrets, upstreamKeys } from "./gateway.ts"
import { patience } from "../../setup/patience.ts"

const prompt = "canary-prompt-4d1f70b2ce5a4c39"
const wrongKey = "canary-wrong-key-91ab37c4e8d25f60"
const canaries = [...secrets, prompt, wrongKey]

/** All that is written to the two outputs and to the console while a case runs. */
const outputs = () => {
  const written: unknown[] = []
  const kept = (...said: readonly unknown[]): boolean => written.push(...said) > 0
  vi.spyOn(process.stdout, "write").mockImplementation(kept)
  vi.spyOn(process.stderr, "write").mockImplementation(kept)
  for (const level of ["log", "info", "warn", "error", "debug", "trace"] as const) {
    vi.spyOn(console, level).mockImplementation((...said) => void written.push(...said))
  }
  return written
}

afterEach(() => void vi.restoreAllMocks())

/** Upstreams that fail in every way, most of them telling the keys that they were called with. */
const failures = (cell: Cell): readonly (readonly [string, Scripted])[] => {
  const { claude, openai } = upstreamKeys
  const telling = `Incorrect key: ${openai} ${claude}, see http://vendor.invalid/?key=${openai}`
  const told = {
    ...cell.upstream.failure,
    error: { type: "authentication_error", message: telling, code: "invalid_api_key" }
  }
  return [
    ["a 401 that tells the key", json(401, told)],
    ["a 403 that tells the key", json(403, told)],
    ["a 401 that is a page", json(401, `<html>${telling}</html>`)],
    ["a redirect that tells the key", redirect(302, `http://vendor.invalid/?key=${openai}&other=${claude}`)],
    ["a header that tells the key", json(500, cell.upstream.failure, { headers: [["x-debug", telling]] })],
    ["a reset", reset],
    ["a silence", never],
    ["a gzip'd answer", gzipped(200, "application/json", "{}")],
    ["a page with status 200", { steps: [head(200, { body: { length: telling.length } }), body(telling)] }],
    ["a broken stream", brokenStream(cell.upstream.golden.frames, { how: "fin in chunks", frames: 9 })]
  ]
}

describe.each(cells)("canaries: $name", (cell) => {
  const said = { messages: [{ role: "user", content: prompt }] }

  it("ways to fail are as many as listed", () => expect(failures(cell).length).toBe(10))

  it.each(failures(cell))("none comes out: %s", (_, answer) => {
    const written = outputs()
    const entries: MeterEntry[] = []
    const gateway = gatewayOver({ clocks: { firstByte: 100, total: 400 }, limits: { retries: 0 }, entries })
    return faultCase({ answers: [answer, answer], gateway, secrets: canaries }, async ({ raw }) => {
      for (const streamed of [true, false]) {
        const client = await raw()
        await client.send(ask(cell, { stream: streamed, body: said }))
        await client.response(1)
      }
      await vi.waitFor(() => expect(entries.length).toBe(2), patience)
      noSecret(entries, canaries)
      noSecret(written, canaries)
    })
  })

  it("none comes out of what is refused before the upstream is called", () => {
    const written = outputs()
    return faultCase({ answers: [], gateway: gatewayOver(), secrets: canaries }, async ({ raw, upstream }) => {
      const known = `Bearer ${clientKey}`
      const requests = [
        ask(cell, { body: { messages: prompt } }),
        ask(cell, { body: { messages: [{ role: 7, content: prompt }] } }),
        ask(cell, { body: { ...said, temperature: prompt } }),
        post(cell.client.path, `{"model": "${prompt}`, { headers: [["authorization", known]] }),
        post(cell.client.path, said, { headers: [["authorization", `Bearer ${wrongKey}`]] }),
        post(cell.client.path, said, {
          headers: [
            ["authorization", known],
            ["x-api-key", `${wrongKey}\u00e9`]
          ]
        }),
        post(`${cell.client.path}/${wrongKey}`, said, { headers: [["authorization", known]] }),
        post(`/nowhere?key=${wrongKey}`, said),
        post(cell.client.path, said, { method: "PUT", headers: [["authorization", known]] })
      ]
      for (const request of requests) {
        const client = await raw()
        await client.send(request)
        const { status } = await client.response(1)
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
      }
      expect(upstream.requests.length).toBe(0)
      noSecret(written, canaries)
    })
  })
})

describe("canaries through the official SDKs", () => {
  const answers = [stream([]), json(401, {}), never]

  it.each(["openai", "openaiPrevious", "anthropic", "anthropicPrevious"] as const)("none comes out of %s", (name) => {
    const written = outputs()
    const gateway = gatewayOver({ clocks: { firstByte: 100, total: 400 }, limits: { retries: 0 } })
    const kept = Object.values(upstreamKeys)
    return faultCase(
      { answers, gateway, secrets: kept },
      async ({ openai, openaiPrevious, anthropic, anthropicPrevious }) => {
        const chat = { openai, openaiPrevious }
        const messages = { anthropic, anthropicPrevious }
        const calls = ["stream", "unary", "unary"] as const
        for (const call of calls) {
          const { error } =
            name === "openai" || name === "openaiPrevious"
              ? await chat[name]()[call](chatBody)
              : await messages[name]()[call](messagesBody)
          expect(error?.status).toBeGreaterThanOrEqual(500)
        }
        noSecret(written, kept)
      }
    )
  })
})
