import { isArray, isObject, type JsonObject } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { isText } from "./messages.ts"
import type { Edits } from "./profile.ts"

/**
 * Says refusals as text, in one with whatever else was said; whether there were any.
 *
 * @see https://github.com/OnesoftQwQ/opencode-go-copilot/issues/24 DeepSeek refuses a message without content (2026-05)
 * @see https://github.com/AstrBotDevs/AstrBot/issues/7200 Kimi does, too (2026-03)
 */
export const sayRefusals = (editor: Edits, message: JsonObject, at: JsonPointer): boolean => {
  const { role, content, refusal } = message
  if (role !== "assistant") return false
  const parts: readonly JsonObject[] = isArray(content) ? content.filter(isObject) : [{ text: content ?? "" }]
  const own = isText(refusal)
  if (!own && !parts.some(({ type }) => type === "refusal")) return false
  const texts = [...parts.map(({ text, refusal: said }) => text ?? said), own ? refusal : ""].filter(isText)
  editor.set(childPointer(at, "content"), texts.join("\n\n"), "refusal", own ? childPointer(at, "refusal") : undefined)
  if (own) editor.change(childPointer(at, "refusal"))
  return true
}

/** Joins the texts of which an assistant's or a tool's message is a list; one that holds more stays. */
export const joinTexts = (editor: Edits, { role, content }: JsonObject, at: JsonPointer): void => {
  if ((role !== "assistant" && role !== "tool") || !isArray(content)) return
  const texts = content.flatMap((part) =>
    isObject(part) && part["type"] === "text" && typeof part["text"] === "string" ? [part["text"]] : []
  )
  if (texts.length === content.length) editor.set(childPointer(at, "content"), texts.join(""), "joined")
}
