import { isObject, type Json, type JsonObject } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"
import type { Edits } from "./profile.ts"

/**
 * Numbers the calls of a conversation as Kimi's models do, and their results, whatever ids they have: these models read
 * them. The number counts through the conversation, so nothing that comes later changes an id.
 *
 * @see https://github.com/MoonshotAI/Kimi-K2 docs/tool_call_guidance.md `functions.{func_name}:{idx}` (read 2026-11)
 * @see https://github.com/sgl-project/sglang/issues/10600 what is counted (2025-09)
 * @see https://github.com/openclaw/openclaw/pull/70030 where ids are others, the model soon calls no tools (2026-04)
 */
export const numberCalls = (editor: Edits, body: JsonObject): void => {
  const settle = (object: JsonObject, key: string, at: JsonPointer, id: string | undefined): void => {
    if (id !== undefined && object[key] !== id) editor.change(childPointer(at, key), id)
  }
  /** The numbered ids of calls that wait for a result, by the ids that they have. */
  const waiting = new Map<Json | undefined, string[]>()
  let count = 0
  eachObject(body, "messages", "", (message, at) => {
    if (message["role"] === "tool") {
      const ids = waiting.get(message["tool_call_id"]) ?? []
      settle(message, "tool_call_id", at, ids.length > 1 ? ids.shift() : ids[0])
    }
    const turn = new Map<Json | undefined, string[]>()
    eachObject(message, "tool_calls", at, (call, place) => {
      const { function: called } = call
      if (!isObject(called) || typeof called["name"] !== "string") return
      const id = `functions.${called["name"]}:${count++}`
      const alike = turn.get(call["id"])
      if (alike === undefined) turn.set(call["id"], [id])
      else alike.push(id)
      settle(call, "id", place, id)
    })
    for (const [id, ids] of turn) waiting.set(id, ids)
  })
}
