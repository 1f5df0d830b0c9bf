import type { EmbeddingModel } from "../../capabilities/models.ts"
import type { Upstream } from "../../upstream/upstream.ts"
import type { EmbeddingCall, EmbeddingFormat } from "../../core/embedding.ts"
import type { ModelLine } from "../family.ts"
import { type FamilyOptions, type LineProfile, modelLine, noOptions, postTo, type VendorApi } from "./line.ts"

/** What an embedding model gives. */
export interface EmbeddingRules {
  /** How many numbers its vectors have. */
  readonly size: number
  /** Whether they can have fewer. */
  readonly shortens: boolean
}

/** What sets one family's embedding models apart from another's. */
export interface EmbeddingProfile extends LineProfile<EmbeddingRules>, VendorApi {
  readonly format: EmbeddingFormat
  /** The most items of one call. */
  readonly perCall: number
  readonly decodeError: EmbeddingModel["decodeError"]
  /** Where a call goes, below the base URL. */
  readonly path: (call: Omit<EmbeddingCall, "body">) => string
}

/** The embedding models of a family at one upstream. */
export const embeddingLine = (
  profile: EmbeddingProfile,
  options: FamilyOptions = noOptions,
  upstream: Upstream["Service"]
): ModelLine<EmbeddingModel> => {
  const { family, format, catalogue, perCall, decodeError } = profile
  const post = postTo(profile, options)
  const shortening = [...catalogue].filter(([, { shortens }]) => shortens).map(([id]) => id)
  return modelLine(profile, options, ({ id, sent, rules }) => ({
    id,
    family,
    format,
    target: {
      model: sent,
      perCall,
      ...(rules === undefined ? {} : { dimensions: { most: rules.size, shortens: rules.shortens, shortening } })
    },
    decodeError,
    request: (call) => post(profile.path(call)),
    upstream
  }))
}
