import type { CacheMark, ChatNode } from "../../core/chat/node.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { type MutableDraft, setDefined, type JsonObjectBuilder } from "../../core/json/builder.ts"

/** The time to live that the alias `persistent` stands for. */
const persistent = "1h"

/** Reads `cache_control`: `persistent` is an alias of `ephemeral` for an hour, any other kind has the default time. */
export const readCache = (members: ObjectReader): CacheMark | undefined => {
  const control = members.inside("cache_control")
  if (control === undefined) return undefined
  const type = control.string("type")
  const ttl = control.string("ttl") ?? (type === "persistent" ? persistent : undefined)
  return ttl === undefined ? {} : { ttl }
}

/** Where fields of a block stand whose member has another name. */
const places: ReadonlyMap<string, JsonPointer> = new Map([
  ["cache", "/cache_control"],
  ["cite", "/citations/enabled"],
  ["error", "/is_error"],
  ["toolset", "/toolset_name"]
])

/** Finishes a node that was read: its cache mark, and what only this format can say of it. */
export const marked = <A extends MutableDraft<ChatNode>>(members: ObjectReader, node: A, kind?: string): A => {
  setDefined<MutableDraft<ChatNode>, "cache">(node, "cache", readCache(members))
  node.places ??= places
  return members.attachUnknown(node, kind)
}

/** Which of the endpoint's times to live a mark asks for. */
const lifeOf = ({ ttl }: CacheMark): string | undefined =>
  ttl === undefined || ttl === "5m" || ttl === "1h" ? ttl : persistent

/** Whether the endpoint has the time to live that a mark asks for. */
export const isExact = (mark: CacheMark): boolean => lifeOf(mark) === mark.ttl

/** A mark as the wire says it. */
export const cacheControl = (mark: CacheMark): JsonObjectBuilder => ({ type: "ephemeral", ttl: lifeOf(mark) })
