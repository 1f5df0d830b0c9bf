import type { ChatRequest } from "../../../core/chat/chat.ts"
import { JsonText } from "../../../core/json/json.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"
import { reasoningEfforts, type ThinkingConfig } from "../../../core/chat/thinking.ts"
import type { ObjectReader } from "../../../core/reading/object-reader.ts"
import { readAbove, type NumberRange, readWithin } from "../../../core/reading/numbers.ts"
import type { MemberRead } from "../../../core/reading/member-table.ts"
import { type MutableDraft, setDefined } from "../../../core/json/builder.ts"
import { minBudget } from "../wire.ts"

/** Numbers of a request: their field, their member, how it is read, and what the endpoint takes. */
export const numbers: readonly (readonly [NumberField, string, MemberRead<number>, NumberRange])[] = [
  ["maxTokens", "max_tokens", readAbove(0), [1, Infinity]],
  ["temperature", "temperature", readWithin(0, 1), [0, 1]],
  ["topP", "top_p", readWithin(0, 1), [0, 1]],
  ["topK", "top_k", (from, key) => from.integer(key), [0, Infinity]]
]

type NumberField = "maxTokens" | "temperature" | "topP" | "topK"

/** Where fields stand whose member has another name. */
export const places: ReadonlyMap<string, JsonPointer> = new Map([
  ...numbers.map(([field, member]): [string, JsonPointer] => [field, `/${member}`]),
  ["stop", "/stop_sequences"],
  ["toolChoice", "/tool_choice"],
  ["parallelToolCalls", "/tool_choice/disable_parallel_tool_use"],
  ["output", "/output_config/format"],
  ["user", "/metadata/user_id"],
  ["tier", "/service_tier"],
  ["autoCache", "/cache_control"],
  ["refs", "/container"]
])

/** The same where an effort alone says how to think. */
const effortPlaces: ReadonlyMap<string, JsonPointer> = new Map([...places, ["thinking", "/output_config/effort"]])

type Mode = NonNullable<ThinkingConfig["mode"]>

/** The types of thinking control. */
export const modes: ReadonlyMap<string, Mode> = new Map<string, Mode>([
  ["enabled", "on"],
  ["adaptive", "auto"],
  ["disabled", "off"],
  ["between_tools", "between-tools"]
])

const effortWords = new Map(reasoningEfforts.map((effort) => [effort, effort]))
const displays = new Map((["summarized", "omitted"] as const).map((display) => [display, display]))

/** Reads everything of a request that is neither conversation nor tools. */
export const readSettings = (body: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  if (!body.has("max_tokens")) body.reader.absent("", "max_tokens")
  for (const [field, member, read] of numbers) setDefined(request, field, read(body, member))
  setDefined(request, "stop", body.strings("stop_sequences"))
  body.reader.object(body.object, "context_management", "")
  const tier = body.string("service_tier")
  setDefined(request, "tier", tier === "standard_only" ? "default" : tier)
  setDefined(request, "user", body.inside("metadata")?.string("user_id"))
  const thinking = readThinking(body)
  const config = body.inside("output_config")
  const effort = config?.word("effort", effortWords)
  setDefined(request, "thinking", effort === undefined ? thinking : { ...thinking, effort })
  if (thinking === undefined && effort !== undefined) request.places = effortPlaces
  // the former spelling is read into the place of the present one
  const former = body.inside("output_format", "/output_config/format")
  const format = config?.inside("format") ?? former
  if (format !== former) former?.skip(...Object.keys(former.object))
  if (format !== undefined) readFormat(format, request)
}

const leastBudget = readAbove(minBudget - 1)

const readThinking = (body: ObjectReader): ThinkingConfig | undefined => {
  const config = body.inside("thinking")
  if (config === undefined) return undefined
  const thinking: MutableDraft<ThinkingConfig> = {}
  const isKind = config.has("type") || config.has("budget_tokens")
  const type = isKind ? config.reader.required(config.object, "type", config.at, config.reader.string) : undefined
  if (type === "enabled" && !config.has("budget_tokens")) config.reader.absent(config.at, "budget_tokens")
  if (type !== undefined) setDefined(thinking, "mode", config.word("type", modes))
  setDefined(thinking, "budget", leastBudget(config, "budget_tokens"))
  setDefined(thinking, "visible", config.word("display", displays))
  return isKind || thinking.visible !== undefined ? thinking : undefined
}

/** A format of another type is kept as it is. */
const readFormat = (format: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  if (format.object["type"] !== "json_schema") return
  format.skip("type")
  if (format.required("schema", format.reader.object) === undefined) return
  request.output = {
    type: "json-schema",
    schema: { dialect: "json-schema", source: JsonText.member(format.object, "schema") }
  }
}
