import { isArray, isObject, type Json, type JsonObject, JsonText } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { CompatProfile, ModelRules } from "./profile.ts"
import type { Edits } from "./rules.ts"

/** Whether a body wants its answer in a form that is not text. */
export const wantsOutputFormat = ({ response_format: form }: JsonObject): boolean =>
  isObject(form) && (form["type"] === "json_schema" || form["type"] === "json_object")

/** Asks for JSON where the model obeys no schema, and tells it the schema; tells it of JSON where the API wants that. */
export const fitOutputFormat = (editor: Edits, body: JsonObject, profile: CompatProfile, model: ModelRules): void => {
  const form = body["response_format"]
  if (!isObject(form)) return
  if (form["type"] === "json_schema" && model.form === "object") {
    const inside = form["json_schema"]
    const schema = isObject(inside) && isObject(inside["schema"]) ? JsonText.member(inside, "schema").text : "{}"
    editor.set("/response_format", { type: "json_object" }, "form-schema")
    addInstruction(
      editor,
      body,
      `Answer with one JSON object that this JSON Schema describes, and with nothing else:\n${schema}`
    )
  } else if (form["type"] === "json_object" && profile.jsonByName && !speaksOfJson(body["messages"])) {
    editor.note("/response_format", "form-named")
    addInstruction(editor, body, "Answer with one JSON object.")
  }
}

const speaksOfJson = (messages: Json | undefined): boolean =>
  isArray(messages) && messages.some((message) => isObject(message) && /json/i.test(textOf(message["content"])))

const textOf = (content: Json | undefined): string => {
  if (typeof content === "string") return content
  if (!isArray(content)) return ""
  return content.map((part) => (isObject(part) && typeof part["text"] === "string" ? part["text"] : "")).join("\n")
}

/** Adds a paragraph to the first message that is neither the assistant's nor a tool's: it stays there as the chat goes on. */
const addInstruction = (editor: Edits, body: JsonObject, paragraph: string): void => {
  const messages = body["messages"]
  if (!isArray(messages)) return
  const index = messages.findIndex(
    (message) => isObject(message) && message["role"] !== "assistant" && message["role"] !== "tool"
  )
  const message = messages[index]
  const content = isObject(message) ? message["content"] : undefined
  const at: JsonPointer = childPointer(childPointer("/messages", index), "content")
  if (typeof content === "string") editor.change(at, `${content}\n\n${paragraph}`)
  else if (isArray(content)) editor.change(childPointer(at, content.length), { type: "text", text: paragraph })
}
