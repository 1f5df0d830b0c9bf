import type { ChatRequest } from "../../../core/chat/chat.ts"
import type { RequestTarget } from "../../../core/format.ts"
import type { ChatNode, VendorId } from "../../../core/chat/node.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"
import { identifierSpelling, spellName } from "../../../core/chat/spelling.ts"
import { cacheControl, isExact } from "../cache.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import type { NoteSink } from "../../../core/notes/note-writer.ts"
import { finish, note } from "../noting.ts"
import { id, maxMarks, nameLength, ownVendor } from "../wire.ts"

/** What a request's parts share while it is written. */
export interface Writing extends NoteSink {
  readonly request: ChatRequest
  readonly target: RequestTarget
  /** Whose opaque bytes and held state the target takes. */
  readonly vendor: VendorId
  /** Whether the request was read from this format. */
  readonly own: boolean
  /** Tool names as they are sent → as the client declared them, where they differ. */
  readonly names: Map<string, string>
  /** Sent names of tools that take free text. */
  readonly customTools: string[]
  readonly marks: Mark[]
}

/** A block or tool that carries a cache mark, and where its node stood. */
export interface Mark {
  readonly out: JsonObjectBuilder
  readonly at: JsonPointer
}

/** The beginning of a writing. */
export const writing = (request: ChatRequest, target: RequestTarget): Writing => ({
  request,
  target,
  vendor: target.vendor ?? ownVendor,
  own: request.native?.format === id,
  notes: [],
  names: new Map(),
  customTools: [],
  marks: []
})

/** Finishes an object that may carry a cache mark. */
export const finishMarked = (to: Writing, out: JsonObjectBuilder, node: ChatNode): JsonObjectBuilder => {
  if (node.cache !== undefined) {
    out["cache_control"] = cacheControl(node.cache)
    to.marks.push({ out, at: node.at ?? "" })
    if (!isExact(node.cache)) note(to, "cache-time", node.at)
  }
  return finish(to, out, node)
}

/** Takes off the cache marks that are too many: the first stays, and the last ones. An own client's are its affair. */
export const limitMarks = (to: Writing): void => {
  if (to.own || to.marks.length === 0) return
  const limit = to.request.autoCache === undefined ? maxMarks : maxMarks - 1
  const excess = to.marks.length - limit
  for (const { out, at } of to.marks.slice(1, Math.max(1, 1 + excess))) {
    delete out["cache_control"]
    note(to, "cache-marks", at)
  }
}

const spelling = identifierSpelling(nameLength)

/** A tool's name as the endpoint takes it; what was changed is remembered for the answer. */
export const nameOut = (to: Writing, name: string): string => {
  const sent = spellName(name, spelling)
  if (sent !== name) to.names.set(sent, name)
  return sent
}
