import type { JsonText } from "../words/json.ts"
import type { Scan } from "../words/json-scan.ts"

/** Which model is asked, and whether for a stream. */
export interface Asking {
  readonly model: string
  readonly stream: boolean
}

/** A request body that is sound: what was checked is what is sent. */
export interface Body extends Asking {
  readonly bytes: Uint8Array
  /** The whole, decoded and parsed when it is first asked for. */
  readonly whole: JsonText
  /** The same without its bulk. */
  readonly outline: JsonText
  /** Where its members stand; undefined where a scan could not tell that it is sound. */
  readonly scan: Scan | undefined
  /** Whether the body itself names the model; elsewhere the path does. */
  readonly namesModel: boolean
}
