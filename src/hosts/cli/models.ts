import type { Configuration, UpstreamSettings } from "../../config/configuration.ts"
import { layerOf } from "../../config/known-families.ts"
import * as Compatible from "../../families/compatible.ts"
import * as Families from "../../families/families.ts"

/** The models that a configuration names; all families at the sandbox, which others never load, where it names none. */
export const modelsOf = async ({ upstreams, routes }: Pick<Configuration, "upstreams" | "routes">) => {
  const [first, ...more] = upstreams.map(familyOf)
  return first === undefined
    ? (await import("./sandbox-families.ts")).sandboxFamilies()
    : Families.routed(routes, first, ...more)
}

const familyOf = ({ name, family, limit, lacks, ranges, ...reached }: UpstreamSettings) => {
  const options = { ...reached, upstreamName: name }
  if (family !== "compatible") return layerOf(family)(options)
  return Compatible.layer(options, {
    ...(limit === undefined ? {} : { limit }),
    ...(lacks === undefined ? {} : { lacks }),
    ...(ranges === undefined ? {} : { ranges })
  })
}
