import { bodyObject } from "../../core/reading/issue-reader.ts"
import type { ImageRequest } from "../../core/image.ts"
import type { Invalid, Result } from "../../core/errors/invalid.ts"
import type { JsonObject, JsonText } from "../../core/json/json.ts"
import { type Refused, type Translated, noteRules } from "../../core/notes/note.ts"
import {
  type AskedModel,
  type ParameterCheck,
  ParameterReader,
  type ParameterRules,
  readAskedModel,
  sharedRules
} from "../parameters/reader.ts"

/** The rules of a family of image models. */
export interface ImageRules extends ParameterRules {
  /** The most images that one call to a model of a kind gives. */
  readonly perCall: (kind: string | undefined) => number
  /** Reads a body by the family's parameters; gives what is shown. */
  readonly read: (body: JsonObject, reader: ImageReader) => ImageRequest["turns"]
}

/** A request, or why it cannot be one. */
export type Normalised = Result<Translated<ImageRequest>, Invalid | Refused>

/** Brings a body of the images endpoint to what a family's model accepts. */
export const normalise = (
  { catalogue, perCall, read }: ImageRules,
  body: JsonText,
  { model, kind }: AskedModel
): Normalised => {
  const object = bodyObject(body)
  if (!object.ok) return object
  const reader: ImageReader = new ParameterReader({ rules: imageRules, catalogue, kind }, {})
  const turns = read(object.value, reader)
  const { settings, places } = reader
  const { seed, count = 1 } = settings
  if (seed !== undefined && count > perCall(kind)) reader.note("seeds", places.get("seed") ?? "")
  return reader.outcome({ model, turns, ...settings, places })
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
  const named = readAskedModel(family.catalogue, body)
  return named.ok ? normalise(family, named.value.json, named.value) : named
}

/** What a request says besides its model and what is shown. */
export type ImageSettings = Omit<ImageRequest, "model" | "turns" | "places">

/** A body while it is read for an image model. */
export type ImageReader = ParameterReader<ImageSettings, ImageRuleKey>

/** What a value of an image model's must be. */
export type ImageCheck<A> = ParameterCheck<A, ImageReader>

/** Why an image model does not get what a client sent. */
const imageRules = noteRules("images", {
  dropped: {
    meaning: {
      ...sharedRules.dropped,
      beaten: "Another member takes precedence over `{member}`, which was not sent.",
      "too-large": "The model makes images of one size class, and not of this one: `{member}` was not sent.",
      "no-sequence": "`{member}` has an effect only where `sequential_image_generation` is `auto`; it was not sent.",
      "nothing-to-keep": "`{member}` has no effect without an input image and was not sent.",
      "earlier-text": "The model takes one prompt, the last text of the user; this earlier text was not sent."
    },
    cosmetic: { ...sharedRules.idle, "always-bytes": "The model returns images as base64: `{member}` was not sent." }
  },
  approximated: {
    meaning: {
      ratio: "The model makes images of some ratios only; the nearest one was sent.",
      "as-input": "The model makes images as large as the one that it edits: the size was sent as `adaptive`.",
      fidelity: "The vendor has no medium fidelity; `low` was sent.",
      "low-fidelity": "The model has only low fidelity; `low` was sent."
    },
    cost: { class: "The vendor has no such size class; the next smaller one was sent." },
    cosmetic: sharedRules.approximated
  },
  synthesised: { cosmetic: { seeds: "Each further image was given the next seed, or all would be the same." } },
  refused: { meaning: sharedRules.refused }
})

/** The key of such a rule. */
export type ImageRuleKey = keyof typeof imageRules.table
