import type { ChatRequest } from "../../../core/chat/chat.ts"
import type { RequiredMedia, RequestTarget } from "../../../core/format.ts"
import type { VendorId } from "../../../core/chat/node.ts"
import { spellName } from "../../../core/chat/spelling.ts"
import { isOwn } from "../native.ts"
import type { NoteSink } from "../../../core/notes/note-writer.ts"
import { names as spelling, ownVendor } from "../wire.ts"

/** What a request's parts share while it is written. */
export interface Writing extends NoteSink {
  readonly request: ChatRequest
  readonly target: RequestTarget
  /** Whose signatures and held state the target takes. */
  readonly vendor: VendorId
  /** Whether the request was read from this format. */
  readonly own: boolean
  /** Tool names as they are sent → as the client declared them, where they differ. */
  readonly names: Map<string, string>
  /** Sent names of tools that take free text. */
  readonly customTools: string[]
  readonly needs: RequiredMedia[]
}

/** The beginning of a writing. */
export const writing = (request: ChatRequest, target: RequestTarget): Writing => ({
  request,
  target,
  vendor: target.vendor ?? ownVendor,
  own: isOwn(request),
  notes: [],
  names: new Map(),
  customTools: [],
  needs: []
})

/** A tool's name as the vendor takes it; what was changed is remembered for the answer. */
export const nameOut = (to: Writing, name: string): string => {
  if (to.own) return name
  const plain = spellName(name, spelling)
  const sent = plain === name || /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
  if (sent !== name) to.names.set(sent, name)
  return sent
}
