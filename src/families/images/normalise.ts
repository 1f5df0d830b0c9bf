import { jsonOf } from "../../translate/body.ts"
import type { ImageRequest } from "../../words/image.ts"
import { Invalid } from "../../words/invalid.ts"
import type { JsonObject, JsonText } from "../../words/json.ts"
import type { Refused, Translated } from "../../words/note.ts"
import { fail, type Result } from "../../words/result.ts"
import { type Catalogue, rulesOf } from "../catalogue.ts"
import { Reading } from "./reading.ts"

/** The rules of a family of image models. */
export interface ImageRules {
  readonly family: string
  /** The models that it knows, and of which kind each is. */
  readonly catalogue: Catalogue<string>
  /** The most images that one call to a model of a kind gives. */
  readonly perCall: (kind: string | undefined) => number
  /** Reads a body by the family's parameters; gives what is shown. */
  readonly read: (body: JsonObject, reading: Reading) => ImageRequest["turns"]
}

/** A request, or why it cannot be one. */
export type Normalised = Result<Translated<ImageRequest>, Invalid | Refused>

/** Which model is asked, and whose rules it follows. */
export interface AskedModel {
  readonly model: string
  /** Absent: its id is not listed. */
  readonly kind: string | undefined
}

/** Brings a body of the images endpoint to what a family's model accepts. */
export const normalise = (
  { catalogue, perCall, read }: ImageRules,
  body: JsonText,
  { model, kind }: AskedModel
): Normalised => {
  const { object } = body
  if (object === undefined) return fail(Invalid.at("", "The body must be an object."))
  const reading = new Reading(catalogue, kind)
  return reading.settled(model, read(object, reading), perCall(kind))
}

/**
 * Brings a body of the images endpoint, as JSON text or as the parsed value, to what the model that it names accepts:
 * defaults are written out, and what the model does not have is left out with a note. `Invalid`: a value is wrong;
 * `Refused`: another model is needed. Says nothing of how the family's vendor writes it.
 *
 * @example
 * normaliseImage(Seedream, { model: "doubao-seedream-4-0-250828", prompt: "a lighthouse", size: "2K" })
 */
export const normaliseImage = (family: ImageRules, body: unknown): Normalised => {
  const json = jsonOf(body)
  if (!json.ok) return json
  const model = json.value.object?.["model"]
  if (typeof model !== "string" || model === "") return fail(Invalid.at("", "`model` is required."))
  return normalise(family, json.value, { model, kind: rulesOf(family.catalogue, model) })
}
