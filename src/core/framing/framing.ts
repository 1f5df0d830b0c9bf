import type { GatewayError } from "../errors/error.ts"
import type { Transducer } from "./transducer.ts"

/** One item of a wire stream, without its framing. */
export interface Frame {
  /** The event's name, where the framing has names and one was given. */
  readonly event?: string
  readonly data: string
}

/** What a framing writes: text, or bytes where it is binary. */
export type Piece = string | Uint8Array

/** How frames stand in bytes. */
export interface Framing<Written extends Piece = string> {
  readonly id: "sse" | "json-array" | "event-stream"
  readonly contentType: string
  /** Bytes to frames. A frame of more than `max` bytes is an error, and ends the machine. */
  readonly read: (max?: number) => Transducer<Uint8Array, Frame | GatewayError>
  readonly write: () => Transducer<Frame, Written>
}
