import type { UpstreamTimeouts } from "./upstream.ts"

/** What an upstream is allowed. Durations are milliseconds, sizes bytes. */
export interface UpstreamLimits {
  /** `firstByte` is for streams; {@link UpstreamLimits.unaryFirstByte} for what comes when all is done or thought. */
  readonly clocks: UpstreamTimeouts
  readonly unaryFirstByte: number
  /** After how much silence a stream gives an empty piece. */
  readonly heartbeat: number
  /** Requests to one upstream at once. */
  readonly sockets: number
  /** Requests that wait for a socket of one upstream. */
  readonly queue: number
  /** How long they wait. */
  readonly queueClock: number
  /** The part of `sockets` and of `queue` that one tenant may take while it is alone, above 0 and at most 1. */
  readonly share: number
  /** The largest whole answer. */
  readonly reply: number
  /** How much of a stream is held for a slow reader before its connection is paused. */
  readonly held: number
  /** How often a request may be sent again after a failure before which nothing was worked on. */
  readonly retries: number
  /** The longest `retry-after` that is waited for; a longer one is the client's business. */
  readonly retryAfter: number
}

/** The defaults. */
export const defaultUpstreamLimits: UpstreamLimits = {
  clocks: { connect: 10_000, firstByte: 120_000, idle: 60_000, total: 1_800_000 },
  unaryFirstByte: 600_000,
  heartbeat: 15_000,
  sockets: 512,
  queue: 1000,
  queueClock: 10_000,
  share: 0.75,
  reply: 128 * 1024 * 1024,
  held: 64 * 1024,
  retries: 2,
  retryAfter: 5_000
}
