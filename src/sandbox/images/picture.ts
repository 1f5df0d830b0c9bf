import { digest } from "../digest.ts"
import { isArray, isObject } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import type { Picture } from "./png.ts"

/** Pixels of an image. */
export interface Size {
  readonly width: number
  readonly height: number
}

const colourOf = (prompt: string, index: number): Picture["colour"] => {
  const mark = digest(index === 0 ? prompt : `${prompt}\n${index}`, 6)
  const level = (at: number): number => (mark.charCodeAt(at) * 59 + mark.charCodeAt(at + 1)) % 256
  return [level(0), level(2), level(4)]
}

const longest = 200

const cut = (value: Json): Json => {
  if (typeof value === "string") return value.length > longest ? `${value.slice(0, longest)}…` : value
  if (isArray(value)) return value.map(cut)
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)])) : value
}

const escaped = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** What arrived as JSON in ASCII, long texts cut: it stands in what is made, so that whoever looks can see it. */
export const arrivedText = (arrived: JsonObject): string => escaped(JSON.stringify(cut(arrived)))

/**
 * The image that a prompt gives: its colour is the prompt's (and the place's, from the second on), and what arrived
 * stands in it as JSON, long texts cut, so that whoever looks can see what reached the vendor.
 */
export const pictureOf = (prompt: string, { width, height }: Size, arrived: JsonObject, index = 0): Picture => ({
  width,
  height,
  colour: colourOf(prompt, index),
  text: arrivedText(arrived)
})
