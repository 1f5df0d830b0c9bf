import { createServer, type RequestListener } from "node:http"

/** Serves on a free port of 127.0.0.1 with connections that stay open, and keeps no process alive; gives the port. */
export const listen = (handler: RequestListener): Promise<number> => {
  const server = createServer(handler)
  server.keepAliveTimeout = 120_000
  server.unref()
  return new Promise((resolve, reject) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      if (typeof address === "object" && address !== null) resolve(address.port)
      else reject(new Error(`The server listens on ${address} instead of a port.`))
    })
  })
}
