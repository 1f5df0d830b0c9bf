import * as families from "./families.ts"
import type { CompatOptions } from "../families/openai-compatible/profile.ts"
import { responsesApi } from "../families/openai-compatible/responses.ts"

/** The name of a family, as configurations say it. */
export type FamilyName = Lowercase<keyof typeof families>

/** All families, by their names: tools do not agree on the order of a module's exports. */
const all = Object.values(families).toSorted((a, b) => (a.listing.family < b.listing.family ? -1 : 1))

/** What is known of each family by its name. */
export const listings = all.map(({ listing }) => listing)

/** Whether a name is a family's. */
const isFamilyName = (name: string): name is FamilyName => listings.some(({ family }) => family === name)

/** The names of the families. */
export const familyNames: readonly FamilyName[] = listings.map(({ family }) => family).filter(isFamilyName)

/** The Layer of a family, by its name. */
export const layerOf = (name: FamilyName): (typeof all)[number]["layer"] => {
  const found = all.find(({ listing }) => listing.family === name)
  if (found === undefined) throw new Error(`There is no family \`${name}\`.`)
  return found.layer
}

/** Whether what a family's models make takes tasks. */
export const makesTasks = (name: FamilyName): boolean =>
  listings.some(({ family, tasks }) => family === name && tasks === true)

/** The formats that a gateway calls a family in where nothing says which. */
export const untoldFormats = (name: FamilyName): readonly string[] =>
  listings.flatMap(({ family, format, formats = [], untold }) =>
    family === name ? [format, ...(untold === true ? formats : [])] : []
  )

/** The formats that an upstream of a family is called in, those that are said or its own, as options of the family. */
export const formatOptions = (
  family: FamilyName,
  said: string | readonly string[] = untoldFormats(family)
): Pick<CompatOptions, "format" | "also"> => {
  const formats = [said].flat()
  if (!formats.includes(responsesApi.id)) return {}
  return formats.length === 1 ? { format: responsesApi } : { also: responsesApi }
}

/** The format that a family speaks; undefined where there is no such family. */
export const formatOf = (name: string): string | undefined => listings.find(({ family }) => family === name)?.format

/** The names of the formats that families speak. */
export const formatNames: readonly string[] = [
  ...new Set(listings.flatMap(({ format, formats = [] }) => [format, ...formats]))
].toSorted()
