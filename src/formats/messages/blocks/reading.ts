import type { Part } from "../../../words/chat.ts"
import type { Undo } from "../../../words/format.ts"
import type { Json, JsonObject, JsonText } from "../../../words/json.ts"
import type { Vendor } from "../../../words/node.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import { type Inner, readInner } from "../native.ts"
import { known } from "../wire.ts"

/** What reading blocks needs besides them. */
export interface Reading {
  readonly reader: Reader
  /** Whose opaque bytes the blocks hold. */
  readonly vendor: Vendor
  /** What the request's encoding did, where the blocks are its answer. */
  readonly undo?: Undo
  /** Reads blocks inside a block. */
  readonly blocks: (items: readonly Json[], at: Pointer) => readonly Part[]
}

/** Unknown members of a block. In answers a null says nothing, and is read over. */
export const restOf = (
  { reader, undo }: Reading,
  block: JsonObject,
  known: ReadonlySet<string>
): ReadonlyMap<string, JsonText> | undefined => {
  const rest = reader.rest(block, known)
  if (rest === undefined || undo === undefined) return rest
  const said = new Map<string, JsonText>()
  for (const [key, value] of rest) if (value.text !== "null") said.set(key, value)
  return said.size === 0 ? undefined : said
}

/** Reads content that is a string or blocks: its parts, and whether it was a string. */
export const readContent = (
  reading: Reading,
  object: JsonObject,
  at: Pointer
): { readonly parts: readonly Part[]; readonly string: boolean } | undefined => {
  const content = object["content"]
  if (typeof content === "string") {
    return { parts: [{ type: "text", text: content, at: `${at}/content` }], string: true }
  }
  const items = reading.reader.array(object, "content", at)
  return items === undefined ? undefined : { parts: reading.blocks(items, `${at}/content`), string: false }
}

/** Reads `citations.enabled` of a document or a search result; what else `citations` says is added to `inner`. */
export const readCite = (
  reader: Reader,
  block: JsonObject,
  at: Pointer,
  part: { cite?: boolean },
  inner: Inner | undefined
): Inner | undefined => {
  const citations = reader.object(block, "citations", at)
  if (citations === undefined) return inner
  const cite = reader.boolean(citations, "enabled", below(at, "citations"))
  if (cite !== undefined) part.cite = cite
  return readInner(reader, inner, citations, known.enabled, "/citations")
}
