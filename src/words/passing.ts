import type { Call, Edit } from "./format.ts"
import type { Frame } from "./framing.ts"
import type { Json } from "./json.ts"
import type { Translated } from "./note.ts"
import type { Usage } from "./usage.ts"

/** What is looked at where bytes of a format pass unread. Everything here is pure, synchronous and total. */
export interface Passing {
  /** The format's own spellings that an upstream of the same format does not know. */
  readonly edits: (call: Call) => Translated<readonly Edit[]>
  /** The usage of a whole answer. */
  readonly usage: (body: Json) => Usage | undefined
  /** Whether a frame may begin something, tell usage, an error or an end. Where bytes pass, `decodeStream` sees only these. */
  readonly tells: (frame: Frame) => boolean
}
