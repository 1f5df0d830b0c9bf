import type { UpstreamRequest } from "./upstream.ts"

/** What is heard on a line, in this order: `start`, `head`, `data` …, then `end` or `fail` once. */
export interface CallListener {
  /** The connection stands; from now on bytes may have been sent. */
  readonly start: () => void
  readonly head: (status: number, headers: Readonly<Record<string, string>>) => void
  readonly data: (piece: Uint8Array) => void
  readonly end: () => void
  /** `unsent` where it is known that not one byte was sent; `cause`: what the runtime threw. */
  readonly fail: (unsent: boolean, cause?: unknown) => void
}

/** One request under way. */
export interface RequestLine {
  readonly pause: () => void
  readonly resume: () => void
  /** Ends it and frees its connection. Nothing is heard after that. */
  readonly hangUp: () => void
}

/** Sends a request over a real client: all that differs between clients. It never throws. */
export type DialUpstream = (request: UpstreamRequest, listener: CallListener) => RequestLine

/** The headers that every request has besides its own. Nothing that identifies a trace or this library. */
export const headersOf = (request: UpstreamRequest): Record<string, string> => ({
  ...request.headers,
  "accept-encoding": "identity"
})
