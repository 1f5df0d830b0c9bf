import type { ServerResponse } from "node:http"

/** Headers that say how an answer is written and sent (RFC 9110, section 7.6.1), which is the gateway's affair. */
const framing = [
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "trailer",
  "te",
  "proxy-connection",
  "keep-alive",
  "upgrade"
] as const

const all: ReadonlySet<string> = new Set([...framing, "connection"])

/** Whether a header, by its name in small letters, is the gateway's affair. */
export const isFraming = (name: string): boolean => all.has(name)

/**
 * Takes such headers back that others set on a response before its head is written; what compresses sets its own while
 * that is done. `connection` stays, in which an app that stops says `close`. Node chunks no more what `transfer-encoding`
 * was taken from, so that a body that comes by and by has it said, where its client knows it.
 */
export const takeBackFraming = (response: ServerResponse, isWhole: boolean): void => {
  for (const name of framing) {
    if (!response.hasHeader(name)) continue
    if (name === "transfer-encoding" && !isWhole && response.useChunkedEncodingByDefault)
      response.setHeader(name, "chunked")
    else response.removeHeader(name)
  }
}
