import type { IncomingMessage } from "node:http"
import { GatewayError } from "../core/errors/error.ts"

/** Headers of which node keeps one and drops the others in silence, and which others may read the other way round. */
const single: ReadonlySet<string> = new Set(["host", "authorization", "content-type"])

/** What no name of a host holds. */
const noHost = /[\s/\\?#@]/

/** Why a request that node lets through may mean one thing to us and another to whoever stands before us. */
export const doubtOf = ({ headers, rawHeaders, httpVersion }: IncomingMessage): GatewayError | undefined => {
  const coding = headers["transfer-encoding"]
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return wrong("transfer-encoding")
  if (headers.host === undefined && httpVersion === "1.1") return hostless()
  if (headers.host !== undefined && noHost.test(headers.host)) return wrong("host")
  const twice = repeated(rawHeaders)
  return twice === undefined ? undefined : wrong(twice)
}

/** The header that stands there twice though it may not. Names and values take turns in `rawHeaders`. */
const repeated = (rawHeaders: readonly string[]): string | undefined => {
  let seen = ""
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ""
    if (!single.has(name)) continue
    if (seen.includes(`${name};`)) return name
    seen += `${name};`
  }
  return undefined
}

/** What RFC 9112 wants of every request of HTTP/1.1, in its section 3.2. */
const hostless = (): GatewayError =>
  new GatewayError("InvalidRequest", "The header `host` is missing.", { code: "malformed_request" })

const wrong = (header: string): GatewayError =>
  new GatewayError("InvalidRequest", `The header \`${header}\` can be read in two ways.`)
