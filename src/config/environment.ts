import { wireNames } from "../words/wire-names.ts"
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

/**
 * The configuration that the environment alone gives. The variable of each family that its vendor's SDK reads its key
 * from switches it on (`OPENAI_API_KEY`, `ANTHROPIC_API_KEY`, `GEMINI_API_KEY` …), another says where its API is,
 * `ISOGLOSS_KEYS` lists client keys between commas, `PORT` is the port. No vendor: the sandbox. No client keys: loopback alone, with `madeKey` for vendors and the key
 * `sandbox` for the sandbox.
 */
export const fromEnvironment = (variables: Variables, madeKey: string): Result<Configuration, readonly Problem[]> => {
  const port = portOf(variables["PORT"])
  if (port === undefined) return fail([{ key: "PORT", message: "must be an integer from 0 to 65535." }])
  const upstreams = familyNames.flatMap((family) => vendor(family, variables))
  const given = (variables["ISOGLOSS_KEYS"] ?? "").split(/[\s,]+/).filter((key) => key !== "")
  const keyOrigin: KeyOrigin = given.length > 0 ? "configured" : upstreams.length > 0 ? "made-for-this-run" : "sandbox"
  return succeed({
    host: given.length > 0 ? "0.0.0.0" : defaults.host,
    port,
    keys: keysOf(given, keyOrigin, madeKey),
    keyOrigin,
    upstreams,
    routes: [],
    wireNames
  })
}

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

const vendor = (family: FamilyName, variables: Variables): readonly UpstreamSettings[] => {
  const named = listings.find((listing) => listing.family === family)?.environment
  const key = named && variables[named.key]
  const url = named && variables[named.url]
  if (key === undefined || key === "") return []
  return [{ name: family, family, key, ...(url === undefined || url === "" ? {} : { url }) }]
}

/** A port as text; the default where there is none, undefined where it is no port. */
export const portOf = (text: string | undefined): number | undefined => {
  if (text === undefined || text === "") return defaults.port
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port <= 65535 ? port : undefined
}
