import { placeOf } from "../../../words/leftover.ts"
import { cacheControl, isExact } from "../cache.ts"
import { consumed, type Out, spelledAs } from "../native.ts"
import { numbers } from "./read-settings.ts"
import type { RuleKey } from "../rules.ts"
import { note, noteField } from "../noting.ts"
import { type Writing } from "./writing.ts"

/** Parameters that the endpoint does not have, and what is lost with each. */
const missing: ReadonlyMap<string, RuleKey> = new Map([
  ["seed", "unsupported"],
  ["presencePenalty", "unsupported"],
  ["frequencyPenalty", "unsupported"],
  ["logitBias", "unsupported"],
  ["logprobs", "unsupported"],
  ["topLogprobs", "unsupported"],
  ["verbosity", "unsupported"],
  ["prediction", "cost"],
  ["safety", "unsupported"],
  ["metadata", "bookkeeping"]
])

/** Writes sampling, limits and bookkeeping, in the order of the endpoint's table. */
export const putSettings = (to: Writing, out: Out): void => {
  const { request } = to
  putSampling(to, out)
  putStop(to, out)
  if (request.user !== undefined) out["metadata"] = { user_id: request.user }
  putTier(to, out)
  putAutoCache(to, out)
  putRefs(to, out)
  for (const field of Object.keys(request)) noteMissing(to, field)
  noteModalities(to)
  if (request.candidates !== undefined)
    note(to, request.candidates > 1 ? "n" : "bookkeeping", placeOf(request, "candidates"))
}

const noteMissing = (to: Writing, field: string): void => {
  const rule = missing.get(field)
  if (rule !== undefined) note(to, rule, placeOf(to.request, field))
}

const putSampling = (to: Writing, out: Out): void => {
  const { request, target } = to
  for (const [field, member] of numbers) {
    const value = request[field]
    if (value === undefined || field === "maxTokens") continue
    if (target.sampling === false) noteField(to, "sampling", request, field)
    else if (field === "temperature" && value > 1) {
      noteField(to, "temperature", request, field)
      out[member] = 1
    } else out[member] = spelledAs(request, `/${member}`, value)
  }
}

const putStop = (to: Writing, out: Out): void => {
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

/** Other names of the tiers that the endpoint has. */
const tiers: ReadonlyMap<string, string> = new Map([
  ["auto", "auto"],
  ["standard_only", "standard_only"],
  ["default", "standard_only"],
  ["standard", "standard_only"]
])

const putTier = (to: Writing, out: Out): void => {
  const { tier } = to.request
  if (tier === undefined) return
  const known = tiers.get(tier) ?? (to.own ? tier : undefined)
  if (known === undefined) noteField(to, "tier", to.request, "tier")
  else out["service_tier"] = known
}

const putAutoCache = (to: Writing, out: Out): void => {
  const { autoCache } = to.request
  if (autoCache === undefined) return
  const at = placeOf(to.request, "autoCache")
  const written = to.own || autoCache.mode === "implicit"
  if (!written || autoCache.key !== undefined || autoCache.retain !== undefined) note(to, "cache-setting", at)
  if (!written) return
  if (!isExact(autoCache)) note(to, "cache-time", at)
  out["cache_control"] = cacheControl(autoCache)
}

const putRefs = (to: Writing, out: Out): void => {
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
  const { request } = to
  if (request.modalities !== undefined) {
    const text = request.modalities.every((it) => it.toLowerCase() === "text")
    note(to, text ? "bookkeeping" : "modality", placeOf(request, "modalities"))
  }
  if (request.audio !== undefined) noteField(to, "modality", request, "audio")
  if (request.image !== undefined) noteField(to, "unsupported", request, "image")
}
