import type { JsonObject } from "../json/json.ts"

/** Whether an object of the wire says a text of the type `text` and nothing else, as most parts of content do. */
export const isPlainText = (object: JsonObject): object is JsonObject & { readonly text: string } =>
  object["type"] === "text" && typeof object["text"] === "string" && Object.keys(object).length === 2
