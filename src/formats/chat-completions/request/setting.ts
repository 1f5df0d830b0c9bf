import type { Request } from "../../../words/chat.ts"
import type { Draft } from "../draft.ts"
import type { Members } from "../native.ts"
import type { Root } from "./root.ts"
import type { Writing } from "./writing.ts"

/** Members of a request's body and the fields that they say, in both directions. */
export interface Setting {
  readonly members: readonly string[]
  readonly read?: (root: Root, request: Draft<Request>) => void
  readonly write?: (writing: Writing, request: Request, body: Members) => void
}
