import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import { afterEach, expect, it, vi } from "vitest"
import { type NodeExchange, writeAnswer } from "../../src/hosts/node-answer.ts"

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A server that answers everything with so many bytes, and whether it is done with that. */
const answering = async (bytes: number): Promise<{ readonly url: string; readonly isDone: () => boolean }> => {
  let isDone = false
  const answer = { status: 200, headers: { "content-type": "text/plain" }, body: new Uint8Array(bytes) }
  const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const exchange: NodeExchange = { request, response, last: () => false, stalled: 60_000 }
    void Effect.runPromise(writeAnswer(exchange, answer)).then(() => (isDone = true))
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  ends.push(() => new Promise((closed) => server.close(closed).closeAllConnections()))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, isDone: () => isDone }
}

/** Asks, and gives the answer, of which nothing was read. */
const ask = (url: string): Promise<IncomingMessage> =>
  new Promise((answered, failed) => request(url, answered).on("error", failed).end())

/** More than the buffers of two sockets take. */
const large = 32 * 1024 * 1024

it("an answer that its client does not read is not done", async () => {
  const { url, isDone } = await answering(large)
  const answer = await ask(url)
  expect(isDone()).toBe(false)
  answer.resume()
  await vi.waitFor(() => expect(isDone()).toBe(true), 10_000)
})

it("an answer whose client has left is done", async () => {
  const { url, isDone } = await answering(large)
  const answer = await ask(url)
  answer.destroy()
  await vi.waitFor(() => expect(isDone()).toBe(true), 10_000)
})

it("a short answer is done at once", async () => {
  const { url, isDone } = await answering(1024)
  await ask(url)
  expect(isDone()).toBe(true)
})
