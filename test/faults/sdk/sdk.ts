import type { FormatId } from "../golden/golden.ts"
import type { CallOptions, SdkLedger } from "./ledger.ts"

/** Where a driver calls, and how. */
export interface SdkOptions {
  /** The gateway's (or the scripted upstream's) URL, without a path. */
  readonly url: string
  /** The client's key. */
  readonly key?: string
  /** How often the SDK tries again: 0 unless a case is about that. */
  readonly maxRetries?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** One official SDK behind the three ways to call it. `Body` is what its create method takes, without `stream`. */
export interface Sdk<Body> {
  readonly name: string
  readonly format: FormatId
  /** A unary call. */
  readonly unary: (body: Body, call?: CallOptions) => Promise<SdkLedger>
  /** A streamed call, read event by event. */
  readonly stream: (body: Body, call?: CallOptions) => Promise<SdkLedger>
  /** The SDK's stream helper: the events it read, and what it folded them into. */
  readonly helper: (body: Body, call?: CallOptions) => Promise<SdkLedger>
}

/** The key that drivers use when a case names none. */
export const clientKey = "harness-client-key"
