import * as Effect from "effect/Effect"
import type { ImageModel, ImageModels } from "../../capabilities/models.ts"
import { Upstream } from "../../upstream/upstream.ts"
import type { ImageCall, ImageFormat } from "../../core/image.ts"
import { type FamilyLayer, family, type ModelLine, type Listing } from "../family.ts"
import { type ImageRules, normalise } from "../images/normalise.ts"
import { type FamilyOptions, type LineProfile, modelLine, noOptions, postTo, type VendorApi } from "./line.ts"

/** What sets one family's image models apart from another's. */
export interface ImageProfile extends Omit<LineProfile<string>, "family" | "catalogue">, VendorApi {
  /** What a body of the endpoint means to them. */
  readonly rules: ImageRules
  readonly format: ImageFormat
  /** Whether the vendor gives links alone. */
  readonly links?: boolean
  /** Where a call goes, below the base URL. */
  readonly path: (call: Omit<ImageCall, "body">) => string
  readonly environment?: Listing["environment"]
}

/** The Layer of a family that serves images alone. */
export const imageFamily = (profile: ImageProfile, options: FamilyOptions): FamilyLayer<ImageModels> =>
  family(Effect.map(Upstream, (upstream) => ({ images: imageLine(profile, options, upstream) })))

/** What a list of families says of it. */
export const imageListing = ({ rules, format, models, url, environment }: ImageProfile): Listing => ({
  family: rules.family,
  format: format.id,
  models,
  catalogue: rules.catalogue,
  url,
  ...(environment === undefined ? {} : { environment })
})

/** The image models of a family at one upstream. */
export const imageLine = (
  profile: ImageProfile,
  options: FamilyOptions = noOptions,
  upstream: Upstream["Service"]
): ModelLine<ImageModel> => {
  const { rules, format, links = false } = profile
  const { family: name, catalogue, perCall } = rules
  const post = postTo(profile, options)
  return modelLine({ ...profile, family: name, catalogue }, options, ({ id, sent, rules: kind }) => ({
    id,
    family: name,
    format,
    target: { model: sent, perCall: perCall(kind), links },
    places: rules.places,
    normalise: (body) => normalise(rules, body, { model: sent, kind }),
    request: (call) => post(profile.path(call)),
    upstream
  }))
}
