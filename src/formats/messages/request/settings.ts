import { cachePlaces, placeOf } from "../../../core/notes/note-writer.ts"
import { cacheControl, isExact } from "../cache.ts"
import { consumed, spelledAs } from "../native.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { clampToRange } from "../../../core/reading/numbers.ts"
import { numbers } from "./read-settings.ts"
import type { RuleKey } from "../rules.ts"
import { note, noteField } from "../noting.ts"
import { type Writing } from "./writing.ts"

/** Parameters that the endpoint does not have, and what is lost with each. */
const missing: Readonly<Record<string, RuleKey>> = {
  seed: "unsupported",
  presencePenalty: "unsupported",
  frequencyPenalty: "unsupported",
  logitBias: "unsupported",
  logprobs: "unsupported",
  topLogprobs: "unsupported",
  verbosity: "unsupported",
  prediction: "cost",
  safety: "unsupported",
  metadata: "bookkeeping",
  audio: "modality",
  image: "unsupported"
}

/** Writes sampling, limits and bookkeeping, in the order of the endpoint's table. */
export const putSettings = (to: Writing, out: JsonObjectBuilder): void => {
  const { request } = to
  putSampling(to, out)
  putStop(to, out)
  if (request.user !== undefined) out["metadata"] = { user_id: request.user }
  putTier(to, out)
  putAutoCache(to, out)
  putRefs(to, out)
  for (const field of Object.keys(request)) {
    const rule = missing[field]
    if (rule !== undefined && (field !== "safety" || request.safety?.length !== 0)) noteField(to, rule, request, field)
  }
  noteModalities(to)
  if (request.candidates !== undefined)
    noteField(to, request.candidates > 1 ? "n" : "bookkeeping", request, "candidates")
}

const putSampling = (to: Writing, out: JsonObjectBuilder): void => {
  const { request, target } = to
  for (const [field, member, , range] of numbers) {
    const value = request[field]
    if (value === undefined) continue
    if (target.sampling === false && field !== "maxTokens") {
      noteField(to, "sampling", request, field)
      continue
    }
    const sent = to.own ? value : clampToRange(value, range)
    if (sent !== value) noteField(to, "range", request, field)
    out[member] = spelledAs(request, `/${member}`, sent)
  }
}

const putStop = (to: Writing, out: JsonObjectBuilder): void => {
  const { stop } = to.request
  if (stop === undefined) return
  const kept = stop.filter((sequence, index) => {
    if (sequence.trim() !== "") return true
    const list = placeOf(to.request, "stop")
    note(to, "stop", stop.length === 1 && !to.own ? list : `${list}/${index}`)
    return false
  })
  if (kept.length > 0 || stop.length === 0) out["stop_sequences"] = kept
}

/** The tiers that the endpoint has, by their names here and elsewhere. */
const tiers: ReadonlyMap<string, string> = new Map([
  ["auto", "auto"],
  ...["standard_only", "default", "standard"].map((name) => [name, "standard_only"] as const)
])

const putTier = (to: Writing, out: JsonObjectBuilder): void => {
  const { tier } = to.request
  if (tier === undefined) return
  const known = tiers.get(tier) ?? (to.own ? tier : undefined)
  if (known === undefined) noteField(to, "tier", to.request, "tier")
  else out["service_tier"] = known
}

const putAutoCache = (to: Writing, out: JsonObjectBuilder): void => {
  const { autoCache } = to.request
  if (autoCache === undefined) return
  const written = to.own || autoCache.mode === "implicit"
  for (const at of cachePlaces(to.request, written ? ["mode", "ttl"] : [])) note(to, "cache-setting", at)
  if (!written) return
  if (!isExact(autoCache))
    for (const at of cachePlaces(to.request, ["key", "mode", "retain"])) note(to, "cache-time", at)
  out["cache_control"] = cacheControl(autoCache)
}

const putRefs = (to: Writing, out: JsonObjectBuilder): void => {
  for (const ref of to.request.refs ?? []) {
    const at = ref.at ?? placeOf(to.request, "refs")
    if (ref.vendor !== to.vendor) note(to, ref.kind === "container" ? "container" : "held", at)
    else if (ref.kind === "container") out["container"] = consumed(to.request, "container") ?? ref.id
    else if (ref.kind === "response") {
      out["thread"] =
        consumed(to.request, "thread") ??
        (ref.id === "" ? { type: "create" } : { type: "continue", previous_message_id: ref.id })
    } else note(to, "held", at)
  }
  if (to.own) for (const key of ["container", "thread"]) out[key] ??= consumed(to.request, key)
}

const noteModalities = (to: Writing): void => {
  const { modalities } = to.request
  if (modalities === undefined) return
  const text = modalities.every((it) => it.toLowerCase() === "text")
  noteField(to, text ? "bookkeeping" : "modality", to.request, "modalities")
}
