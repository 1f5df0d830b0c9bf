import type { MutableDraft } from "../../core/json/builder.ts"
import { isObject, type Json } from "../../core/json/json.ts"
import type { CacheMark, ChatNode } from "../../core/chat/node.ts"
import { recordRow } from "../../core/reading/member-row.ts"
import { readMember, type WireMember } from "../../core/reading/member-table.ts"
import { consume } from "./context.ts"

/** `cache_control`, as vendors behind this format take it: a cache mark that keeps its spelling. */
export const cacheControl: WireMember<MutableDraft<ChatNode>> = readMember(recordRow, (from, key, node) => {
  const cache = markIn(from.object[key])
  const spelled = cache === undefined || isObject(from.object["prompt_cache_breakpoint"]) ? undefined : from.json(key)
  if (cache === undefined || spelled === undefined) return
  node.cache = cache
  consume(node, `/${key}`, spelled)
})

/** `persistent` is an hour; an object that says more is no mark. */
const markIn = (value: Json | undefined): CacheMark | undefined => {
  if (!isObject(value) || !Object.keys(value).every((key) => key === "type" || key === "ttl")) return undefined
  const { type, ttl } = value
  if (type !== "ephemeral" && type !== "persistent") return undefined
  if (ttl !== undefined) return typeof ttl === "string" ? { ttl } : undefined
  return type === "persistent" ? { ttl: "1h" } : {}
}
