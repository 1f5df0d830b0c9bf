import type { Tree } from "../../../words/json/json.ts"
import type { Out } from "../../../words/out.ts"
import { note } from "../noting.ts"
import { type Writing } from "./writing.ts"

/** Settles a conversation whose last message is the assistant's: the answer goes on where it ends. */
export const settlePrefill = (to: Writing, messages: readonly Out[], formed: boolean): void => {
  const last = messages.at(-1)
  if (last?.["role"] !== "assistant") return
  const at = to.request.messages.at(-1)?.at
  if (to.target.prefill === false || (formed && !to.own)) return note(to, "no-prefill", at)
  if (!to.own) note(to, "prefill", at)
  if (trimEnd(last)) note(to, "prefill-space", at)
}

/** Takes white space off the end of a message; whether there was any. */
const trimEnd = (message: Out): boolean => {
  const { content } = message
  if (typeof content === "string") return trimMember(message, "content", content)
  const block = isItems(content) ? content.at(-1) : undefined
  return isText(block) && trimMember(block, "text", block["text"])
}

const trimMember = (out: Out, key: string, text: string): boolean => {
  const trimmed = text.trimEnd()
  if (trimmed === text || trimmed === "") return false
  out[key] = trimmed
  return true
}

const isItems = (tree: Tree): tree is readonly Tree[] => Array.isArray(tree)

const isText = (block: Tree): block is Out & { text: string } =>
  typeof block === "object" && block !== null && "text" in block && typeof block.text === "string"
