import { type Asking, askingOf } from "../asking.ts"
import type { Desk } from "../desk.ts"
import { givenUrl } from "../images/given.ts"
import type { Given } from "../images/given.ts"
import type { Size } from "../images/picture.ts"
import { given, listAt, objectsAt, type ReadBody, readBody, textAt } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import { modelIn } from "../model.ts"
import type { Refusal } from "../refusal.ts"
import { qwenImageModels, usual } from "./catalogue.ts"
import type { QwenImageModel, QwenImageRules } from "./catalogue.ts"

/** A request for images as the checks see it. */
export interface Context extends Asking, ReadBody {
  readonly model: QwenImageModel | undefined
  readonly rules: QwenImageRules | undefined
  readonly messages: readonly JsonObject[]
  /** What the first message holds. */
  readonly content: readonly Json[]
  readonly texts: readonly string[]
  /** The images that it holds; undefined for one that is none. */
  readonly images: readonly (Given | undefined)[]
  /** The size that is asked for, else that of the last image, else the usual one; undefined where it is none. */
  readonly size: Size | undefined
}

/** A refusal of DashScope. */
export type DashScopeRefusal = Refusal<Context>

const imageIn = (item: Json, desk: Desk): readonly (Given | undefined)[] => {
  if (given(item, "image") === undefined) return []
  const image = textAt(item, "image")
  return [image === undefined ? undefined : givenUrl(image, desk)]
}

const sizeIn = (body: JsonObject, images: Context["images"]): Size | undefined => {
  const asked = given(body, "parameters", "size")
  if (asked === undefined) return images.length === 0 ? usual.drawn : (images.at(-1)?.size ?? usual.edited)
  const [, width, height] = (typeof asked === "string" ? /^(\d{1,5})\*(\d{1,5})$/.exec(asked) : undefined) ?? []
  return width === undefined ? undefined : { width: Number(width), height: Number(height) }
}

/** What the checks see of a request. */
export const contextOf = (headers: Headers, text: string, desk: Desk): Context => {
  const read = readBody(text)
  const { body } = read
  const model = modelIn(qwenImageModels, textAt(body, "model") ?? "")
  const messages = objectsAt(body, "input", "messages")
  const content = listAt(messages[0], "content")
  const images = content.flatMap((item) => imageIn(item, desk))
  return {
    ...askingOf(headers, desk.key),
    ...read,
    model,
    rules: model?.rules,
    messages,
    content,
    texts: content.flatMap((item) => textAt(item, "text") ?? []),
    images,
    size: sizeIn(body, images)
  }
}
