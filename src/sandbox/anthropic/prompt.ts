import { given, isArray, member, objectsAt, textAt } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import { segmentOf } from "../tokens.ts"
import type { Segment } from "../tokens.ts"
import { blocksOf } from "./turns.ts"

const markOf = (holder: Json): "5m" | "1h" | undefined => {
  if (given(holder, "cache_control") === undefined) return undefined
  return textAt(holder, "cache_control", "ttl") === "1h" ? "1h" : "5m"
}

/** A mark inside a tool result counts for the whole result. */
const blockMark = (block: JsonObject): "5m" | "1h" | undefined =>
  markOf(block) ??
  objectsAt(block, "content")
    .map(markOf)
    .find((mark) => mark !== undefined)

const systemSegments = (body: JsonObject): readonly Segment[] => {
  const system = member(body, "system")
  if (isArray(system)) return system.map((item) => segmentOf(item, markOf(item)))
  return typeof system === "string" ? [segmentOf({ type: "text", text: system })] : []
}

/**
 * The prompt in the order in which the vendor caches it: tools, system, messages, each with its mark. A mark on the top
 * level stands on the last segment.
 */
export const promptOf = (body: JsonObject): readonly Segment[] => {
  const tools = objectsAt(body, "tools").map((tool) => segmentOf(tool, markOf(tool)))
  const messages = objectsAt(body, "messages").flatMap((message) =>
    blocksOf(message, "").map(({ block }) =>
      segmentOf({ role: textAt(message, "role") ?? "", ...block }, blockMark(block))
    )
  )
  const all = [...tools, ...systemSegments(body), ...messages]
  const last = all.at(-1)
  const top = markOf(body)
  return last === undefined || top === undefined ? all : [...all.slice(0, -1), { ...last, mark: last.mark ?? top }]
}
