import type { PartAt } from "../../../core/chat/carried-calls.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../../core/format.ts"
import type { NoteSink } from "../../../core/notes/note-writer.ts"

/** What the parts of an answer share while it is written. */
export interface Telling extends NoteSink {
  readonly asked: ReplyPreferences
  readonly stamp: ResponseDefaults
  /** The answer's parts, as far as they were said. */
  readonly partAt: PartAt
}
