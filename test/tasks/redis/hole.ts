import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"

/** A way to a Redis on which connections can become silent: they stay open, and nothing passes any more. */
export const wayTo = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const open = new Set<Socket>()
      const { port } = new URL(url)
      const server = createServer((near) => {
        const far = connect(Number(port), "127.0.0.1")
        for (const socket of [near, far]) {
          open.add(socket)
          socket.on("error", () => undefined)
          socket.on("close", () => void open.delete(socket))
        }
        near.pipe(far)
        far.pipe(near)
      }).listen(0, "127.0.0.1")
      await once(server, "listening")
      const address = server.address()
      if (address === null || typeof address === "string") throw new Error("The port is not known.")
      return {
        url: `redis://127.0.0.1:${address.port}`,
        silence: () => {
          for (const socket of open) socket.unpipe().pause()
        },
        close: () => {
          for (const socket of open) socket.destroy()
          server.close()
        }
      }
    }),
    ({ close }) => Effect.sync(close)
  )
