import { isArray, isObject, type Json, type JsonText } from "../../core/json/json.ts"
import type { InvalidIssue } from "../../core/errors/invalid.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"

/** What asks for thoughts as bytes that their vendor alone reads, so that they can be given back where it keeps none. */
export const sealedThoughts = "reasoning.encrypted_content"

/** What asks for log probabilities. */
export const textLogprobs = "message.output_text.logprobs"

/**
 * What an answer may be asked to hold besides.
 *
 * @see https://github.com/openai/openai-node `ResponseIncludable` of openai 7.55.0 (read 2026-11)
 */
export const includable: readonly string[] = [
  "file_search_call.results",
  "web_search_call.results",
  "web_search_call.action.sources",
  "message.input_image.image_url",
  "computer_call_output.output.image_url",
  "code_interpreter_call.outputs",
  sealedThoughts,
  textLogprobs
]

/** A list of words for a sentence. */
export const quotedWords = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(", ")

/** Checks a value that is there and not null: what is wrong with it, and where inside it. */
type Check = (value: Json) => readonly [within: JsonPointer, message: string] | undefined

const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && words.includes(value) ? undefined : ["", `It must be one of ${quotedWords(words)}.`]

const included: Check = (value) => {
  if (!isArray(value)) return ["", "It must be an array."]
  const wrong = value.findIndex((word) => typeof word !== "string" || !includable.includes(word))
  return wrong < 0 ? undefined : [childPointer("", wrong), `It must be one of ${quotedWords(includable)}.`]
}

/** The most pairs of `metadata`, and UTF-16 code units of a key and of a value. */
const [mostPairs, longestKey, longestValue] = [16, 64, 512]

const metadata: Check = (value) => {
  if (!isObject(value)) return ["", "It must be an object."]
  const pairs = Object.entries(value)
  if (pairs.length > mostPairs) return ["", `It must have no more than ${mostPairs} pairs.`]
  for (const [key, text] of pairs) {
    if (key.length > longestKey)
      return [childPointer("", key), `Its keys must have no more than ${longestKey} characters.`]
    if (typeof text !== "string" || text.length > longestValue)
      return [childPointer("", key), `It must be a string of no more than ${longestValue} characters.`]
  }
  return undefined
}

/** Where a word is said that the vendor takes out of a list, or that it bounds. */
const checks: readonly (readonly [path: readonly string[], check: Check])[] = [
  [["include"], included],
  [["metadata"], metadata],
  [["reasoning", "summary"], oneOf("auto", "concise", "detailed")],
  [["text", "verbosity"], oneOf("low", "medium", "high")],
  [["truncation"], oneOf("auto", "disabled")]
]

/**
 * What the vendor would refuse of a body that it does not see, because it is translated: a word that it does not know. Where
 * the bytes pass, the vendor says it, and knows new words on the same day.
 *
 * @see https://developers.openai.com/api/reference/resources/responses/methods/create (read 2026-11)
 */
export const unknownWord = (body: JsonText): InvalidIssue | undefined => {
  for (const [path, check] of checks) {
    const value = path.reduce<Json | undefined>(
      (inside, key) => (isObject(inside) ? inside[key] : undefined),
      body.value
    )
    const wrong = value === undefined || value === null ? undefined : check(value)
    if (wrong !== undefined) return { path: path.reduce(childPointer, "") + wrong[0], message: wrong[1] }
  }
  return undefined
}
