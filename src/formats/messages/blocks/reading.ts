import type { Part } from "../../../core/chat/chat.ts"
import type { Undo } from "../../../core/format.ts"
import { isArray, type Json, type JsonObject } from "../../../core/json/json.ts"
import type { Vendor } from "../../../core/chat/node.ts"
import type { Pointer } from "../../../core/json/pointer.ts"
import type { Reader } from "../../../core/reading/reader.ts"
import type { Members } from "../../../core/reading/members.ts"
import { set } from "../../../core/draft.ts"

/** What reading blocks needs besides them. */
export interface Reading {
  readonly reader: Reader
  /** Whose opaque bytes the blocks hold. */
  readonly vendor: Vendor
  /** What the request's encoding did, where the blocks are its answer. */
  readonly undo: Undo | undefined
  /** Reads blocks inside a block. */
  readonly blocks: (items: readonly Json[], at: Pointer) => readonly Part[]
}

/** Reads a block of a type; undefined where it is not as it must be, which is an issue. */
export type ReadBlock = (reading: Reading, block: Members, type: string) => Part | undefined

/** Reads content that is a string or blocks: its parts, and a kind where it was a string. */
export const readContent = (
  { reader, blocks }: Reading,
  object: JsonObject,
  at: Pointer
): { readonly parts: readonly Part[]; readonly kind?: "string" } => {
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
export const readInside = (reading: Reading, block: Members): ReturnType<typeof readContent> => {
  block.skip("content")
  return readContent(reading, block.object, block.at)
}

/** Reads `citations.enabled` of a document or a search result. */
export const readCite = (block: Members, part: { cite?: boolean }): void =>
  set(part, "cite", block.inside("citations")?.boolean("enabled"))
