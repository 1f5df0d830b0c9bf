import type { PartAt } from "../../../core/chat/carried-calls.ts"
import type { Asked, Stamp } from "../../../core/format.ts"
import type { Noting } from "../../../core/notes/noting.ts"

/** What the parts of an answer share while it is written. */
export interface Telling extends Noting {
  readonly asked: Asked
  readonly stamp: Stamp
  /** The answer's parts, as far as they were said. */
  readonly partAt: PartAt
}
