import type { ChatRequest, OutputFormat } from "../../core/chat/chat.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  type JsonTemplate,
  JsonText
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { cachePlaces, placeOf, placeInside } from "../../core/notes/note.ts"
import { clampToRange, integerAbove, integerOf, numberWithin, type RangedRow } from "../../core/reading/member-row.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { consumed, encodeCacheControl, type EncodeContext, note, noteField, spelledAs } from "./context.ts"
import type { RuleKey } from "./rules.ts"
import { decodeThinking, effortWords } from "./thinking.ts"
import { choiceKeywords, hasKeyword, mapSchemas, mustCall } from "../../core/chat/tool.ts"
import type { ReplyContext } from "../../core/format.ts"
import { closeSchema, noteClosed, encodeProperties } from "./schema.ts"
import type { EncodedTools } from "./tools.ts"

/** Numbers of a request: their field, their member, how it is read, and in which range. */
export const numberSettings: readonly (readonly [NumberField, string, RangedRow])[] = [
  ["maxTokens", "max_tokens", integerAbove(0)],
  ["temperature", "temperature", numberWithin(0, 1)],
  ["topP", "top_p", numberWithin(0, 1)],
  ["topK", "top_k", integerOf(0, Infinity)]
]

type NumberField = "maxTokens" | "temperature" | "topP" | "topK"

/** Where fields stand whose member has another name. */
export const places: ReadonlyMap<string, JsonPointer> = new Map([
  ...numberSettings.map(([field, member]): [string, JsonPointer] => [field, `/${member}`]),
  ["stop", "/stop_sequences"],
  ["toolChoice", "/tool_choice"],
  ["parallelToolCalls", "/tool_choice/disable_parallel_tool_use"],
  ["output", "/output_config/format"],
  ["thinking.effort", "/output_config/effort"],
  ["user", "/metadata/user_id"],
  ["tier", "/service_tier"],
  ["autoCache", "/cache_control"],
  ["refs", "/container"]
])

/** The same where an effort alone says how to think. */
const effortPlaces: ReadonlyMap<string, JsonPointer> = new Map([...places, ["thinking", "/output_config/effort"]])

/** Reads everything of a request that is neither conversation nor tools. */
export const decodeSettings = (body: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  if (!body.has("max_tokens")) body.reader.absent("", "max_tokens")
  for (const [field, member, { read }] of numberSettings) setDefined(request, field, read(body, member))
  setDefined(request, "stop", body.strings("stop_sequences"))
  body.reader.object(body.object, "context_management", "")
  const tier = body.string("service_tier")
  setDefined(request, "tier", tier === "standard_only" ? "default" : tier)
  setDefined(request, "user", body.inside("metadata")?.string("user_id"))
  const thinking = decodeThinking(body)
  const config = body.inside("output_config")
  const effort = config?.word("effort", effortWords)
  setDefined(request, "thinking", effort === undefined ? thinking : { ...thinking, effort })
  if (thinking === undefined && effort !== undefined) request.places = effortPlaces
  // the former spelling is read into the place of the present one
  const former = body.inside("output_format", "/output_config/format")
  const format = config?.inside("format") ?? former
  if (format !== former) former?.skip(...Object.keys(former.object))
  if (format !== undefined) decodeOutputFormat(format, request)
}

/** Parameters that the endpoint does not have, and what is lost with each. */
const missing: Readonly<Record<string, RuleKey>> = {
  seed: "unsupported",
  presencePenalty: "unsupported",
  frequencyPenalty: "unsupported",
  logitBias: "unsupported",
  logprobs: "unsupported",
  topLogprobs: "unsupported",
  verbosity: "unsupported",
  prediction: "cost-setting",
  safety: "unsupported",
  metadata: "bookkeeping",
  store: "bookkeeping",
  audio: "answer-form",
  image: "unsupported"
}

