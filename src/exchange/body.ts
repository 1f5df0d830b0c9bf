import type { WireRequest, DecodedRequest } from "../core/format.ts"
import type { Translated } from "../core/notes/note.ts"

/** Which model is asked, and whether for a stream. */
export interface Asking {
  readonly model: string
  readonly stream: boolean
}

/** A request that is sound: what was read is what is sent. Nobody holds it while the upstream works. */
export interface Received {
  readonly bytes: Uint8Array
  readonly call: WireRequest
  /** Whether the body itself names the model; elsewhere the path does. */
  readonly namesModel: boolean
  readonly decoded: Translated<DecodedRequest>
}
