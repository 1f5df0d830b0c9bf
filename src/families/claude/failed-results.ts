import type { WireRequest } from "../../core/format.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../core/json/json.ts"
import { childPointer } from "../../core/json/pointer.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"
import type { BodyEditor } from "../models/chat.ts"

/**
 * Brings the failed results of a translated body to what the API takes: texts alone, and some. What else they hold
 * follows the turn's results. What its own format's client says is its affair.
 *
 * @see https://github.com/vellum-ai/vellum-assistant/pull/18387 media, in the vendor's words (2026-03)
 * @see https://github.com/jlevy/markform/issues/153 no content (2026-02)
 */
export const fitFailedResults = (
  editor: BodyEditor<"error-media" | "error-empty">,
  { translated }: WireRequest,
  body: JsonObject
): void => {
  if (translated !== true) return
  eachObject(body, "messages", "", ({ content: blocks }, at) => {
    let end = isArray(blocks) ? blocks.length : 0
    eachObject({ blocks: blocks ?? null }, "blocks", "", (block, place) => {
      if (block["type"] !== "tool_result" || block["is_error"] !== true) return
      const { content = [] } = block
      const parts: readonly Json[] = typeof content === "string" ? [{ type: "text", text: content }] : itemsOf(content)
      const texts = parts.filter(isSaid)
      const others = parts.filter((part) => isObject(part) && part["type"] !== "text")
      const path = childPointer(`${at}/content${place.slice("/blocks".length)}`, "content")
      if (texts.length === parts.length && texts.length > 0) return
      editor.change(path, texts.length > 0 ? texts : [{ type: "text", text: "The call failed." }])
      if (texts.length === 0) editor.note(path, "error-empty")
      if (others.length > 0) editor.note(path, "error-media")
      for (const other of others) editor.change(childPointer(`${at}/content`, end++), other)
    })
  })
}

const itemsOf = (content: Json): readonly Json[] => (isArray(content) ? content : [])

const isSaid = (part: Json): boolean =>
  isObject(part) && part["type"] === "text" && typeof part["text"] === "string" && part["text"].trim() !== ""
