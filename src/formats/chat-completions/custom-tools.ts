import { freeTextSchema } from "../../core/chat/free-text.ts"
import type { CustomTool } from "../../core/chat/chat.ts"
import type { MutableDraft } from "../../core/json/builder.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import {
  constantMember,
  memberTable,
  neededMember,
  nestedMember,
  readNode,
  textMember,
  writeMembers
} from "../../core/reading/member-table.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { formatMember, grammarMembers } from "../openai/members.ts"
import { cacheControl } from "./cache.ts"
import { type EncodeContext, restoreOwn } from "./context.ts"

/** Reads a tool that takes free text. */
export const decodeCustomTool = (from: ObjectReader): CustomTool =>
  readNode(customTool, from, { type: "custom", name: "" })

/** Writes it: as a function where it is not taken as it is. */
export const encodeCustomTool = (writing: EncodeContext, tool: CustomTool): JsonTemplate => {
  const name = writing.name(tool.name)
  writing.leftovers(tool)
  if (writing.takesCustom) return restoreOwn(writeMembers(customTool, { ...tool, name }), tool)
  const { description, grammar } = tool
  writing.customTools.push(name)
  if (grammar !== undefined) writing.note("unsupported", tool, "grammar")
  return { type: "function", function: { name, description, parameters: freeTextSchema } }
}

const format = formatMember(
  memberTable({
    type: constantMember("grammar"),
    grammar: neededMember(nestedMember(memberTable(grammarMembers)))
  }),
  ({ syntax, definition }) => ({ type: "grammar", grammar: { definition, syntax } })
)

/** A tool of free text as an item of `tools`. */
export const customTool = memberTable<MutableDraft<CustomTool>>({
  type: constantMember("custom"),
  custom: neededMember(
    nestedMember(
      memberTable({ name: neededMember(textMember("name")), description: textMember("description"), format })
    )
  ),
  cache_control: cacheControl
})
