import type { ToolSchema } from "../../../core/chat/chat.ts"
import type { JsonTemplate } from "../../../core/json/json.ts"
import { placeOf } from "../../../core/notes/note-writer.ts"
import type { ChatNode } from "../../../core/chat/node.ts"
import { note } from "../rules.ts"
import { downSchema } from "../schema/down.ts"
import type { Writing } from "./writing.ts"

/**
 * A schema in the dialect that the target takes, and which of two members holds it: `older` the vendor's own dialect,
 * `newer` JSON Schema.
 */
export const schemaOut = (
  to: Writing,
  { source }: ToolSchema,
  node: ChatNode,
  field: string,
  [older, newer]: readonly [older: string, newer: string]
): { readonly member: string; readonly value: JsonTemplate } => {
  if (to.target.schemaDialect !== "openapi-3.0") return { member: newer, value: source }
  const { schema, lost, loops } = downSchema(source)
  const at = placeOf(node, field)
  for (const path of lost) note(to, "schema", `${at}${path}`)
  for (const path of loops) note(to, "schema-loop", `${at}${path}`)
  return { member: older, value: schema }
}
