import type { ChatRequest, FunctionTool, OutputFormat, Strictness, ToolSchema } from "../../core/chat/chat.ts"
import { isHeldToSchema } from "../../core/chat/tool.ts"
import {
  isArray,
  isObject,
  type Json,
  type JsonTemplate,
  JsonText,
  type MutableDraft,
  objectOr
} from "../../core/json/json.ts"
import { flagRow } from "../../core/reading/member-row.ts"
import { fieldMember, type WireMember } from "../../core/reading/member-table.ts"
import { isInVendorsWords } from "./members.ts"

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

/** Keywords that the vendor refuses in a strict schema: https://platform.openai.com/docs/guides/structured-outputs (2026-11). */
const looseKeywords = ["allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"] as const

/** What looks around in a pattern, which it refuses there, too: https://github.com/existential-birds/daydream/issues/304 (2026-08). */
const lookaround = /\(\?<?[=!]/

/** Keywords that it surely takes in one, and formats of texts: for schemas that nobody wrote for it. */
const plainKeywords = new Set(
  "$defs $ref $schema additionalProperties anyOf const definitions description enum exclusiveMaximum exclusiveMinimum format items maxItems maximum minItems minimum multipleOf pattern properties required title type".split(
    " "
  )
)
const plainFormats = new Set<Json | undefined>([
  undefined,
  ..."date-time time date duration email hostname ipv4 ipv6 uuid".split(" ")
])

/**
 * Whether an object's schema that another vendor enforces, or that OpenAI makes strict where it can, is a strict one as it
 * stands, in words alone of which the vendor says that it takes them.
 *
 * @see https://developers.openai.com/api/docs/guides/structured-outputs the supported schemas (read 2026-11)
 * @see https://github.com/openai/openai-node `strict` of `FunctionTool` of openai 7.57.0 (read 2026-11)
 */
export const isStrictAsItStands = ({ source }: ToolSchema): boolean =>
  source.object?.["type"] === "object" && isPlain(source.object) && isStrict(source.object)

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

const isPlain = (schema: Json): boolean => {
  if (!isObject(schema)) return false
  const { type, anyOf, $ref, format, items } = schema
  const keys = Object.keys(schema)
  if ((type ?? anyOf ?? $ref) === undefined || ($ref !== undefined && keys.length > 1)) return false
  if (!plainFormats.has(format) || !keys.every((key) => plainKeywords.has(key))) return false
  const named = ["properties", "$defs", "definitions"].flatMap((key) => Object.values(objectOr(schema[key]) ?? {}))
  return [...(items === undefined ? [] : [items]), ...(isArray(anyOf) ? anyOf : []), ...named].every(isPlain)
}

/**
 * Whether the vendor takes a schema as a strict one: no object in it is open, no member of one may be left out, and
 * nothing is said in words that it refuses.
 */
const isStrict = (schema: Json | undefined): boolean => {
  if (isArray(schema)) return schema.every(isStrict)
  if (!isObject(schema)) return true
  const { type, properties, required, additionalProperties, items, anyOf, pattern } = schema
  if (looseKeywords.some((key) => Object.hasOwn(schema, key))) return false
  if (typeof pattern === "string" && lookaround.test(pattern)) return false
  const members = isObject(properties) ? properties : {}
  const isRecord = type === "object" || (isArray(type) && type.includes("object")) || isObject(properties)
  if (isRecord && additionalProperties !== false) return false
  const named = new Set(isArray(required) ? required : [])
  if (!Object.keys(members).every((name) => named.has(name))) return false
  const inside = [members, schema["$defs"], schema["definitions"]].flatMap((it) =>
    isObject(it) ? Object.values(it) : []
  )
  return [items, anyOf, ...inside].every(isStrict)
}

/**
 * The form of the answer with what its own vendor does unasked: Claude and Gemini hold an answer to its schema, OpenAI does
 * so where it is strict. `lose` is told of a schema that it does not take as such.
 */
export const enforced = ({ output, native }: ChatRequest, lose: () => void): OutputFormat | undefined => {
  if (output?.type !== "json-schema" || output.strict !== undefined) return output
  if (native === undefined || isInVendorsWords({ native })) return output
  if (isStrictAsItStands(output.schema)) return { ...output, strict: true }
  lose()
  return output
}
