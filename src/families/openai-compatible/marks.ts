import { isObject, type JsonObject } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { CacheMarks, ModelRules } from "./differences.ts"
import { eachObject } from "../../core/reading/wire-objects.ts"
import type { Edits } from "./rules.ts"

/**
 * Says marks of what to cache as the API takes them: `persistent`, which no API knows, is an hour; where a mark cannot
 * say for how long, it is plain; where a listed model takes none, there is none.
 */
export const fitMarks = (editing: Edits, body: JsonObject, taken: CacheMarks, known: ModelRules | undefined): void =>
  eachMark(body, (mark, at) => {
    if (taken === "none" && known !== undefined) editing.remove(at, "cache-mark")
    else if (taken === "plain" && (mark["type"] === "persistent" || Object.hasOwn(mark, "ttl"))) {
      editing.set(at, { type: "ephemeral" }, "cache-time")
    } else if (mark["type"] === "persistent") editing.set(at, { type: "ephemeral", ttl: "1h" }, "cache-hour")
  })

/** Visits the marks of a body, of its tools, and of its messages and their parts. */
const eachMark = (body: JsonObject, visit: (mark: JsonObject, at: JsonPointer) => void): void => {
  const look = (object: JsonObject, at: JsonPointer): void => {
    const mark = object["cache_control"]
    if (isObject(mark)) visit(mark, childPointer(at, "cache_control"))
  }
  look(body, "")
  eachObject(body, "tools", "", look)
  eachObject(body, "messages", "", (message, at) => {
    look(message, at)
    eachObject(message, "content", at, look)
  })
}
