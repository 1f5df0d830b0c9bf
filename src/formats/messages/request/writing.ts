import type { Request } from "../../../words/chat.ts"
import type { Target } from "../../../words/format.ts"
import { leftovers } from "../../../words/leftover.ts"
import type { Node, Vendor } from "../../../words/node.ts"
import type { Note } from "../../../words/note.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import { plain, spellName } from "../../../words/spelling.ts"
import { cacheControl, lifeOf } from "../cache.ts"
import { type Out, putNative } from "../native.ts"
import { type RuleKey, rules } from "../rules.ts"
import { id, maxMarks, nameLength, ownVendor } from "../wire.ts"

/** What a request's parts share while it is written. */
export interface Writing {
  readonly request: Request
  readonly target: Target
  /** Whose opaque bytes and held state the target takes. */
  readonly vendor: Vendor
  /** Whether the request was read from this format. */
  readonly own: boolean
  readonly notes: Note[]
  /** Tool names as they are sent → as the client declared them, where they differ. */
  readonly names: Map<string, string>
  /** Sent names of tools that take free text. */
  readonly customTools: string[]
  readonly marks: Mark[]
}

/** A block or tool that carries a cache mark, and where its node stood. */
export interface Mark {
  readonly out: Out
  readonly at: Pointer
}

/** The beginning of a writing. */
export const writing = (request: Request, target: Target): Writing => ({
  request,
  target,
  vendor: target.vendor ?? ownVendor,
  own: request.native?.format === id,
  notes: [],
  names: new Map(),
  customTools: [],
  marks: []
})

/** Writes a note of a rule at a place. */
export const note = (to: Writing, rule: RuleKey, at: Pointer | undefined, detail?: string): void => {
  to.notes.push(rules.note(rule, at ?? "", detail === undefined ? {} : { detail }))
}

/** Finishes an object made of a node: its cache mark, this format's own members, and notes of another format's. */
export const finish = (to: Writing, out: Out, node: Node): Out => {
  if (node.cache !== undefined) {
    out["cache_control"] = cacheControl(node.cache)
    to.marks.push({ out, at: node.at ?? "" })
    if (!lifeOf(node.cache).exact) note(to, "cache-time", node.at)
  }
  if (node.native !== undefined) {
    putNative(out, node)
    noteLeftovers(to, node)
  }
  return out
}

/** Notes what only another format can say of a node. */
export const noteLeftovers = (to: Writing, node: Node): void => {
  for (const path of leftovers(node, id)) note(to, "unknown-member", path)
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

const spelling = plain(nameLength)

/** A tool's name as the endpoint takes it; what was changed is remembered for the answer. */
export const nameOut = (to: Writing, name: string): string => {
  const sent = spellName(name, spelling)
  if (sent !== name) to.names.set(sent, name)
  return sent
}

/** Where a member of a node stands. */
export const inside = (node: Node, key: string): Pointer => below(node.at ?? "", key)