/** Writes sampling, limits and bookkeeping, in the order of the endpoint's table. */
export const encodeSettings = (to: EncodeContext, out: JsonObjectBuilder): void => {
  const { request } = to
  encodeSampling(to, out)
  encodeStop(to, out)
  if (request.user !== undefined) out["metadata"] = { user_id: request.user }
  encodeTier(to, out)
  encodeAutoCache(to, out)
  encodeRefs(to, out)
  for (const field of Object.keys(request)) {
    const rule = missing[field]
    if (rule !== undefined && (field !== "safety" || request.safety?.length !== 0)) noteField(to, rule, request, field)
  }
  const { modalities } = request
  if (modalities !== undefined) {
    const isText = modalities.every((it) => it.toLowerCase() === "text")
    noteField(to, isText ? "bookkeeping" : "answer-form", request, "modalities")
  }
  if (request.candidates !== undefined)
    noteField(to, request.candidates > 1 ? "candidates" : "bookkeeping", request, "candidates")
}

const encodeSampling = (to: EncodeContext, out: JsonObjectBuilder): void => {
  const { request, target } = to
  for (const [field, member, { range }] of numberSettings) {
    const value = request[field]
    if (value === undefined) continue
    if (target.sampling === false && field !== "maxTokens") {
      noteField(to, "unsupported-by-model", request, field)
      continue
    }
    const sent = to.own ? value : clampToRange(value, range)
    if (sent !== value) noteField(to, "range", request, field)
    out[member] = spelledAs(request, `/${member}`, sent)
  }
}

const encodeStop = (to: EncodeContext, out: JsonObjectBuilder): void => {
  const { stop } = to.request
  if (stop === undefined) return
  const sequences = stop.filter((sequence, index) => {
    if (sequence.trim() !== "") return true
    const list = placeOf(to.request, "stop")
    note(to, "stop", stop.length === 1 && !to.own ? list : `${list}/${index}`)
    return false
  })
  if (sequences.length > 0 || stop.length === 0) out["stop_sequences"] = sequences
}

/** The tiers that the endpoint has, by their names here and elsewhere. */
const tiers: ReadonlyMap<string, string> = new Map([
  ["auto", "auto"],
  ...["standard_only", "default", "standard"].map((name) => [name, "standard_only"] as const)
])

const encodeTier = (to: EncodeContext, out: JsonObjectBuilder): void => {
  const { tier } = to.request
  if (tier === undefined) return
  const known = tiers.get(tier) ?? (to.own ? tier : undefined)
  if (known === undefined) noteField(to, "service-tier", to.request, "tier")
  else out["service_tier"] = known
}

const encodeAutoCache = (to: EncodeContext, out: JsonObjectBuilder): void => {
  const { autoCache } = to.request
  if (autoCache === undefined) return
  const written = to.own || autoCache.mode === "implicit"
  for (const at of cachePlaces(to.request, written ? ["mode", "ttl"] : [])) note(to, "auto-cache", at)
  if (!written) return
  const control = encodeCacheControl(to, autoCache)
  if (control["ttl"] !== autoCache.ttl)
    for (const at of cachePlaces(to.request, ["key", "retain", autoCache.ttl && "mode"])) note(to, "cache-time", at)
  out["cache_control"] = control
}

const encodeRefs = (to: EncodeContext, out: JsonObjectBuilder): void => {
  for (const ref of to.request.refs ?? []) {
    const at = ref.at ?? placeOf(to.request, "refs")
    if (ref.vendor !== to.vendor) note(to, ref.kind === "container" ? "container" : "held-elsewhere", at, ref.refusal)
    else if (ref.kind === "container") out["container"] = consumed(to.request, "container") ?? ref.id
    else if (ref.kind === "response") {
      out["thread"] =
        consumed(to.request, "thread") ??
        (ref.id === "" ? { type: "create" } : { type: "continue", previous_message_id: ref.id })
    } else note(to, "held-elsewhere", at)
  }
  if (to.own) for (const key of ["container", "thread"]) out[key] ??= consumed(to.request, key)
}

/** How the form of the answer is asked for: by a schema, by a tool that stands in for it, or by a line of the prompt. */
export interface EncodedOutputFormat {
  readonly format?: JsonObjectBuilder
  readonly tool?: JsonObjectBuilder
  /** The choice that makes the model call the tool, or one of the client's. */
  readonly choice?: JsonObjectBuilder
  readonly reply?: NonNullable<ReplyContext["output"]>
  readonly line?: string
}

