import type { CustomTool, FunctionTool, Strictness, ToolSchema } from "../../core/chat/chat.ts"
import { isHeldToSchema } from "../../core/chat/tool.ts"
import { isObject, type JsonTemplate, JsonText, type MutableDraft } from "../../core/json/json.ts"
import { flagRow, recordRow, textRow } from "../../core/reading/member-row.ts"
import {
  fieldMember,
  type MemberTable,
  neededMember,
  readMember,
  takeMembers,
  type WireMember
} from "../../core/reading/member-table.ts"
import { isStrict, isStrictAsItStands } from "./strict.ts"

const ofGrammar = readMember<MutableDraft<CustomTool>>(textRow, (from, key, node) => {
  const value = from.string(key)
  if (value !== undefined) node.grammar = { syntax: "", definition: "", ...node.grammar, [key]: value }
})

/** The members of a grammar, which the free text of a tool's calls follows. */
export const grammarMembers = {
  syntax: neededMember(ofGrammar),
  definition: neededMember(ofGrammar)
}

/** `format` of a tool that takes free text: a grammar is read, and all else kept. */
export const formatMember = (
  inside: MemberTable<MutableDraft<CustomTool>>,
  write: (grammar: Required<CustomTool>["grammar"]) => JsonTemplate
): WireMember<MutableDraft<CustomTool>> => ({
  inside,
  says: [["grammar", ""]],
  read: (from, key, node) => {
    const body = from.inside(key)
    if (body?.object["type"] === "grammar") takeMembers(inside, body, node)
  },
  write: ({ grammar }) => grammar && write(grammar)
})

/** A schema, in its source text. */
export const schemaMember = <F extends string>(name: F): WireMember<{ [K in F]?: ToolSchema }> =>
  fieldMember<F, ToolSchema>(
    name,
    {
      schema: recordRow.schema,
      read: (from, key) => {
        const source = from.record(key)
        return source && { dialect: "json-schema", source }
      }
    },
    ({ source }) => source.printable,
    (value) => (isObject(value) ? { dialect: "json-schema", source: JsonText.of(value) } : undefined)
  )

/** A function's `strict`, as a format says it. */
export const strictMember = (
  write: (strict: Strictness) => boolean | undefined
): WireMember<Pick<MutableDraft<FunctionTool>, "strict">> => fieldMember<"strict", Strictness>("strict", flagRow, write)

/** Whether a function is to be strict whose schema the vendor refuses in a strict one. */
export const isStrictInVain = (tool: FunctionTool): boolean =>
  isHeldToSchema(tool) && !isStrict(tool.input?.source.value)

/**
 * The schema of a function that says none and takes nothing: the vendor refuses a strict one without a closed object.
 *
 * @see https://github.com/laravel/ai/issues/339 (Responses, 2026-04), https://github.com/inngest/agent-kit/pull/66 (chat completions, 2025-02)
 */
export const nothingStrict: ToolSchema = {
  dialect: "json-schema",
  source: JsonText.source('{"type":"object","properties":{},"required":[],"additionalProperties":false}')
}

/** The parameters of a function that says none, for an API that wants some. */
export const emptySchema = (strict = false): JsonTemplate =>
  strict ? nothingStrict.source : { type: "object", properties: {} }

/**
 * A function as the Responses API makes it of one of which nobody said whether it is strict: it is where its schema can be.
 *
 * @see https://github.com/openai/openai-node `strict` of `NamespaceTool.Function` of openai 7.57.0 (read 2026-11)
 * @see https://github.com/juspay/neurolink/pull/1691 the vendor's guide to function calling (2026)
 */
export const withImpliedStrictness = (tool: FunctionTool): FunctionTool => {
  const { strict, input, native, places = [] } = tool
  if (strict !== undefined || native?.consumed?.has("strict") === true) return tool
  if (input === undefined || !isStrictAsItStands(input)) return tool
  return { ...tool, strict: "implied", places: new Map([...places, ["strict", ""]]) }
}
