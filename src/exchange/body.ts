import type { JsonText } from "../words/json.ts"
import type { Scan } from "../words/json-scan.ts"

/** A request body that is sound: what was checked is what is sent. */
export interface Body {
  readonly bytes: Uint8Array
  /** The whole, decoded and parsed when it is first asked for. */
  readonly whole: JsonText
  /** The same without its bulk. */
  readonly outline: JsonText
  /** Where its members stand; undefined where a scan could not tell that it is sound. */
  readonly scan: Scan | undefined
  readonly model: string
  readonly stream: boolean
}
