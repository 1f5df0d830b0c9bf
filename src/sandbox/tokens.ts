import { isArray, isObject, textAt } from "./json.ts"
import type { Json } from "./json.ts"

/** UTF-16 units that count as one token: an estimate that is the same in unary, streamed and counted answers. */
const unitsPerToken = 4

/** Tokens of an image, whatever its size. */
export const imageTokens = 1000

/** Tokens of a text. */
export const tokensOf = (text: string): number => Math.ceil(text.length / unitsPerToken)

/** The text that fits into so many tokens; a surrogate pair is never divided. */
export const cutToTokens = (text: string, tokens: number): string => {
  const end = Math.max(0, tokens) * unitsPerToken
  if (text.length <= end) return text
  const last = text.charCodeAt(end - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end)
}

/** A text in the pieces in which a model writes it: words, long ones in parts; joined they are the text. */
export const piecesOf = (text: string): readonly string[] => text.match(/\s*\S{1,8}|\s+/gu) ?? []

/** A stretch of a prompt: what caches compare, what it counts, and whether a cache mark stands after it. */
export interface Segment {
  readonly text: string
  readonly tokens: number
  readonly mark?: "5m" | "1h" | undefined
}

const imageTypes: ReadonlySet<string> = new Set(["image", "image_url", "input_image"])
const fileMembers: ReadonlySet<string> = new Set(["inlineData", "fileData"])
const uncounted: ReadonlySet<string> = new Set(["cache_control", "thoughtSignature"])

const count = (value: Json): number => {
  if (typeof value === "string") return value.length
  if (isArray(value)) return value.reduce<number>((sum, item) => sum + count(item), 0)
  if (!isObject(value)) return value === null ? 0 : String(value).length
  if (imageTypes.has(textAt(value, "type") ?? "")) return imageTokens * unitsPerToken
  return Object.entries(value).reduce((sum, [key, inner]) => sum + countMember(key, inner), 0)
}

const countMember = (key: string, value: Json): number =>
  uncounted.has(key) ? 0 : fileMembers.has(key) ? imageTokens * unitsPerToken : count(value)

/** A segment of a JSON value: the strings and numbers in it count as text, an image or a file as `imageTokens`. */
export const segmentOf = (value: Json, mark?: "5m" | "1h"): Segment => ({
  text: JSON.stringify(value, (key, inner: Json) => (uncounted.has(key) ? undefined : inner)),
  tokens: Math.ceil(count(value) / unitsPerToken),
  mark
})

/** Tokens of a prompt. */
export const promptTokens = (segments: readonly Segment[]): number =>
  segments.reduce((sum, segment) => sum + segment.tokens, 0)
