import type { MediaPart } from "../../core/chat/chat.ts"
import { dataUrl, readDataUrl } from "../../core/bytes/base64.ts"
import { isObject, type JsonObject, type JsonTemplate, isArray, type Json } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"

/** A picture of an answer, as some vendors say it in `images` or in the content; undefined where an item is none. */
export const decodePicture = ({ image_url: link }: JsonObject, at: JsonPointer): MediaPart | undefined => {
  const url = isObject(link) ? link["url"] : link
  if (typeof url !== "string" || url === "") return undefined
  const data = readDataUrl(url)
  const picture = { type: "media", media: "image", at } as const
  if (data === undefined) return { ...picture, source: { kind: "url", url } }
  return { ...picture, mime: data.mime, source: { kind: "base64", data: data.data } }
}

/** A picture as an item of `images`; undefined where it is none, or nobody but its vendor can see it. */
export const encodePicture = ({ media, mime = "", source }: MediaPart): JsonTemplate => {
  if (media !== "image" || (source.kind !== "base64" && source.kind !== "url")) return undefined
  return { type: "image_url", image_url: { url: source.kind === "url" ? source.url : dataUrl(mime, source.data) } }
}

type Test = (value: Json) => boolean

const isText: Test = (value) => typeof value === "string"

/** Whether every member that is there, and not null, passes its test. */
const passes = (object: JsonObject, tests: Readonly<Record<string, Test>>): boolean =>
  Object.keys(tests).every((key) => {
    const value = object[key]
    return value === undefined || value === null || tests[key]?.(value) === true
  })

const called = { input: isText, name: isText }
const isCalled: Test = (value) => isObject(value) && passes(value, called)
const call = { function: isCalled, custom: isCalled }
const isCall: Test = (value) => isObject(value) && passes(value, call)

const delta = {
  content: (value: Json) => typeof value === "string" || typeof value === "object",
  refusal: isText,
  audio: isObject,
  annotations: isArray,
  tool_calls: (value: Json) => (isArray(value) ? value.every(isCall) : isCall(value)),
  function_call: isCalled
}

const isDelta: Test = (value) => isObject(value) && passes(value, delta)
const choice = { delta: isDelta, message: isDelta }

/** Whether a chunk's choices can be read: nothing that is said in them has another type than the format gives it. */
export const isSound = (choices: Json): choices is readonly JsonObject[] =>
  isArray(choices) && choices.every((item) => isObject(item) && passes(item, choice))
