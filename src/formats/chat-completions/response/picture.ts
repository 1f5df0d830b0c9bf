import type { MediaPart } from "../../../core/chat/chat.ts"
import { dataUrl, readDataUrl } from "../../../core/bytes/base64.ts"
import { isObject, type JsonObject, type JsonTemplate } from "../../../core/json/json.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"

/** A picture of an answer, as some vendors say it in `images` or in the content; undefined where an item is none. */
export const readPicture = ({ image_url: link }: JsonObject, at: JsonPointer): MediaPart | undefined => {
  const url = isObject(link) ? link["url"] : link
  if (typeof url !== "string" || url === "") return undefined
  const data = readDataUrl(url)
  const picture = { type: "media", media: "image", at } as const
  if (data === undefined) return { ...picture, source: { kind: "url", url } }
  return { ...picture, mime: data.mime, source: { kind: "base64", data: data.data } }
}

/** A picture as an item of `images`; undefined where it is none, or nobody but its vendor can see it. */
export const writePicture = ({ media, mime = "", source }: MediaPart): JsonTemplate => {
  if (media !== "image" || (source.kind !== "base64" && source.kind !== "url")) return undefined
  return { type: "image_url", image_url: { url: source.kind === "url" ? source.url : dataUrl(mime, source.data) } }
}
