import { type Asking, askingOf } from "../asking.ts"
import type { Desk } from "../desk.ts"
import { givenUrl } from "../images/given.ts"
import type { Given } from "../images/given.ts"
import type { Size } from "../images/picture.ts"
import { given, listAt, type ReadBody, readBody, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { modelIn } from "../model.ts"
import type { Refusal } from "../refusal.ts"
import { arkModels } from "./catalogue.ts"
import type { ArkModel, ArkRules } from "./catalogue.ts"

/** A request for images as the checks see it. */
export interface Context extends Asking, ReadBody {
  readonly model: ArkModel | undefined
  readonly rules: ArkRules | undefined
  /** The images that it holds; undefined for one that is none. */
  readonly images: readonly (Given | undefined)[]
  /** The size that it asks for; undefined where it is none that the model knows. */
  readonly size: Size | undefined
}

/** A refusal of Ark. */
export type ArkRefusal = Refusal<Context>

/** The size that means: as large as the image that is given. */
export const asGiven = "adaptive"

const imagesIn = (body: JsonObject, desk: Desk): Context["images"] => {
  const one = textAt(body, "image")
  const all = one === undefined ? listAt(body, "image") : [one]
  return all.map((image) => (typeof image === "string" ? givenUrl(image, desk) : undefined))
}

const sizeIn = (word: string | undefined, rules: ArkRules, images: Context["images"]): Size | undefined => {
  if (rules.pixels === undefined) return word === asGiven ? (images[0]?.size ?? rules.usual) : undefined
  if (word === undefined) return rules.usual
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(word) ?? []
  return width === undefined ? rules.named.get(word) : { width: Number(width), height: Number(height) }
}

/** What the checks see of a request. */
export const contextOf = (headers: Headers, text: string, desk: Desk): Context => {
  const read = readBody(text)
  const { body } = read
  const model = modelIn(arkModels, textAt(body, "model") ?? "")
  const images = imagesIn(body, desk)
  const word = given(body, "size") === undefined ? undefined : (textAt(body, "size") ?? "")
  return {
    ...askingOf(headers, desk.key),
    ...read,
    model,
    rules: model?.rules,
    images,
    size: model === undefined ? undefined : sizeIn(word, model.rules, images)
  }
}

/** Whether the request asks for a sequence, and of how many images at most. */
export const sequenceOf = ({ body }: Pick<Context, "body">): number | undefined => {
  if (textAt(body, "sequential_image_generation") !== "auto") return undefined
  const most = given(body, "sequential_image_generation_options", "max_images")
  return typeof most === "number" ? most : 15
}
