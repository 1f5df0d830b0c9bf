import * as Redacted from "effect/Redacted"
import { ownName } from "../credentials/credentials.ts"
import type { Listing } from "../families/family.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import {
  type Configuration,
  defaults,
  type KeyOrigin,
  type KeySettings,
  logForms,
  logLevels,
  logs,
  stops,
  type UpstreamSettings,
  limitsOf
} from "./configuration.ts"
import {
  leastKey,
  remarksOnKeys,
  unguessable,
  taskPlace,
  taskPlaceOf,
  baseUrl,
  clientKeys,
  folder,
  keysIn,
  loginSecret,
  oneOfWords,
  port,
  publicUrl,
  vendorKey,
  type Validator,
  baseUrlMistake,
  type Problem
} from "./validators.ts"
import { type FamilyName, familyNames, listings } from "./known-families.ts"
import type { Variables } from "./file.ts"

/**
 * The configuration that the environment alone gives; what is wrong with it is told by variable, all of it at once.
 * The variable of each family that its vendor's SDK reads its key from switches it on (`OPENAI_API_KEY`,
 * `ANTHROPIC_API_KEY`, `GEMINI_API_KEY` …), another says where its API is, `ISOGLOSS_KEYS` lists client keys between
 * commas, `PORT` is the port. `ISOGLOSS_TASKS` and `ISOGLOSS_MEDIA` say where tasks and media are kept,
 * `ISOGLOSS_PUBLIC_URL` and `ISOGLOSS_LOGIN_SECRET` let links to media be given; `ISOGLOSS_LOG_LEVEL` and
 * `ISOGLOSS_LOG_FORM` say what is logged. No vendor: the sandbox, on loopback alone, for what it answers is made up. No client
 * keys: loopback alone, too, with `madeKey` for vendors and the key `sandbox` for the sandbox.
 */
export const fromEnvironment = (variables: Variables, madeKey: string): Result<Configuration, readonly Problem[]> => {
  const problems: Problem[] = []
  const read: Read = (name, want) => {
    const text = variables[name] ?? ""
    if (text === "") return undefined
    const message = want.accepts(text) ? want.mistake?.(text) : `must be ${want.expected}.`
    if (message !== undefined && problems.every(({ key }) => key !== name)) problems.push({ key: name, message })
    return text
  }
  const upstreams = familyNames.flatMap((family) => vendor(family, read))
  const given = keysIn(read("ISOGLOSS_KEYS", clientKeys) ?? "")
  const at = Number(read("PORT", port) ?? defaults.port)
  const level = logLevels.find(sameAs(read("ISOGLOSS_LOG_LEVEL", oneOfWords(logLevels))))
  const form = logForms.find(sameAs(read("ISOGLOSS_LOG_FORM", oneOfWords(logForms))))
  const stores = keptIn(read)
  problems.push(...unsigned(stores))
  if (problems.length === 0 && upstreams.length > 0) problems.push(...guessable(given))
  if (problems.length > 0) return fail(problems)
  const keyOrigin: KeyOrigin = given.length > 0 ? "configured" : upstreams.length > 0 ? "made-for-this-run" : "sandbox"
  const isShared = upstreams.length > 0 && given.length > 0
  return succeed({
    host: isShared ? "0.0.0.0" : defaults.host,
    port: at,
    keys: keysOf(given, keyOrigin, madeKey),
    keyOrigin,
    upstreams,
    routes: [],
    policies: {},
    ...stores,
    accounts: [],
    proxies: 0,
    limits: limitsOf(),
    stop: isShared ? stops : { ...stops, ready: 0 },
    log: { level: level ?? logs.level, form: form ?? logs.form },
    open: [],
    remarks: [...remarksOn(variables), ...remarksOnOneKey(variables, given), ...remarksOnKeys(given)]
  })
}

const sameAs =
  (text: string | undefined) =>
  (word: string): boolean =>
    word === text

/** Reads a variable that must be something; undefined where it is not set, or empty. */
type Read = (name: string, want: Validator) => string | undefined

type Kept = Pick<Configuration, "tasks" | "media" | "publicUrl" | "loginSecrets">

/** What is kept where, and how it is told. Without a vendor nothing is worth keeping unless somebody says so. */
const keptIn = (read: Read): Kept => {
  const tasks = taskPlaceOf(read("ISOGLOSS_TASKS", taskPlace) ?? "")
  const path = read("ISOGLOSS_MEDIA", folder)
  const url = read("ISOGLOSS_PUBLIC_URL", publicUrl)
  const secret = read("ISOGLOSS_LOGIN_SECRET", loginSecret)
  return {
    ...(tasks === undefined ? {} : { tasks }),
    media: path === undefined ? {} : { path },
    ...(url === undefined ? {} : { publicUrl: url }),
    loginSecrets: secret === undefined ? [] : [Redacted.make(secret)]
  }
}

const unsigned = ({ publicUrl: url, loginSecrets }: Kept): readonly Problem[] => {
  if (url === undefined || loginSecrets.length > 0) return []
  const message = `is missing. It must be ${loginSecret.expected}, with which links (\`ISOGLOSS_PUBLIC_URL\`) are signed.`
  return [{ key: "ISOGLOSS_LOGIN_SECRET", message }]
}

const guessable = (keys: readonly string[]): readonly Problem[] =>
  keys.some(({ length }) => length < leastKey) ? [{ key: "ISOGLOSS_KEYS", message: `must each ${unguessable}` }] : []

const keysOf = (given: readonly string[], origin: KeyOrigin, madeKey: string): readonly KeySettings[] => {
  switch (origin) {
    case "configured":
      return given.map((key) => ({ key: Redacted.make(key), name: ownName(key) }))
    case "made-for-this-run":
      return [{ key: Redacted.make(madeKey), name: "local" }]
    case "sandbox":
      return [{ key: Redacted.make("sandbox"), name: "sandbox" }]
  }
}

const vendor = (family: FamilyName, read: Read): readonly UpstreamSettings[] => {
  const listing = listings.find((it) => it.family === family)
  const named = namesOf(listing)
  const key = named && read(named.key, vendorKey)
  if (listing === undefined || named === undefined || key === undefined) return []
  const url = read(named.url, { ...baseUrl, mistake: (text) => baseUrlMistake(text, listing) })
  return [{ name: family, family, key: Redacted.make(key), ...(url === undefined ? {} : { url }) }]
}

const namesOf = (listing: Listing | undefined): Listing["environment"] => listing?.environment

/** A key of the commands that a run prints, or one that was meant to be the only one. */
const remarksOnOneKey = ({ ISOGLOSS_KEY: key = "" }: Variables, given: readonly string[]): readonly string[] => {
  if (key === "" || given.includes(key)) return []
  return [
    "`ISOGLOSS_KEY` has no effect: client keys are read from `ISOGLOSS_KEYS`, between commas, and it is none of them."
  ]
}

/** What is set and read by nobody: the places of APIs that nothing is sent to, and a key under its other name. */
const remarksOn = (variables: Variables): readonly string[] => {
  const remarks = listings.flatMap((listing) => {
    const named = namesOf(listing)
    const isIdle = named !== undefined && (variables[named.key] ?? "") === "" && (variables[named.url] ?? "") !== ""
    return isIdle ? [`\`${named.url}\` has no effect: \`${named.key}\` is not set.`] : []
  })
  if ((variables["GOOGLE_API_KEY"] ?? "") !== "" && (variables["GEMINI_API_KEY"] ?? "") === "")
    remarks.push("`GOOGLE_API_KEY` has no effect: the key of Gemini is read from `GEMINI_API_KEY`.")
  return [...new Set(remarks)]
}
