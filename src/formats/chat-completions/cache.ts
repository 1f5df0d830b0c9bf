import type { MutableDraft } from "../../core/json/builder.ts"
import { isObject, type Json } from "../../core/json/json.ts"
import type { CacheMark, ChatNode } from "../../core/chat/node.ts"
import {
  type WireMember,
  readMember,
  keptTextMember,
  silentMember,
  memberTable,
  takeMembers
} from "../../core/reading/member-table.ts"
import { consume } from "./context.ts"

const mark = memberTable<MutableDraft<ChatNode>>({
  mode: silentMember,
  ttl: keptTextMember((node, ttl) => {
    node.cache = { ttl }
  })
})

/** `prompt_cache_breakpoint`: the vendor's own cache mark. */
export const cacheBreakpoint: WireMember<MutableDraft<ChatNode>> = readMember((from, key, node) => {
  const body = from.inside(key)
  if (body === undefined) return
  node.cache = {}
  takeMembers(mark, body, node)
})

/** `cache_control`, as vendors behind this format take it: a cache mark that keeps its spelling. */
export const cacheControl: WireMember<MutableDraft<ChatNode>> = readMember((from, key, node) => {
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
