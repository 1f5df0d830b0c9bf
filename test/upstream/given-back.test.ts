import { createServer, Socket } from "node:net"
import { setTimeout as after } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { expect, it, onTestFinished, vi } from "vitest"
import { Upstream } from "../../src/index.ts"
import { layerUndici } from "../../src/node.ts"
import { listen } from "../faults/loopback.ts"

/** More chunks than are taken ahead of a reader; a socket reads several of them at once. */
const answer = [
  "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n",
  ...Array.from({ length: 64 }, () => `2000\r\n${"a".repeat(8192)}\r\n`),
  "0\r\n\r\n"
].join("")

it("what undici gives back to a socket, as its reader wants no more yet, keeps no more memory than itself", async () => {
  const given = vi.spyOn(Socket.prototype, "unshift")
  const server = createServer((socket) => {
    socket.on("error", () => undefined)
    socket.once("data", () => socket.write(answer))
  })
  const url = `http://127.0.0.1:${await listen(server)}/`
  const runtime = ManagedRuntime.make(layerUndici({ retries: 0 }))
  onTestFinished(async () => {
    given.mockRestore()
    await runtime.dispose()
    server.close()
  })
  let length = 0
  const call = Effect.flatMap(Upstream, ({ stream }) => stream({ url, method: "POST", headers: {}, body: "{}" }))
  const read = Effect.flatMap(call, ({ flow }) =>
    Effect.callback<void>((resume) => {
      flow.read({
        take: (pieces) => {
          for (const piece of pieces) length += piece.length
          void after(5).then(() => flow.resume())
          return false
        },
        end: () => resume(Effect.void),
        die: (thrown) => resume(Effect.die(thrown))
      })
    })
  )
  await runtime.runPromise(Effect.scoped(read))
  expect(length).toBe(64 * 8192)
  const rests = given.mock.calls.map(([rest]) => rest)
  const held = rests.map(({ length, buffer }) => 7 * buffer.byteLength <= 8 * length)
  expect(held.length).toBeGreaterThan(0)
  expect(held).toEqual(held.map(() => true))
})
