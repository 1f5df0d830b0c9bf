import { isItems } from "../../../core/json/json.ts"
import { isJsonObjectBuilder, type JsonObjectBuilder } from "../../../core/json/builder.ts"
import { note } from "../noting.ts"
import { type Writing } from "./writing.ts"

/** Settles a conversation whose last message is the assistant's: the answer goes on where it ends. */
export const settlePrefill = (to: Writing, messages: readonly JsonObjectBuilder[], formed: boolean): void => {
  const last = messages.at(-1)
  if (last?.["role"] !== "assistant") return
  const at = to.request.messages.at(-1)?.at
  if (to.target.prefill === false || (formed && !to.own)) return note(to, "no-prefill", at)
  if (!to.own) note(to, "prefill", at)
  if (trimEnd(last, "content")) note(to, "prefill-space", at)
}

/** Takes white space off the end of a text, or of the last of some blocks; whether there was any. */
const trimEnd = (out: JsonObjectBuilder, key: "content" | "text"): boolean => {
  const said = out[key]
  if (isItems(said)) {
    const last = said.at(-1)
    return isJsonObjectBuilder(last) && trimEnd(last, "text")
  }
  const trimmed = typeof said === "string" ? said.trimEnd() : ""
  if (trimmed === said || trimmed === "") return false
  out[key] = trimmed
  return true
}
