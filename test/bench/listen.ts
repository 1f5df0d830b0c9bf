import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

/** Serves on a free port of 127.0.0.1 with connections that stay open; gives the port. */
export const listen = (handler: RequestListener): Promise<number> => {
  const server = createServer(handler)
  server.keepAliveTimeout = 120_000
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })
}
