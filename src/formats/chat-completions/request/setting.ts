import type { Request } from "../../../core/chat/chat.ts"
import type { Draft } from "../../../core/draft.ts"
import type { Out } from "../../../core/out.ts"
import type { Root } from "./root.ts"
import type { Writing } from "./writing.ts"

/** Out of a request's body and the fields that they say, in both directions. */
export interface Setting {
  readonly members: readonly string[]
  readonly read?: (root: Root, request: Draft<Request>) => void
  readonly write?: (writing: Writing, request: Request, body: Out) => void
}
