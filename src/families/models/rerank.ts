import * as Effect from "effect/Effect"
import type { RerankModel, RerankModels } from "../../capabilities/models.ts"
import { type Dialect, rerankFormat } from "../../formats/rerank/index.ts"
import { Upstream } from "../../upstream/upstream.ts"
import { type FamilyLayer, family, type ModelLine, type Listing } from "../family.ts"
import { bearerHeader, type FamilyOptions, modelLine, noOptions, postTo } from "./line.ts"

/** How one vendor of rerankers differs from the others: all that its family is. */
export interface RerankProfile {
  readonly family: string
  /** Globs over ids that look like the vendor's. */
  readonly models: readonly string[]
  /** The ids that it lists. */
  readonly ids: readonly string[]
  /** The base URL, as the vendor's own SDK takes it, and where a call goes below it. */
  readonly url: string
  readonly path: string
  readonly environment: { readonly key: string; readonly url: string }
  /** How its API is written. */
  readonly dialect: Dialect
}

/** The Layer of a family that is nothing but its differences. */
export const rerankFamily = (profile: RerankProfile, options: FamilyOptions): FamilyLayer<RerankModels> =>
  family(Effect.map(Upstream, (upstream) => ({ rerank: rerankLine(profile, options, upstream) })))

/** What a list of families says of it. */
export const rerankListing = ({ family: name, models, dialect, ids, url, environment }: RerankProfile): Listing => ({
  family: name,
  format: dialect.id,
  models,
  catalogue: catalogueOf(ids),
  url,
  environment
})

const catalogueOf = (ids: readonly string[]): ReadonlyMap<string, true> => new Map(ids.map((id) => [id, true]))

const rerankLine = (
  profile: RerankProfile,
  options: FamilyOptions = noOptions,
  upstream: Upstream["Service"]
): ModelLine<RerankModel> => {
  const post = postTo({ url: profile.url, keyHeader: bearerHeader }, options)
  const format = rerankFormat(profile.dialect)
  const known = {
    family: profile.family,
    models: profile.models,
    catalogue: catalogueOf(profile.ids),
    environment: profile.environment
  }
  return modelLine(known, options, ({ id, sent }) => ({
    id,
    family: profile.family,
    format,
    target: { model: sent },
    request: () => post(profile.path),
    upstream
  }))
}
