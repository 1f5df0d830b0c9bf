import { bytesOf, joined } from "./bytes.ts"
import type { Bytes } from "./bytes.ts"
import { printHead } from "./http-head.ts"
import type { Header } from "./http-head.ts"

/** What a request for a raw client says besides its path and body. */
export interface RequestOptions {
  readonly method?: string
  /** Added after `host` and before what delimits the body. */
  readonly headers?: readonly Header[]
  readonly host?: string
}

const top = (
  path: string,
  { method = "POST", headers = [], host = "localhost" }: RequestOptions,
  end: readonly Header[]
) => printHead(`${method} ${path} HTTP/1.1`, [["host", host], ...headers, ...end])

/** A request with its length; a body that is not text or bytes is sent as JSON. */
export const post = (path: string, value: unknown, options: RequestOptions = {}): Uint8Array => {
  const bytes = bytesOf(value instanceof Uint8Array || typeof value === "string" ? value : JSON.stringify(value))
  return joined([
    top(path, options, [
      ["content-type", "application/json"],
      ["content-length", String(bytes.length)]
    ]),
    bytes
  ])
}

/** A request in chunks, one for each part. */
export const postChunked = (path: string, parts: readonly Bytes[], options: RequestOptions = {}): Uint8Array =>
  joined([
    top(path, options, [
      ["content-type", "application/json"],
      ["transfer-encoding", "chunked"]
    ]),
    ...parts.flatMap((part) => [`${bytesOf(part).length.toString(16)}\r\n`, part, "\r\n"]),
    "0\r\n\r\n"
  ])

/** A request without a body. */
export const get = (path: string, options: RequestOptions = {}): Uint8Array =>
  bytesOf(top(path, { method: "GET", ...options }, []))
