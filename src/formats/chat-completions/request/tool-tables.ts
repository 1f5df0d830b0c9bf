import type { CustomTool, FunctionTool } from "../../../words/chat.ts"
import { below } from "../../../words/pointer.ts"
import type { Draft } from "../draft.ts"
import { always, flag, inside, type Member, needed, silent, table, take, text } from "../table.ts"
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

const ofGrammar: Member<Draft<CustomTool>> = {
  ...silent,
  read: (reader, object, key, at, node) => {
    const value = reader.string(object, key, at)
    if (value !== undefined) node.grammar = { syntax: "", definition: "", ...node.grammar, [key]: value }
  }
}

const grammarFormat = table<Draft<CustomTool>>({
  type: silent,
  grammar: needed(inside(table({ syntax: needed(ofGrammar), definition: needed(ofGrammar) })))
})

const otherFormat = table<Draft<CustomTool>>({})

const format: Member<Draft<CustomTool>> = {
  says: [["grammar", ""]],
  read: (reader, object, key, at, node, path) => {
    const body = reader.object(object, key, at)
    const members = body?.["type"] === "grammar" ? grammarFormat : otherFormat
    if (body !== undefined) take(members, reader, body, below(at, key), node, below(path, key))
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