/** A format of another type is kept as it is. */
export const decodeOutputFormat = (format: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  if (format.object["type"] !== "json_schema") return
  format.skip("type")
  if (format.required("schema", format.reader.object) === undefined) return
  request.output = {
    type: "json-schema",
    schema: { dialect: "json-schema", source: JsonText.member(format.object, "schema") }
  }
}

/** The name of the tool that stands in for a schema, longer where a tool of the client's has it. */
const toolName = ({ names }: EncodedTools): string => {
  let name = "json"
  while (names.has(name)) name += "_"
  return name
}

const jsonLine = "Answer with one JSON object and nothing else: no other text, and no code fence around it."

/** How a request's wish for a form of its answer is said to its target. */
export const encodeOutputFormat = (to: EncodeContext, tools: EncodedTools): EncodedOutputFormat => {
  const { output } = to.request
  switch (output?.type) {
    case undefined:
    case "text":
      return {}
    case "json":
      return encodeInWords(to)
    case "json-schema":
      return encodeBySchema(to, output, tools)
    case "mime":
      if (output.mime === "text/plain") return {}
      if (output.mime !== "application/json") return withoutFormat(to, "unsupported")
      if (output.schema === undefined) return encodeInWords(to)
      return encodeBySchema(to, { type: "json-schema", schema: output.schema }, tools)
  }
}

const at = (to: EncodeContext): JsonPointer => placeOf(to.request, "output")

const withoutFormat = (to: EncodeContext, rule: RuleKey): EncodedOutputFormat => {
  note(to, rule, at(to))
  return {}
}

const encodeInWords = (to: EncodeContext, more = ""): EncodedOutputFormat => {
  note(to, "output-format", at(to))
  return { line: jsonLine + more }
}

const encodeBySchema = (
  to: EncodeContext,
  output: Extract<OutputFormat, { type: "json-schema" }>,
  tools: EncodedTools
): EncodedOutputFormat => {
  for (const key of ["name", "description", "strict"] as const) {
    if (output[key] !== undefined) note(to, "bookkeeping", placeInside(to.request, "output", key))
  }
  if (output.schema.dialect !== "json-schema") note(to, "schema/dialect", at(to))
  if (to.target.schemas !== false) {
    if (to.own) return asFormat(output.schema.source.printable)
    const taken = closeSchema(output.schema.source)
    if (taken.sayable) {
      noteClosed(to, taken, at(to))
      return asFormat(taken.schema)
    }
  }
  if (to.target.forcedChoice === "never") return encodeInWords(to, ` JSON Schema: ${output.schema.source.text}`)
  if (mustCall(to.request)) return withoutFormat(to, "overridden/output")
  note(to, "output-format/tool", at(to))
  const callable = (tools.tools?.length ?? 0) > 0 || tools.servers !== undefined
  return encodeByTool(to, output, toolName(tools), callable && to.request.toolChoice?.mode !== "none")
}

const asFormat = (schema: JsonTemplate): EncodedOutputFormat => ({ format: { type: "json_schema", schema } })

/**
 * The tool that must be called; `mayCall`: it, or one of the client's, after which the client asks again. A schema that
 * is no root of a tool's, such as a choice, is that of its one member.
 *
 * @see https://github.com/anthropics/claude-code/issues/27337 "does not support oneOf, allOf, or anyOf at the top level"
 *   (read 2026-11)
 */
const encodeByTool = (
  to: EncodeContext,
  { schema, description }: Extract<OutputFormat, { type: "json-schema" }>,
  name: string,
  mayCall: boolean
): EncodedOutputFormat => {
  const root = schema.source.object
  const wrapped = root?.["type"] !== "object" || hasKeyword(root, choiceKeywords)
  const input: JsonTemplate = wrapped
    ? { type: "object", properties: { value: insideOf(schema.source) }, required: ["value"] }
    : encodeProperties(to, name, schema.source)
  return {
    tool: { name, description: description ?? "Gives the answer.", input_schema: input },
    choice: mayCall ? { type: "any" } : { type: "tool", name },
    reply: { tool: name, wrapped }
  }
}

/** A schema as it stands in the member `value`: its references begin there. */
const insideOf = ({ value = null }: JsonText): JsonTemplate =>
  mapSchemas(value, (out) => {
    const { $ref: reference } = out
    if (typeof reference === "string") out["$ref"] = reference.replace(/^#(?=\/|$)/, "#/properties/value")
  })
