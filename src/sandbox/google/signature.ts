import { signThinking, verifyThinking } from "../digest.ts"
import { given, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"

/** What a client may send in place of a signature, for calls that another model made (the vendor's own words). */
const bypasses: ReadonlySet<string> = new Set([
  "skip_thought_signature_validator",
  "context_engineering_is_the_way_to_go"
])

/** What a signature covers: a call with its arguments, or no text at all, because a text may come in pieces. */
const covered = (part: JsonObject): string => {
  const name = textAt(part, "functionCall", "name")
  return name === undefined ? "" : `${name} ${JSON.stringify(given(part, "functionCall", "args") ?? {})}`
}

/** A part with the signature of the thought that led to it. */
export const signed = (part: JsonObject, model: string, thought: string): JsonObject => ({
  ...part,
  thoughtSignature: signThinking(model, covered(part), thought)
})

/** Whether the signature of a part was made here for it, or says that there is none. */
export const isGenuine = (part: JsonObject): boolean => {
  const signature = textAt(part, "thoughtSignature") ?? ""
  return bypasses.has(signature) || bypasses.has(plain(signature)) || verifyThinking(covered(part), signature)
}

/** The text of base64 (of either alphabet), for clients that encode the bypass as the bytes that the field holds. */
const plain = (encoded: string): string => {
  try {
    return atob(encoded.replaceAll("-", "+").replaceAll("_", "/"))
  } catch {
    return ""
  }
}
