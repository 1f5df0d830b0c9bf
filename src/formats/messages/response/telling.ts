import type { Asked, Stamp } from "../../../words/format.ts"
import type { Noting } from "../noting.ts"

/** What the parts of an answer share while it is written. */
export interface Telling extends Noting {
  readonly asked: Asked
  readonly stamp: Stamp
}
