import type { GatewayError } from "../errors/error.ts"
import type { Transducer } from "./transducer.ts"

/** One item of a wire stream, without its framing. */
export interface StreamFrame {
  /** The event's name, where the framing has names and one was given. */
  readonly event?: string
  readonly data: string
}

/** What a framing writes: text, or bytes where it is binary. */
export type WirePiece = string | Uint8Array

/** How frames stand in bytes. */
export interface StreamFraming<Written extends WirePiece = string> {
  readonly id: "sse" | "json-array" | "event-stream"
  readonly contentType: string
  /** Bytes to frames. A frame of more than `max` bytes is an error, and ends the machine. */
  readonly read: (max?: number) => Transducer<Uint8Array, StreamFrame | GatewayError>
  readonly write: () => Transducer<StreamFrame, Written>
}
