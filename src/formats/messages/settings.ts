import type { ChatRequest } from "../../core/chat/chat.ts"
import { type JsonObjectBuilder, type MutableDraft, setDefined } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { cachePlaces, placeOf } from "../../core/notes/note.ts"
import { clampToRange, integerAbove, integerOf, numberWithin, type RangedRow } from "../../core/reading/member-row.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { consumed, encodeCacheControl, type EncodeContext, note, noteField, spelledAs } from "./context.ts"
import { decodeOutputFormat } from "./output-format.ts"
import type { RuleKey } from "./rules.ts"
import { decodeThinking, effortWords } from "./thinking.ts"

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
  noteModalities(to)
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

const noteModalities = (to: EncodeContext): void => {
  const { modalities } = to.request
  if (modalities === undefined) return
  const text = modalities.every((it) => it.toLowerCase() === "text")
  noteField(to, text ? "bookkeeping" : "answer-form", to.request, "modalities")
}
