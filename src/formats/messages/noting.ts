import type { GroundingMetadata } from "../../core/chat/chat.ts"
import { beyondCitations, type NoteSink, noteWriter } from "../../core/notes/note-writer.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { restore } from "./native.ts"
import { rules } from "./rules.ts"
import { id } from "./wire.ts"

/** What writes this format's notes. */
export const { note, noteField, noteLeftovers } = noteWriter(rules, id, "unknown-member", "empty-member", "bookkeeping")

/** Notes that what a search found is written as citations, and what of it they cannot say. */
export const noteGrounding = (to: NoteSink, grounding: GroundingMetadata): void => {
  note(to, "grounding", grounding.at)
  for (const path of beyondCitations(grounding, id)) note(to, "unknown-member", path)
}

/** Finishes an object made of a node: this format's own members, and notes of another format's. */
export const finish = (to: NoteSink, out: JsonObjectBuilder, node: ChatNode): JsonObjectBuilder => {
  if (node.native === undefined) return out
  noteLeftovers(to, node)
  return restore(out, node)
}
