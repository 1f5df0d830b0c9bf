import type { JsonObject } from "../../words/json.ts"
import type { CacheMark, Node } from "../../words/node.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import type { Reader } from "../../words/reader.ts"
import { type Draft, type Inner, type Out, readInner } from "./native.ts"
import { known } from "./wire.ts"

/** The time to live that the alias `persistent` stands for. */
const persistent = "1h"

/**
 * Reads `cache_control` of an object into its node's mark; `persistent` is an alias of `ephemeral` for an hour. The
 * members that are not known are added to `inner`. A kind that is not known reads as a mark of the default time.
 */
export const readCache = (
  reader: Reader,
  object: JsonObject,
  at: Pointer,
  node: Draft<Node>,
  inner?: Inner
): Inner | undefined => {
  const value = object["cache_control"]
  if (value === undefined || value === null) return inner
  const control = reader.object(object, "cache_control", at)
  if (control === undefined) return inner
  const path = below(at, "cache_control")
  const ttl = reader.string(control, "ttl", path) ?? (control["type"] === "persistent" ? persistent : undefined)
  node.cache = ttl === undefined ? {} : { ttl }
  return readInner(reader, inner, control, known.cacheControl, "/cache_control")
}

/** Which of the endpoint's times to live a mark asks for, and whether that is what it said. */
export const lifeOf = (mark: CacheMark): { readonly ttl?: "5m" | "1h"; readonly exact: boolean } => {
  switch (mark.ttl) {
    case undefined:
      return { exact: true }
    case "5m":
    case "1h":
      return { ttl: mark.ttl, exact: true }
    default:
      return { ttl: persistent, exact: false }
  }
}

/** A mark as the wire says it. */
export const cacheControl = (mark: CacheMark): Out => {
  const { ttl } = lifeOf(mark)
  return ttl === undefined ? { type: "ephemeral" } : { type: "ephemeral", ttl }
}
