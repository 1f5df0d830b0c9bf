import type { Configuration, UpstreamSettings } from "../../config/configuration.ts"
import { layerOf } from "../../config/known-families.ts"
import * as Compatible from "../../families/compatible.ts"
import * as Families from "../../families/families.ts"
import { formatOptions } from "./call-formats.ts"
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

const familyOf = ({ name, family, format, limit, lacks, ranges, ...reached }: ModelSettings["upstreams"][number]) => {
  const options = { ...reached, ...formatOptions(family, format), upstreamName: name }
  if (family !== "compatible") return layerOf(family)(options)
  return Compatible.layer(options, {
    ...(limit === undefined ? {} : { limit }),
    ...(lacks === undefined ? {} : { lacks }),
    ...(ranges === undefined ? {} : { ranges })
  })
}
