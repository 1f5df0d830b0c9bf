import type { ImageRequest } from "../../core/image/image.ts"
import { Invalid, fail, type Result } from "../../core/errors/invalid.ts"
import type { JsonObject, JsonText } from "../../core/json/json.ts"
import type { Refused, Translated } from "../../core/notes/note.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { Catalogue } from "../catalogue.ts"
import { type AskedModel, askedIn } from "../parameters/asked.ts"
import { Reading as ParameterReading } from "../parameters/reading.ts"
import type { Reading } from "./reading.ts"
import { rules } from "./rules.ts"

/** The rules of a family of image models. */
export interface ImageRules {
  readonly family: string
  /** The models that it knows, and of which kind each is. */
  readonly catalogue: Catalogue<string>
  /** The most images that one call to a model of a kind gives. */
  readonly perCall: (kind: string | undefined) => number
  /** Where a body says each parameter, by the parameter's own name. */
  readonly places: ReadonlyMap<string, JsonPointer>
  /** Reads a body by the family's parameters; gives what is shown. */
  readonly read: (body: JsonObject, reading: Reading) => ImageRequest["turns"]
}

/** A request, or why it cannot be one. */
export type Normalised = Result<Translated<ImageRequest>, Invalid | Refused>

/** Brings a body of the images endpoint to what a family's model accepts. */
export const normalise = (
  { catalogue, perCall, read }: ImageRules,
  body: JsonText,
  { model, kind }: AskedModel
): Normalised => {
  const { object } = body
  if (object === undefined) return fail(Invalid.at("", "The body must be an object."))
  const reading: Reading = new ParameterReading({ rules, catalogue, kind }, {})
  const turns = read(object, reading)
  const { settings, places } = reading
  const { seed, count = 1 } = settings
  if (seed !== undefined && count > perCall(kind)) reading.note("seeds", places.get("seed") ?? "")
  return reading.settled({ model, turns, ...settings, places })
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
  const asked = askedIn(family.catalogue, body)
  return asked.ok ? normalise(family, asked.value.json, asked.value) : asked
}
