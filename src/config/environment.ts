import type { Listing } from "../families/family.ts"
import { fail, type Result, succeed } from "../words/result.ts"
import {
  type Configuration,
  defaults,
  type KeyOrigin,
  type KeySettings,
  type UpstreamSettings
} from "./configuration.ts"
import { type FamilyName, familyNames, listings } from "./known-families.ts"
import type { Problem } from "./problem.ts"
import type { Variables } from "./substitute.ts"
import { baseUrl, clientKeys, keysIn, port, vendorKey, type Want } from "./wants.ts"

/**
 * The configuration that the environment alone gives; what is wrong with it is told by variable, all of it at once.
 * The variable of each family that its vendor's SDK reads its key from switches it on (`OPENAI_API_KEY`,
 * `ANTHROPIC_API_KEY`, `GEMINI_API_KEY` …), another says where its API is, `ISOGLOSS_KEYS` lists client keys between
 * commas, `PORT` is the port. No vendor: the sandbox, on loopback alone, for what it answers is made up. No client
 * keys: loopback alone, too, with `madeKey` for vendors and the key `sandbox` for the sandbox.
 */
export const fromEnvironment = (variables: Variables, madeKey: string): Result<Configuration, readonly Problem[]> => {
  const problems: Problem[] = []
  const read: Read = (name, want) => {
    const text = variables[name] ?? ""
    if (text === "") return undefined
    if (!want.holds(text) && problems.every(({ key }) => key !== name))
      problems.push({ key: name, message: `must be ${want.said}.` })
    return text
  }
  const upstreams = familyNames.flatMap((family) => vendor(family, read))
  const given = keysIn(read("ISOGLOSS_KEYS", clientKeys) ?? "")
  const at = Number(read("PORT", port) ?? defaults.port)
  if (problems.length > 0) return fail(problems)
  const keyOrigin: KeyOrigin = given.length > 0 ? "configured" : upstreams.length > 0 ? "made-for-this-run" : "sandbox"
  return succeed({
    host: upstreams.length > 0 && given.length > 0 ? "0.0.0.0" : defaults.host,
    port: at,
    keys: keysOf(given, keyOrigin, madeKey),
    keyOrigin,
    upstreams,
    routes: [],
    policies: {},
    open: [],
    remarks: remarksOn(variables)
  })
}

/** Reads a variable that must be something; undefined where it is not set, or empty. */
type Read = (name: string, want: Want) => string | undefined

const keysOf = (given: readonly string[], origin: KeyOrigin, madeKey: string): readonly KeySettings[] => {
  switch (origin) {
    case "configured":
      return given.map((key, index) => ({ key, name: `key-${index + 1}` }))
    case "made-for-this-run":
      return [{ key: madeKey, name: "local" }]
    case "sandbox":
      return [{ key: "sandbox", name: "sandbox" }]
  }
}

const vendor = (family: FamilyName, read: Read): readonly UpstreamSettings[] => {
  const named = namesOf(listings.find((listing) => listing.family === family))
  const key = named && read(named.key, vendorKey)
  if (named === undefined || key === undefined) return []
  const url = read(named.url, baseUrl)
  return [{ name: family, family, key, ...(url === undefined ? {} : { url }) }]
}

const namesOf = (listing: Listing | undefined): Listing["environment"] => listing?.environment

/** The places of APIs that nothing is sent to, because no key is set. */
const remarksOn = (variables: Variables): readonly string[] => {
  const remarks = listings.flatMap((listing) => {
    const named = namesOf(listing)
    const isIdle = named !== undefined && (variables[named.key] ?? "") === "" && (variables[named.url] ?? "") !== ""
    return isIdle ? [`\`${named.url}\` has no effect: \`${named.key}\` is not set.`] : []
  })
  return [...new Set(remarks)]
}
