import { given, isObject, member, namesAt, numberAt, objectsAt, textAt } from "../../json.ts"
import type { JsonObject } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import { invalid } from "../context.ts"
import type { Context, MessagesRefusal } from "../context.ts"
import { toolFields } from "../wire.ts"

const isClient = (tool: JsonObject): boolean => (given(tool, "type") ?? "custom") === "custom"

const eachClientTool = (
  { body }: Context,
  check: (tool: JsonObject, at: string) => ReturnType<typeof when>
): ReturnType<typeof when> =>
  firstOf(objectsAt(body, "tools"), (tool, index) =>
    isClient(tool) ? check(tool, `tools.${index}.custom`) : undefined
  )

const serverTool =
  /^(web_search|web_fetch|code_execution|bash|text_editor|computer|computer_toolset|browser_toolset|memory|tool_search_tool_regex|tool_search_tool_bm25)_\d{8}$|^(mcp_toolset|tool_search_tool_regex|tool_search_tool_bm25)$/

/** Tools and the choice among them. */
export const toolRefusals: readonly MessagesRefusal[] = [
  invalid("unknown-tool-type", "a tool is neither a client tool nor a known server tool", ({ body }) =>
    firstOf(objectsAt(body, "tools"), (tool, index) =>
      when(
        !isClient(tool) && !serverTool.test(textAt(tool, "type") ?? ""),
        `tools.${index}: Input tag '${textAt(tool, "type") ?? ""}' does not match any of the expected tags`
      )
    )
  ),
  invalid("tool-field", "a client tool has an unknown member", (context) =>
    eachClientTool(context, (tool, at) =>
      firstOf(Object.keys(tool), (name) => when(!toolFields.has(name), `${at}.${name}: Extra inputs are not permitted`))
    )
  ),
  invalid("tool-name", "a tool's name does not fit the vendor's pattern", (context) =>
    eachClientTool(context, (tool, at) =>
      when(
        !/^[a-zA-Z0-9_-]{1,128}$/.test(textAt(tool, "name") ?? ""),
        `${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`
      )
    )
  ),
  invalid("duplicate-tool", "two tools have one name", ({ body }) => {
    const names = objectsAt(body, "tools").map((tool) => textAt(tool, "name") ?? "")
    return when(new Set(names).size < names.length, "tools: Tool names must be unique.")
  }),
  invalid("input-schema", "an input schema is not an object schema", (context) =>
    eachClientTool(context, (tool, at) => {
      const schema = member(tool, "input_schema")
      if (!isObject(schema)) return { message: `${at}.input_schema: Input should be an object` }
      return when(textAt(schema, "type") !== "object", `${at}.input_schema.type: Input should be 'object'`)
    })
  ),
  invalid("input-schema-branches", "an input schema has branches at its root", (context) =>
    eachClientTool(context, (tool, at) =>
      firstOf(["oneOf", "allOf", "anyOf"], (key) =>
        when(
          member(tool, "input_schema", key) !== undefined,
          `${at}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`
        )
      )
    )
  ),
  invalid("property-name", "a property's name in an input schema does not fit the vendor's pattern", (context) =>
    eachClientTool(context, (tool, at) =>
      firstOf(namesAt(tool, "input_schema", "properties"), (name) =>
        when(
          !/^[a-zA-Z0-9_.-]{1,64}$/.test(name),
          `${at}.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`
        )
      )
    )
  ),
  invalid("choice-without-tools", "tool_choice is set without tools", ({ body }) =>
    when(
      given(body, "tool_choice") !== undefined && objectsAt(body, "tools").length === 0,
      "tool_choice: tool_choice may only be specified while providing tools."
    )
  ),
  invalid("unknown-choice", "tool_choice.type is none of the vendor's", ({ body }) =>
    when(
      given(body, "tool_choice") !== undefined &&
        !["auto", "any", "tool", "none"].includes(textAt(body, "tool_choice", "type") ?? ""),
      "tool_choice: Input tag does not match any of the expected tags: 'any', 'auto', 'none', 'tool'"
    )
  ),
  invalid("unknown-choice-name", "the chosen tool is not among the tools", ({ body }) => {
    const name = textAt(body, "tool_choice", "name") ?? ""
    return when(
      textAt(body, "tool_choice", "type") === "tool" &&
        objectsAt(body, "tools").every((tool) => textAt(tool, "name") !== name),
      `tool_choice: Tool '${name}' not found in provided tools`
    )
  }),
  invalid("parallel-on-none", "disable_parallel_tool_use stands beside the choice none", ({ body }) =>
    when(
      textAt(body, "tool_choice", "type") === "none" &&
        given(body, "tool_choice", "disable_parallel_tool_use") !== undefined,
      "tool_choice.none.disable_parallel_tool_use: Extra inputs are not permitted"
    )
  ),
  invalid("forced-choice-with-thinking", "a tool is forced while manual thinking is on", ({ body }) =>
    when(
      textAt(body, "thinking", "type") === "enabled" &&
        ["any", "tool"].includes(textAt(body, "tool_choice", "type") ?? ""),
      "Thinking may not be enabled when tool_choice forces tool use."
    )
  ),
  invalid("forced-choice-unsupported", "the model does not let a tool be forced", ({ body, rules }) =>
    when(
      rules?.forcedTools === false && ["any", "tool"].includes(textAt(body, "tool_choice", "type") ?? ""),
      'tool_choice: type "tool" and "any" are not supported for this model.'
    )
  ),
  invalid("search-uses", "web search may be used less than once", ({ body }) =>
    firstOf(objectsAt(body, "tools"), (tool, index) =>
      when((numberAt(tool, "max_uses") ?? 1) < 1, `tools.${index}.max_uses: Input should be greater than 0`)
    )
  )
]
