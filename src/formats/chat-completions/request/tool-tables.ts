import type { CustomTool, FunctionTool } from "../../../core/chat/chat.ts"
import type { MutableDraft } from "../../../core/json/builder.ts"
import {
  constantMember,
  flagMember,
  nestedMember,
  type WireMember,
  neededMember,
  readMember,
  silentMember,
  memberTable,
  takeMembers,
  textMember
} from "../../../core/reading/member-table.ts"
import { control } from "./cache-mark.ts"
import { schema } from "./output-format.ts"

/** A function as the old `functions` has it. */
export const bareFunction = memberTable<MutableDraft<FunctionTool>>({
  name: neededMember(textMember("name")),
  description: textMember("description"),
  parameters: schema("input"),
  strict: flagMember("strict")
})

/** A function as an item of `tools`. */
export const functionTool = memberTable<MutableDraft<FunctionTool>>({
  type: constantMember("function"),
  function: neededMember(nestedMember(bareFunction)),
  cache_control: control
})

const ofGrammar = readMember<MutableDraft<CustomTool>>((from, key, node) => {
  const value = from.string(key)
  if (value !== undefined) node.grammar = { syntax: "", definition: "", ...node.grammar, [key]: value }
})

const grammarFormat = memberTable<MutableDraft<CustomTool>>({
  type: silentMember,
  grammar: neededMember(
    nestedMember(memberTable({ syntax: neededMember(ofGrammar), definition: neededMember(ofGrammar) }))
  )
})

const format: WireMember<MutableDraft<CustomTool>> = {
  says: [["grammar", ""]],
  read: (from, key, node) => {
    const body = from.inside(key)
    if (body?.object["type"] === "grammar") takeMembers(grammarFormat, body, node)
  },
  write: ({ grammar }) =>
    grammar && { type: "grammar", grammar: { definition: grammar.definition, syntax: grammar.syntax } }
}

/** A tool of free text as an item of `tools`. */
export const customTool = memberTable<MutableDraft<CustomTool>>({
  type: constantMember("custom"),
  custom: neededMember(
    nestedMember(
      memberTable({ name: neededMember(textMember("name")), description: textMember("description"), format })
    )
  ),
  cache_control: control
})
