import { given, isObject, listAt, member, namesAt, objectsAt, textAt } from "../../json.ts"
import type { JsonObject } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import type { Problem } from "../../refusal.ts"
import { answerType, invalid } from "../context.ts"
import type { Context, GeminiRefusal } from "../context.ts"
import { declarationsOf, hasTool } from "../read.ts"
import { everySchema } from "../schema.ts"
import type { PlacedSchema } from "../schema.ts"

const namePattern = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/

const builtIn = ["googleSearch", "googleSearchRetrieval", "codeExecution", "urlContext", "googleMaps", "fileSearch"]

const eachDeclaration = ({ body }: Context, check: (declaration: JsonObject, at: string) => Problem | undefined) =>
  firstOf(objectsAt(body, "tools"), (tool, index) =>
    firstOf(objectsAt(tool, "functionDeclarations"), (declaration, place) =>
      check(declaration, `tools[${index}].function_declarations[${place}]`)
    )
  )

const rootsOf = ({ body }: Context): readonly PlacedSchema[] => {
  const own = member(body, "generationConfig", "responseSchema")
  const declared = objectsAt(body, "tools").flatMap((tool, index) =>
    objectsAt(tool, "functionDeclarations").map((declaration, place) => ({
      schema: member(declaration, "parameters"),
      at: `tools[${index}].function_declarations[${place}].parameters`
    }))
  )
  return [{ schema: own, at: "generation_config.response_schema" }, ...declared].flatMap(({ schema, at }) =>
    isObject(schema) ? [{ schema, at }] : []
  )
}

const schemaRefusal = (
  name: string,
  what: string,
  check: (schema: JsonObject, context: Context) => string | undefined
): GeminiRefusal =>
  invalid(name, what, (context) =>
    firstOf(rootsOf(context).flatMap(everySchema), ({ schema, at }) => {
      const wrong = check(schema, context)
      return wrong === undefined ? undefined : { message: `* GenerateContentRequest.${at}.${wrong}`, param: at }
    })
  )

const typeOf = (schema: JsonObject): string => textAt(schema, "type") ?? ""

const formats: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["STRING", new Set(["enum", "date-time"])],
  ["NUMBER", new Set(["float", "double"])],
  ["INTEGER", new Set(["int32", "int64"])]
])

/** Schemas in the vendor's own dialect. */
const schemaRefusals: readonly GeminiRefusal[] = [
  schemaRefusal("empty-object", "an object in a schema has no properties, before 3", (schema, { rules }) =>
    rules?.generation === 2 && typeOf(schema) === "OBJECT" && namesAt(schema, "properties").length === 0
      ? "properties: should be non-empty for OBJECT type"
      : undefined
  ),
  schemaRefusal("array-without-items", "an array in a schema has no items", (schema) =>
    typeOf(schema) === "ARRAY" && given(schema, "items") === undefined ? "items: missing field." : undefined
  ),
  schemaRefusal("enum-of-no-strings", "an enumeration in a schema is not of strings", (schema) =>
    listAt(schema, "enum").length > 0 && typeOf(schema) !== "STRING" ? "enum: only allowed for STRING type" : undefined
  ),
  schemaRefusal("unknown-required", "a schema requires a property that it does not have", (schema) => {
    const names = namesAt(schema, "properties")
    const place = listAt(schema, "required").findIndex((name) => typeof name === "string" && !names.includes(name))
    return place < 0 ? undefined : `required[${place}]: property is not defined`
  }),
  schemaRefusal("schema-format", "a schema has a format that its type does not take", (schema) => {
    const format = textAt(schema, "format") ?? ""
    const taken = formats.get(typeOf(schema))
    return format === "" || taken === undefined || taken.has(format)
      ? undefined
      : `format: only ${[...taken].map((each) => `'${each}'`).join(" and ")} are supported for ${typeOf(schema)} type`
  })
]

const calling = (body: JsonObject, name: string) => given(body, "toolConfig", "functionCallingConfig", name)

const allowedNames = (body: JsonObject): readonly string[] =>
  listAt(body, "toolConfig", "functionCallingConfig", "allowedFunctionNames").filter((name) => typeof name === "string")

