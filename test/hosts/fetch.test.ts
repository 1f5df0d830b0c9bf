import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { RunningGateway } from "../../src/index.ts"
import { make } from "../../src/sandbox.ts"
import { chat } from "./contract/clients.ts"
import { clientKey, gatewayAt, upstreamKey } from "./gateway.ts"

const sandbox = make({ pace: 0, key: upstreamKey })

let gateway: RunningGateway
let calls: AbortSignal[] = []

beforeEach(() => {
  calls = []
  gateway = gatewayAt("http://sandbox.test", (request) => {
    calls.push(request.signal)
    return sandbox.fetch(request)
  })
})
afterEach(() => gateway.dispose())

const asked = (signal: AbortSignal | null = null, model = "gpt-4o-slow"): Request =>
  new Request("http://gateway/v1/chat/completions", {
    method: "POST",
    headers: { authorization: `Bearer ${clientKey}`, "content-type": "application/json" },
    body: JSON.stringify({ ...chat(model), stream: true }),
    signal
  })

const over = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => (signal?.aborted === true ? resolve() : signal?.addEventListener("abort", () => resolve())))

describe("a gateway as a function of a Request", () => {
  it.each([
    [1024, 404],
    [1025, 413]
  ])("reads a body of as many bytes as an endpoint takes, and no more: of %i it says %i", async (bytes, status) => {
    const body = JSON.stringify({ ...chat("nobody-s-model"), max_tokens: 1 }).padEnd(bytes)
    const headers = { authorization: `Bearer ${clientKey}`, "content-type": "application/json" }
    const answer = await gateway.fetch(new Request("http://gateway/v1/narrow", { method: "POST", headers, body }))
    expect(answer.status).toBe(status)
  })

  it.each(["http://gateway/livez", new URL("http://gateway/livez")])("says what it takes: not %o", async (address) => {
    // @ts-expect-error -- what a caller without types may give
    await expect(gateway.fetch(address)).rejects.toThrow("takes a Request")
  })

  it("tells HEAD the length of a body that it does not send", async () => {
    const headers = { authorization: `Bearer ${clientKey}` }
    const [got, head] = await Promise.all(
      ["GET", "HEAD"].map((method) => gateway.fetch(new Request("http://gateway/v1/models", { method, headers })))
    )
    const length = String((await got?.arrayBuffer())?.byteLength)
    expect([head?.headers.get("content-length"), head?.body]).toEqual([length, null])
  })

  it("gives each request an id of its own", async () => {
    const ask = () => gateway.fetch(new Request("http://gateway/v1/nothing"))
    const answers = await Promise.all(Array.from({ length: 900 }, ask))
    expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(900)
  })

  it("ends the upstream's stream when the answer's body is cancelled", async () => {
    const { body } = await gateway.fetch(asked())
    const reader = body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await over(calls[0])
    expect(calls).toHaveLength(1)
  })

  it("ends the upstream's stream when the request's signal aborts", async () => {
    const leave = new AbortController()
    const { body } = await gateway.fetch(asked(leave.signal))
    await body?.getReader().read()
    leave.abort()
    await over(calls[0])
    expect(calls).toHaveLength(1)
  })

  it("breaks off a body that is read on after its request's signal aborted", async () => {
    const leave = new AbortController()
    const { body } = await gateway.fetch(asked(leave.signal))
    const reader = body?.getReader()
    await reader?.read()
    leave.abort()
    await expect(reader?.read()).rejects.toThrow("cut off")
  })

  it("tells a host of no error that cancels the body as the signal aborts", async () => {
    const leave = new AbortController()
    const { body } = await gateway.fetch(asked(leave.signal))
    const reader = body?.getReader()
    await reader?.read()
    const last = reader?.read()
    leave.signal.addEventListener("abort", () => void reader?.cancel())
    leave.abort()
    expect(await last).toEqual({ done: true, value: undefined })
  })

  it("calls nobody for a request that was aborted before it came", async () => {
    const answer = await gateway.fetch(asked(AbortSignal.abort()))
    expect([answer.status, calls.every(({ aborted }) => aborted)]).toEqual([499, true])
  })

  it("reads no faster from the upstream than its own reader does", async () => {
    let pulled = 0
    const event = new TextEncoder().encode(
      `data: ${JSON.stringify({ id: "x", choices: [{ index: 0, delta: { content: "x".repeat(65_536) } }] })}\n\n`
    )
    const endless = gatewayAt("http://sandbox.test", () => {
      const body = new ReadableStream<Uint8Array>({ pull: (to) => (pulled++, to.enqueue(event)) })
      return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }))
    })
    const { body } = await endless.fetch(asked(null, "gpt-4o"))
    const reader = body?.getReader()
    for (let read = 0; read < 5; read++) await reader?.read()
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(pulled).toBeLessThan(30)
    await reader?.cancel()
    await endless.dispose()
  })
})
