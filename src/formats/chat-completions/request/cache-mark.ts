import { isObject, type Json, JsonText } from "../../../words/json.ts"
import type { CacheMark, Node } from "../../../words/node.ts"
import { below } from "../../../words/pointer.ts"
import type { Draft } from "../draft.ts"
import { keep, type Member, silent, table, take } from "../table.ts"
import { id } from "../wire.ts"

const mark = table<Draft<Node>>({
  mode: silent,
  ttl: {
    ...silent,
    read: (reader, object, key, at, node) => {
      const ttl = reader.string(object, key, at)
      if (ttl !== undefined) node.cache = { ttl }
    }
  }
})

/** `prompt_cache_breakpoint`: the vendor's own cache mark. */
export const breakpoint: Member<Draft<Node>> = {
  ...silent,
  read: (reader, object, key, at, node, path) => {
    const body = reader.object(object, key, at)
    if (body === undefined) return
    node.cache = {}
    take(mark, reader, body, below(at, key), node, below(path, key))
  }
}

/** `cache_control`, as vendors behind this format take it: a cache mark that keeps its spelling. */
export const control: Member<Draft<Node>> = {
  ...silent,
  read: (_reader, object, key, _at, node, path) => {
    const cache = markIn(object[key])
    const spelled = JsonText.member(object, key)
    if (cache === undefined || isObject(object["prompt_cache_breakpoint"])) return keep(node, path, key, spelled)
    node.cache = cache
    node.native = { ...node.native, format: id, consumed: new Map([[`/${key}`, spelled]]) }
  }
}

/** `persistent` is an hour; an object that says more is no mark. */
const markIn = (value: Json | undefined): CacheMark | undefined => {
  if (!isObject(value) || !Object.keys(value).every((key) => key === "type" || key === "ttl")) return undefined
  const { type, ttl } = value
  if (type !== "ephemeral" && type !== "persistent") return undefined
  if (ttl !== undefined) return typeof ttl === "string" ? { ttl } : undefined
  return type === "persistent" ? { ttl: "1h" } : {}
}
