import { createServer, type RequestListener } from "node:http"

/** Serves on the port of 127.0.0.1 that the process was told. */
export const listenThere = (handler: RequestListener): void => {
  createServer({ keepAliveTimeout: 120_000 }, handler).listen(Number(process.env["PORT"]), "127.0.0.1")
}

/** Where the process was told that its vendor is. */
export const vendor = new URL(process.env["UPSTREAM"] ?? "http://127.0.0.1")
