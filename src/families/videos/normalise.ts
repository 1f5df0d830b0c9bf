import { bodyObject } from "../../core/reading/issue-reader.ts"
import type { Invalid, Result } from "../../core/errors/invalid.ts"
import type { JsonObject, JsonText } from "../../core/json/json.ts"
import { type Refused, type Translated, noteRules } from "../../core/notes/note.ts"
import type { VideoRequest } from "../../core/video.ts"
import {
  type AskedModel,
  type ParameterCheck,
  ParameterReader,
  type ParameterRules,
  readAskedModel,
  sharedRules
} from "../parameters/reader.ts"

/** The rules of a family of video models. */
export interface VideoRules extends ParameterRules {
  /** Reads a body by the family's parameters. */
  readonly read: (body: JsonObject, reader: VideoReader) => void
}

/** A request, or why it cannot be one. */
export type NormalisedVideo = Result<Translated<VideoRequest>, Invalid | Refused>

/** Brings a body of the submit of videos to what a family's model accepts. */
export const normalise = (
  { catalogue, read }: VideoRules,
  body: JsonText,
  { model, kind }: AskedModel
): NormalisedVideo => {
  const object = bodyObject(body)
  if (!object.ok) return object
  const reader: VideoReader = new ParameterReader({ rules: videoRules, catalogue, kind }, {})
  read(object.value, reader)
  const { prompt = "", ...settings } = reader.settings
  return reader.outcome({ model, prompt, ...settings, places: reader.places })
}

/**
 * Brings a body of the submit of videos, as JSON text or as the parsed value, to what the model that it names accepts:
 * defaults are written out, and what the model does not have is left out with a note. `Invalid`: a value is wrong;
 * `Refused`: another model is needed. Says nothing of how the family's vendor writes it.
 *
 * @example
 * normaliseVideo(Veo.vertex, { model: "veo-3.1-generate-preview", prompt: "waves", durationSeconds: 8 })
 */
export const normaliseVideo = (family: VideoRules, body: unknown): NormalisedVideo => {
  const named = readAskedModel(family.catalogue, body)
  return named.ok ? normalise(family, named.value.json, named.value) : named
}

/** What a request says besides its model. */
type VideoSettings = Partial<Omit<VideoRequest, "model" | "places">>

/** A body while it is read for a video model. */
export type VideoReader = ParameterReader<VideoSettings, VideoRuleKey>

/** What a value of a video model's must be. */
export type VideoCheck<A> = ParameterCheck<A, VideoReader>

/** Why a video model does not get what a client sent. */
const videoRules = noteRules("videos", {
  dropped: {
    meaning: { ...sharedRules.dropped, silence: "This model makes every video with sound: `{member}` was not sent." },
    cosmetic: sharedRules.idle
  },
  approximated: {
    cosmetic: {
      ...sharedRules.approximated,
      figure: "A text was read from the number in `{member}`.",
      lowered: "The model's default does not go with the other settings; a lower value was sent."
    }
  },
  synthesised: { cosmetic: { sound: "The model makes every video with sound." } },
  refused: { meaning: sharedRules.refused }
})

/** The key of such a rule. */
type VideoRuleKey = keyof typeof videoRules.table
