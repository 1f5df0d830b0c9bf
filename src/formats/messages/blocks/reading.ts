import type { ContentPart } from "../../../core/chat/chat.ts"
import type { ReplyContext } from "../../../core/format.ts"
import { isArray, type Json, type JsonObject } from "../../../core/json/json.ts"
import type { VendorId } from "../../../core/chat/node.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"
import type { IssueReader } from "../../../core/reading/issue-reader.ts"
import type { ObjectReader } from "../../../core/reading/object-reader.ts"
import { setDefined } from "../../../core/json/builder.ts"

/** What reading blocks needs besides them. */
export interface Reading {
  readonly reader: IssueReader
  /** Whose opaque bytes the blocks hold. */
  readonly vendor: VendorId
  /** What the request's encoding did, where the blocks are its answer. */
  readonly undo: ReplyContext | undefined
  /** Reads blocks inside a block. */
  readonly blocks: (items: readonly Json[], at: JsonPointer) => readonly ContentPart[]
}

/** Reads a block of a type; undefined where it is not as it must be, which is an issue. */
export type ReadBlock = (reading: Reading, block: ObjectReader, type: string) => ContentPart | undefined

/** Reads content that is a string or blocks: its parts, and a kind where it was a string. */
export const readContent = (
  { reader, blocks }: Reading,
  object: JsonObject,
  at: JsonPointer
): { readonly parts: readonly ContentPart[]; readonly kind?: "string" } => {
  const { content } = object
  const path = `${at}/content`
  if (typeof content === "string") return { parts: [{ type: "text", text: content, at: path }], kind: "string" }
  if (isArray(content)) return { parts: blocks(content, path) }
  if (content !== undefined && content !== null) {
    reader.issue(path, "`content` must be a string or an array of blocks.")
  }
  return { parts: [] }
}

/** Reads the content of a block. */
export const readInside = (reading: Reading, block: ObjectReader): ReturnType<typeof readContent> => {
  block.skip("content")
  return readContent(reading, block.object, block.at)
}

/** Reads `citations.enabled` of a document or a search result. */
export const readCite = (block: ObjectReader, part: { cite?: boolean }): void =>
  setDefined(part, "cite", block.inside("citations")?.boolean("enabled"))
