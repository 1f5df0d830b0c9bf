import { given, isArray, isObject, listAt, member, namesAt, objectsAt, textAt, valuesAt } from "../../json.ts"
import type { Json, JsonObject } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import type { Problem } from "../../refusal.ts"
import type { ChatRefusal, Context } from "../context.ts"
import { parametersProblem } from "../function-schema.ts"
import { refusal } from "../refusing.ts"

/** The name of a tool, function or choice, under its type. */
const nameOf = (tool: Json | undefined): string => textAt(tool, textAt(tool, "type") ?? "", "name") ?? ""

const pattern = /^[a-zA-Z0-9_-]{1,64}$/

const eachFunction = ({ body }: Context, check: (definition: JsonObject, at: string) => Problem | undefined) =>
  firstOf(
    [
      ...objectsAt(body, "tools").map((tool, index) => ({
        definition: member(tool, "function"),
        at: `tools[${index}].function`
      })),
      ...objectsAt(body, "functions").map((definition, index) => ({ definition, at: `functions[${index}]` }))
    ],
    ({ definition, at }) => (isObject(definition) ? check(definition, at) : undefined)
  )

/** What strict mode does not take in a schema: open objects and optional members. */
const loose = (schema: Json | undefined, depth: number): boolean => {
  if (!isObject(schema) || depth > 32) return false
  const names = namesAt(schema, "properties")
  const required = listAt(schema, "required")
  const open = textAt(schema, "type") === "object" && member(schema, "additionalProperties") !== false
  const inner = [
    ...valuesAt(schema, "properties"),
    member(schema, "items"),
    ...listAt(schema, "anyOf"),
    ...valuesAt(schema, "$defs")
  ]
  return open || names.some((name) => !required.includes(name)) || inner.some((each) => loose(each, depth + 1))
}

const format = ({ body }: Context): Json | undefined => given(body, "response_format")

/** Tools, the choice among them, and the form of the answer. */
export const toolRefusals: readonly ChatRefusal[] = [
  /** @see https://github.com/microsoft/autogen/issues/3285 (2024-08) */
  refusal("functions-and-tools", "functions and tools together", null, ({ body }) =>
    when(
      given(body, "functions") !== undefined && given(body, "tools") !== undefined,
      "Invalid request: 'functions' and 'tools' cannot both be provided. 'functions' are deprecated; use the 'tools' parameter instead."
    )
  ),
  refusal("no-tools", "the list of tools or functions is empty", "empty_array", ({ body }) =>
    firstOf(["tools", "functions"], (field) =>
      when(
        isArray(given(body, field)) && listAt(body, field).length === 0,
        `Invalid '${field}': empty array. Expected an array with minimum length 1.`,
        field
      )
    )
  ),
  refusal("tool-type", "a tool is neither a function nor a custom tool", "invalid_value", ({ body }) =>
    firstOf(listAt(body, "tools"), (tool, index) =>
      when(
        !["function", "custom"].includes(textAt(tool, "type") ?? "") ||
          !isObject(member(tool, textAt(tool, "type") ?? "")),
        `Invalid value: 'tools[${index}].type'. Supported values are: 'function' and 'custom'.`,
        `tools[${index}].type`
      )
    )
  ),
  refusal("tool-name", "a tool's name does not fit the vendor's pattern", "invalid_value", ({ body }) => {
    const named = [
      ...listAt(body, "tools").map(nameOf),
      ...objectsAt(body, "functions").map((each) => textAt(each, "name") ?? "")
    ]
    return firstOf(named, (name, index) =>
      when(
        !pattern.test(name),
        `Invalid 'tools[${index}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
        `tools[${index}].function.name`
      )
    )
  }),
  refusal(
    "function-parameters",
    "a function's parameters are no object schema with properties, or a list in it has no items",
    "invalid_function_parameters",
    (context) =>
      eachFunction(context, (definition, at) =>
        parametersProblem(textAt(definition, "name") ?? "", given(definition, "parameters"), `${at}.parameters`)
      )
  ),
  refusal(
    "strict-function",
    "a strict function's schema has open objects or optional members",
    "invalid_function_parameters",
    (context) =>
      eachFunction(context, (definition, at) =>
        when(
          member(definition, "strict") === true && loose(member(definition, "parameters"), 0),
          `Invalid schema for function '${textAt(definition, "name") ?? ""}': 'additionalProperties' is required to be false and every property to be required.`,
          `${at}.parameters`
        )
      )
  ),
  refusal("choice-without-tools", "tool_choice is set without tools", null, ({ body }) =>
    when(
      given(body, "tool_choice") !== undefined && given(body, "tools") === undefined,
      "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
      "tool_choice"
    )
  ),
  refusal("unknown-choice", "tool_choice is none of the vendor's", "invalid_value", ({ body }) => {
    const choice = given(body, "tool_choice")
    const type = typeof choice === "string" ? choice : (textAt(choice, "type") ?? "")
    const taken = typeof choice === "string" ? ["none", "auto", "required"] : ["function", "custom", "allowed_tools"]
    return when(choice !== undefined && !taken.includes(type), `Invalid value: '${type}'.`, "tool_choice")
  }),
  refusal("unknown-choice-name", "the chosen tool is not among the tools", null, ({ body }) => {
    const names = new Set(listAt(body, "tools").map(nameOf))
    const choice = given(body, "tool_choice")
    const chosen =
      textAt(choice, "type") === "allowed_tools"
        ? listAt(choice, "allowed_tools", "tools")
        : isObject(choice)
          ? [choice]
          : []
    return firstOf(chosen, (each) =>
      when(!names.has(nameOf(each)), `Tool choice '${nameOf(each)}' not found in 'tools' parameter.`, "tool_choice")
    )
  }),
  refusal("parallel-without-tools", "parallel_tool_calls is set without tools", null, ({ body }) =>
    when(
      given(body, "parallel_tool_calls") !== undefined && given(body, "tools") === undefined,
      "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
      "parallel_tool_calls"
    )
  ),
  refusal("function-call-alone", "function_call is set without functions", null, ({ body }) =>
    when(
      given(body, "function_call") !== undefined && given(body, "functions") === undefined,
      "Invalid value for 'function_call': 'function_call' is only allowed when 'functions' are specified.",
      "function_call"
    )
  ),
  refusal("unknown-format", "response_format.type is none of the vendor's", "invalid_value", (context) =>
    when(
      format(context) !== undefined &&
        !["text", "json_object", "json_schema"].includes(textAt(format(context), "type") ?? ""),
      "Invalid value: 'response_format.type'. Supported values are: 'json_object', 'json_schema', and 'text'.",
      "response_format.type"
    )
  ),
  refusal(
    "unnamed-schema",
    "a json_schema has no name, or one that does not fit",
    "missing_required_parameter",
    (context) =>
      when(
        textAt(format(context), "type") === "json_schema" &&
          !pattern.test(textAt(format(context), "json_schema", "name") ?? ""),
        "Missing required parameter: 'response_format.json_schema.name'.",
        "response_format.json_schema.name"
      )
  ),
  refusal("strict-schema", "a strict schema has open objects or optional members", null, (context) =>
    when(
      member(format(context), "json_schema", "strict") === true &&
        loose(member(format(context), "json_schema", "schema"), 0),
      "Invalid schema for response_format: 'additionalProperties' is required to be supplied and to be false.",
      "response_format"
    )
  ),
  refusal("json-unsaid", "json_object without the word json in the messages", null, (context) =>
    when(
      textAt(format(context), "type") === "json_object" && !/json/i.test(JSON.stringify(context.messages)),
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      "messages"
    )
  )
]
