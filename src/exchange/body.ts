import type { Call } from "../words/format.ts"
import type { JsonText } from "../words/json.ts"

/** Which model is asked, and whether for a stream. */
export interface Asking {
  readonly model: string
  readonly stream: boolean
}

/** A request body that is sound: what was checked is what is sent. */
export interface Body extends Asking {
  readonly bytes: Uint8Array
  /** The same, decoded and parsed. */
  readonly whole: JsonText
  /** Whether the body itself names the model; elsewhere the path does. */
  readonly namesModel: boolean
}

/** A request as it came, for whoever prepares the upstream's. Nobody holds it while the upstream works. */
export interface Received {
  readonly call: Call
  readonly body: Body
}
