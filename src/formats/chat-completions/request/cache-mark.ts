import { isObject, type Json } from "../../../words/json.ts"
import type { CacheMark } from "../../../words/node.ts"
import type { Texts } from "../native.ts"

/** What is kept of a node's unknown members, once the mark among them is read. */
export interface Marked {
  readonly rest: Texts | undefined
  readonly cache?: CacheMark
  readonly consumed?: Texts
}

/** The cache mark among unknown members: `cache_control`, as vendors behind this format take it. It keeps its spelling. */
export const markedBy = (rest: Texts | undefined): Marked => {
  const control = rest?.get("cache_control")
  const cache = markIn(control?.value)
  if (rest === undefined || control === undefined || cache === undefined) return { rest }
  const others = new Map(rest)
  others.delete("cache_control")
  return { rest: others.size === 0 ? undefined : others, cache, consumed: new Map([["/cache_control", control]]) }
}

/** `persistent` is an hour; an object that says more is no mark. */
const markIn = (value: Json | undefined): CacheMark | undefined => {
  if (!isObject(value) || !Object.keys(value).every((key) => key === "type" || key === "ttl")) return undefined
  const { type, ttl } = value
  if (type !== "ephemeral" && type !== "persistent") return undefined
  if (ttl !== undefined) return typeof ttl === "string" ? { ttl } : undefined
  return type === "persistent" ? { ttl: "1h" } : {}
}
