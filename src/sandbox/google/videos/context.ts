import { bytesIn } from "../../images/base64.ts"
import { typeOf } from "../../images/given.ts"
import { isObject, listAt, member, objectsAt, type ReadBody, readBody, textAt } from "../../json.ts"
import type { Json, JsonObject } from "../../json.ts"
import { modelIn } from "../../model.ts"
import type { Refusal } from "../../refusal.ts"
import type { Job } from "../../videos/job.ts"
import type { Caller } from "../context.ts"
import { veoModels } from "./catalogue.ts"
import type { VeoModel, VeoRules } from "./catalogue.ts"

/** The two forms of the API: they differ in their parameters and in how a video is handed out. */
export type Form = "gemini" | "vertex"

/** The model that a request's path names. */
export interface Target {
  readonly form: Form
  /** What the model and its operations are called: `models/…`, or `projects/…/models/…`. */
  readonly resource: string
  readonly model: string
}

/** A request for videos as the checks see it. */
export interface Context extends ReadBody {
  readonly caller: Caller
  readonly to: Target
  /** The first instance and the parameters; empty where there are none. */
  readonly instance: JsonObject
  readonly parameters: JsonObject
  readonly model: VeoModel | undefined
  readonly rules: VeoRules | undefined
}

/** A refusal of a request for videos. */
export type VeoRefusal = Refusal<Context>

/** A request about an operation, or about the video of one. */
export interface Lookup {
  readonly caller: Caller
  readonly name: string
  readonly job: Job | undefined
}

/** What the checks see of a request for videos. */
export const contextOf = (caller: Caller, to: Target, text: string): Context => {
  const read = readBody(text)
  const { body } = read
  const [instance = {}] = objectsAt(body, "instances")
  const inner = member(body, "parameters")
  const model = modelIn(veoModels, to.model)
  const parameters = isObject(inner) ? inner : {}
  return { caller, to, ...read, instance, parameters, model, rules: model?.rules }
}

/** An image of an instance, and what it is called in the vendor's errors. */
interface Framed {
  readonly at: string
  readonly image: Json
}

/** The images of an instance: its first frame, its last one, and its references. */
export const imagesIn = ({ instance }: Context): readonly Framed[] => [
  ...["image", "lastFrame"].flatMap((at): readonly Framed[] => {
    const image = member(instance, at)
    return image === undefined ? [] : [{ at, image }]
  }),
  ...listAt(instance, "referenceImages").map((each) => ({
    at: "referenceImages",
    image: member(each, "image") ?? null
  }))
]

/** The type of the image that an object holds as base64; undefined where that is not the type that it names. */
export const heldType = (image: Json): string | undefined => {
  const bytes = bytesIn(textAt(image, "bytesBase64Encoded") ?? "")
  const type = bytes === undefined ? undefined : typeOf(bytes)
  return type === textAt(image, "mimeType") ? type : undefined
}
