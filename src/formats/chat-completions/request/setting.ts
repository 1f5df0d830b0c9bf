import type { ChatRequest } from "../../../core/chat/chat.ts"
import type { MutableDraft, JsonObjectBuilder } from "../../../core/json/builder.ts"
import type { Root } from "./root.ts"
import type { Writing } from "./writing.ts"

/** Out of a request's body and the fields that they say, in both directions. */
export interface Setting {
  readonly members: readonly string[]
  readonly read?: (root: Root, request: MutableDraft<ChatRequest>) => void
  readonly write?: (writing: Writing, request: ChatRequest, body: JsonObjectBuilder) => void
}
