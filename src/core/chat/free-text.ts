import type { JsonObjectBuilder, JsonText } from "../json/json.ts"
import { parsedOrNull } from "../json/value.ts"
import type { ToolInput } from "./part.ts"

/** The schema of a tool that takes free text, where it is sent as a function. */
export const freeTextSchema: JsonObjectBuilder = {
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"]
}

type FreeText = Extract<ToolInput, { readonly kind: "text" }>

/** How the arguments of such a function begin, without spaces. */
const opening = '{"input":"'

const begun = /^\s*\{\s*"input"\s*:\s*"/

/**
 * The free text in the arguments of such a function. Of arguments that break off it is as much as they say: what is left
 * of an escape sequence is left off. A text that is no such arguments at all is what the model wrote instead.
 */
export const freeTextIn = (json: JsonText): FreeText => {
  const { object, text: written } = json
  const input = object?.["input"]
  if (typeof input === "string") return { kind: "text", text: input }
  if (object !== undefined && Object.keys(object).length === 0) return { kind: "text", text: "" }
  const head = object === undefined ? begun.exec(written)?.[0] : undefined
  if (head !== undefined) return { kind: "text", text: stringSoFar(written.slice(head.length)), unfinished: true }
  const bare = written.length > 4 * opening.length ? written : written.replace(/\s/g, "")
  return bare !== "" && opening.startsWith(bare)
    ? { kind: "text", text: "", unfinished: true }
    : { kind: "text", text: written }
}

/** What a JSON string says as far as it came, without its first quotation mark. */
const stringSoFar = (written: string): string => {
  let end = 0
  while (end < written.length && written[end] !== '"') {
    const next = written[end] === "\\" ? end + (written[end + 1] === "u" ? 6 : 2) : end + 1
    if (next > written.length) break
    end = next
  }
  const said = parsedOrNull(`"${written.slice(0, end)}"`)
  return typeof said === "string" ? said.replace(/[\uD800-\uDBFF]$/, "") : written.slice(0, end)
}
