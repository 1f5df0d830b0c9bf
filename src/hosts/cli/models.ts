import type { Configuration, UpstreamSettings } from "../../config/configuration.ts"
import { layerOf } from "../../config/known-families.ts"
import * as Compatible from "../../families/compatible.ts"
import { responsesApi } from "../../families/openai-compatible/responses.ts"
import type { CompatOptions } from "../../families/openai-compatible/profile.ts"
import * as Families from "../../families/families.ts"
import type { FamilyOptions } from "../../families/models/line.ts"

/** What models are made of; where nobody is called, a key may be any text. */
export interface ModelSettings {
  readonly upstreams: readonly (Omit<UpstreamSettings, "key" | "retired"> & Pick<FamilyOptions, "key" | "retired">)[]
  readonly routes: Configuration["routes"]
}

/** The models that a configuration names; all families at the sandbox, which others never load, where it names none. */
export const modelsOf = async ({ upstreams, routes }: ModelSettings) => {
  const [first, ...more] = upstreams.map(familyOf)
  return first === undefined
    ? (await import("./sandbox-families.ts")).sandboxFamilies()
    : Families.routed(routes, first, ...more)
}

/** The formats that a configuration says, as the options of a family. */
const calledIn = (format: UpstreamSettings["format"]): Pick<CompatOptions, "format" | "also"> => {
  const formats = [format ?? []].flat()
  if (!formats.includes(responsesApi.id)) return {}
  return formats.length === 1 ? { format: responsesApi } : { also: responsesApi }
}

const familyOf = ({ name, family, format, limit, lacks, ranges, ...reached }: ModelSettings["upstreams"][number]) => {
  const options = { ...reached, ...calledIn(format), upstreamName: name }
  if (family !== "compatible") return layerOf(family)(options)
  return Compatible.layer(options, {
    ...(limit === undefined ? {} : { limit }),
    ...(lacks === undefined ? {} : { lacks }),
    ...(ranges === undefined ? {} : { ranges })
  })
}
