import type { PartAt } from "../../../words/chat/carried-calls.ts"
import type { Asked, Stamp } from "../../../words/format.ts"
import type { Noting } from "../../../words/notes/noting.ts"

/** What the parts of an answer share while it is written. */
export interface Telling extends Noting {
  readonly asked: Asked
  readonly stamp: Stamp
  /** The answer's parts, as far as they were said. */
  readonly partAt: PartAt
}
