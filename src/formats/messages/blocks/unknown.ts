import type { UnknownPart } from "../../../core/chat/chat.ts"
import { JsonText } from "../../../core/json/json.ts"
import type { ObjectReader } from "../../../core/reading/object-reader.ts"
import { id } from "../wire.ts"

/** A block of a kind that is not known, whole. */
export const unknownPart = ({ at, object }: ObjectReader, kind: string): UnknownPart => {
  const part: UnknownPart = { type: "unknown", at, format: id, kind, body: JsonText.of(object) }
  const tool = kind === "tool_reference" ? object["tool_name"] : undefined
  return typeof tool === "string" ? { ...part, words: `The tool \`${tool}\` is there now.` } : part
}
