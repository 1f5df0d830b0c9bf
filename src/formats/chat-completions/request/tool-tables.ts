import type { CustomTool, FunctionTool } from "../../../core/chat/chat.ts"
import type { Draft } from "../../../core/draft.ts"
import {
  always,
  flag,
  inside,
  type Member,
  needed,
  reading,
  silent,
  table,
  take,
  text
} from "../../../core/reading/table.ts"
import { control } from "./cache-mark.ts"
import { schema } from "./output-format.ts"

/** A function as the old `functions` has it. */
export const bareFunction = table<Draft<FunctionTool>>({
  name: needed(text("name")),
  description: text("description"),
  parameters: schema("input"),
  strict: flag("strict")
})

/** A function as an item of `tools`. */
export const functionTool = table<Draft<FunctionTool>>({
  type: always("function"),
  function: needed(inside(bareFunction)),
  cache_control: control
})

const ofGrammar = reading<Draft<CustomTool>>((from, key, node) => {
  const value = from.string(key)
  if (value !== undefined) node.grammar = { syntax: "", definition: "", ...node.grammar, [key]: value }
})

const grammarFormat = table<Draft<CustomTool>>({
  type: silent,
  grammar: needed(inside(table({ syntax: needed(ofGrammar), definition: needed(ofGrammar) })))
})

const format: Member<Draft<CustomTool>> = {
  says: [["grammar", ""]],
  read: (from, key, node) => {
    const body = from.inside(key)
    if (body?.object["type"] === "grammar") take(grammarFormat, body, node)
  },
  write: ({ grammar }) =>
    grammar && { type: "grammar", grammar: { definition: grammar.definition, syntax: grammar.syntax } }
}

/** A tool of free text as an item of `tools`. */
export const customTool = table<Draft<CustomTool>>({
  type: always("custom"),
  custom: needed(inside(table({ name: needed(text("name")), description: text("description"), format }))),
  cache_control: control
})
