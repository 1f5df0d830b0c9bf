import { randomInt } from "node:crypto"
import type { Server as HttpServer } from "node:http"
import { createServer, type Server } from "node:net"

/** Listens on a free port of this machine; the port. */
export const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      if (address === null || typeof address === "string") reject(new Error("The server has no port."))
      else resolve(address.port)
    })
  })

/** A port that nobody listens on, and that Linux gives to none who asks for any: one of those is taken again before it is used. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(10_000, 30_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })
  return isFree ? port : freePort()
}

/** Ends a server, and the connections that it has. */
export const closed = (server: HttpServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