const mixIsSaid = (body: JsonObject): boolean => member(body, "toolConfig", "includeServerSideToolInvocations") === true

const mixes = ({ body }: Context): boolean =>
  declarationsOf(body).length > 0 && builtIn.some((name) => hasTool(body, name))

/** Which tools go together, and which must be called. */
const choiceRefusals: readonly GeminiRefusal[] = [
  invalid("search-retrieval", "the older search tool", ({ body }) =>
    when(
      hasTool(body, "googleSearchRetrieval"),
      "google_search_retrieval is not supported. Please use google_search tool instead.",
      "tools"
    )
  ),
  invalid("search-with-functions", "a built-in tool beside functions, before 3", (context) =>
    when(
      mixes(context) && context.rules?.generation === 2,
      "Tool use with function calling is unsupported by the model.",
      "tools"
    )
  ),
  invalid("mixed-tools-unsaid", "a built-in tool beside functions without saying so, from 3 on", (context) =>
    when(
      mixes(context) && context.rules?.generation === 3 && !mixIsSaid(context.body),
      "Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.",
      "tool_config"
    )
  ),
  invalid("json-with-functions", "functions beside an answer in JSON, before 3", (context) =>
    when(
      context.rules?.generation === 2 &&
        declarationsOf(context.body).length > 0 &&
        answerType(context) === "application/json",
      "Function calling with a response mime type: 'application/json' is unsupported",
      "generation_config.response_mime_type"
    )
  ),
  invalid("json-with-tools", "a built-in tool beside an answer in JSON, before 3", (context) =>
    when(
      context.rules?.generation === 2 &&
        builtIn.some((name) => hasTool(context.body, name)) &&
        answerType(context) === "application/json",
      "Tool use with a response mime type: 'application/json' is unsupported",
      "generation_config.response_mime_type"
    )
  ),
  invalid("calling-without-functions", "it is said how functions are called, but there are none", ({ body }) =>
    when(
      given(body, "toolConfig", "functionCallingConfig") !== undefined &&
        declarationsOf(body).length === 0 &&
        !mixIsSaid(body),
      "Function calling config is set without function_declarations.",
      "tool_config"
    )
  ),
  invalid("allowed-names-mode", "names are allowed in a mode that ignores them", ({ body }) =>
    when(
      allowedNames(body).length > 0 && calling(body, "mode") !== "ANY" && calling(body, "mode") !== "VALIDATED",
      "Function calling mode must be ANY or VALIDATED when allowed_function_names is set.",
      "tool_config.function_calling_config.allowed_function_names"
    )
  ),
  invalid("unknown-allowed-name", "a name is allowed that no function has", ({ body }) => {
    const names = declarationsOf(body).map((declaration) => textAt(declaration, "name"))
    return firstOf(allowedNames(body), (name) =>
      when(
        !names.includes(name),
        `Function calling config: allowed function name '${name}' is not declared.`,
        "tool_config.function_calling_config.allowed_function_names"
      )
    )
  })
]

/** Functions, their schemas, and the choice among tools. */
export const toolRefusals: readonly GeminiRefusal[] = [
  invalid("function-name", "a function has a name that the vendor does not take", (context) =>
    eachDeclaration(context, (declaration, at) =>
      when(
        !namePattern.test(textAt(declaration, "name") ?? ""),
        `* GenerateContentRequest.${at}.name: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.`,
        `${at}.name`
      )
    )
  ),
  invalid("duplicate-function", "two functions have one name", ({ body }) => {
    const names = declarationsOf(body).map((declaration) => textAt(declaration, "name") ?? "")
    return firstOf(names, (name, index) =>
      when(names.indexOf(name) < index, `Duplicate function declaration found: ${name}`, "tools")
    )
  }),
  invalid("two-parameters", "a function has a schema of each kind", (context) =>
    eachDeclaration(context, (declaration, at) =>
      when(
        given(declaration, "parameters") !== undefined && given(declaration, "parametersJsonSchema") !== undefined,
        `* GenerateContentRequest.${at}: parameters_json_schema must not be set when parameters is set.`,
        at
      )
    )
  ),
  ...schemaRefusals,
  ...choiceRefusals
]
