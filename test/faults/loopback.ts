import type { Server as HttpServer } from "node:http"
import type { Server } from "node:net"

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

/** Ends a server, and the connections that it has. */
export const closed = (server: HttpServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
