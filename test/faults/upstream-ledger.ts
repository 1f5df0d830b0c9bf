import type { Header } from "./http-head.ts"

/** What an upstream saw of one request. Times are milliseconds of the monotonic clock. */
export interface SeenRequest {
  /** Which connection it came on, from 1. */
  readonly connection: number
  /** Which request it was of all, from 1. */
  readonly number: number
  readonly method: string
  /** The request target as it was sent. */
  readonly target: string
  /** The target without its query. */
  readonly path: string
  readonly version: string
  /** In the order and the spelling they were sent, duplicates kept. */
  readonly headers: readonly Header[]
  /** The head just as it came. */
  readonly head: Uint8Array
  /** The body just as it came, the marks of chunks included. */
  readonly rawBody: Uint8Array
  /** The body without the marks of chunks. */
  readonly body: Uint8Array
  /** Whether the whole body came. */
  readonly complete: boolean
  /** What is not HTTP about it, when something is not. */
  readonly problem: string | undefined
  readonly startedAt: number
}

/** How a peer ended a connection, and how many response bytes the system had taken by then. */
export interface PeerEnd {
  readonly how: "fin" | "rst"
  readonly at: number
  readonly afterBytes: number
}

/** What an upstream saw of one connection. */
export interface SeenConnection {
  /** From 1, in the order they were accepted. */
  readonly number: number
  readonly openedAt: number
  /** Every byte that came, in order. */
  readonly received: Uint8Array
  /** How many response bytes the system took so far. */
  readonly sent: number
  /** How the peer ended it; undefined while it did not, or when the script was first to destroy it. */
  readonly peerEnd: PeerEnd | undefined
  /** Whether the peer reset it after having half-closed it. */
  readonly resetAfterFin: boolean
  /** When the script half-closed it. */
  readonly halfClosedAt: number | undefined
  readonly closedAt: number | undefined
}
