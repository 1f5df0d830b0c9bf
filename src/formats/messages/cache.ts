import type { CacheMark, Node } from "../../core/chat/node.ts"
import type { Pointer } from "../../core/json/pointer.ts"
import type { Members } from "../../core/reading/members.ts"
import { type Draft, set } from "../../core/draft.ts"
import type { Out } from "../../core/out.ts"

/** The time to live that the alias `persistent` stands for. */
const persistent = "1h"

/** Reads `cache_control`: `persistent` is an alias of `ephemeral` for an hour, any other kind has the default time. */
export const readCache = (members: Members): CacheMark | undefined => {
  const control = members.inside("cache_control")
  if (control === undefined) return undefined
  const type = control.string("type")
  const ttl = control.string("ttl") ?? (type === "persistent" ? persistent : undefined)
  return ttl === undefined ? {} : { ttl }
}

/** Where fields of a block stand whose member has another name. */
const places: ReadonlyMap<string, Pointer> = new Map([
  ["cache", "/cache_control"],
  ["cite", "/citations/enabled"],
  ["error", "/is_error"],
  ["toolset", "/toolset_name"]
])

/** Finishes a node that was read: its cache mark, and what only this format can say of it. */
export const marked = <A extends Draft<Node>>(members: Members, node: A, kind?: string): A => {
  set<Draft<Node>, "cache">(node, "cache", readCache(members))
  node.places ??= places
  return members.keepOn(node, kind)
}

/** Which of the endpoint's times to live a mark asks for. */
const lifeOf = ({ ttl }: CacheMark): string | undefined =>
  ttl === undefined || ttl === "5m" || ttl === "1h" ? ttl : persistent

/** Whether the endpoint has the time to live that a mark asks for. */
export const isExact = (mark: CacheMark): boolean => lifeOf(mark) === mark.ttl

/** A mark as the wire says it. */
export const cacheControl = (mark: CacheMark): Out => ({ type: "ephemeral", ttl: lifeOf(mark) })
