import type { Redacted } from "effect/Redacted"
import type { Permissions } from "../credentials/credentials.ts"
import type { CompatProfile } from "../families/openai-compatible/profile.ts"
import type { Route } from "../families/model-registry.ts"
import type { Policy } from "../exchange/policies.ts"
import type { FamilyName } from "./known-families.ts"
import type { LimitSettings } from "./limits.ts"
import type { ResponsePlace, TaskStorePlace } from "./validators.ts"

/** A vendor's API that the gateway calls; what differs from OpenAI's is said of the family `compatible` alone. */
export interface UpstreamSettings extends Partial<Pick<CompatProfile, "limit" | "lacks" | "ranges">> {
  readonly name: string
  readonly family: FamilyName
  /** The format that it is called in, or those, of what its family's API speaks; absent: the family's own. */
  readonly format?: string | readonly string[]
  /** The base URL; absent: the vendor's own. */
  readonly url?: string
  readonly key: Redacted
  /** Keys of before: tasks that were sent with them are asked about with them. */
  readonly retired?: readonly Redacted[]
  /** How many requests it is sent at once, and how many wait besides; absent: as the limits of all upstreams say. */
  readonly sockets?: number
  readonly queue?: number
}

/** A key of a client. */
export interface KeySettings extends Permissions {
  readonly key: Redacted
  readonly name: string
  /** How many requests of its account are under way at once; absent: as the limits of all keys say. */
  readonly requests?: number
}

/** An account that may log in. Where it does not say what it may call, it may call what its keys may, together. */
export interface AccountSettings extends Permissions {
  readonly username: string
  /** Of its password: Argon2id. */
  readonly hash: Redacted
  /** The name that it shares with its keys; absent: the user name. */
  readonly name?: string
}

/** Where finished media are kept, and how many bytes of them. */
export interface MediaSettings {
  /** A folder; absent: beside the tasks. */
  readonly path?: string
  /** The most bytes of one medium, and of all. */
  readonly medium?: number
  readonly all?: number
}

/** How the gateway stops, in seconds. */
export interface StopSettings {
  /** How long it serves on once `/readyz` says that it stops. */
  readonly ready: number
  /** How long what is under way may go on once nothing is listened to. */
  readonly grace: number
}

/** Which lines are written of what goes on, and how: as text or as JSON, a line each. */
export interface LogSettings {
  readonly level: (typeof logLevels)[number]
  readonly form: (typeof logForms)[number]
}

/** The least of what lines are written of. */
export const logLevels = ["debug", "info", "warn", "error", "none"] as const

/** How lines are written. */
export const logForms = ["text", "json"] as const

/** Where the client keys came from, which decides whether they may be shown. */
export type KeyOrigin = "configured" | "made-for-this-run" | "sandbox"

/** Where responses are kept, for how many seconds, and how many bytes of them; absent: memory, a day, 64 Mi. */
export interface ResponseSettings {
  readonly store?: ResponsePlace
  readonly ttl?: number
  readonly cap?: number
}

/** What `isogloss serve` serves, and where. */
export interface Configuration {
  readonly host: string
  readonly port: number
  readonly keys: readonly KeySettings[]
  readonly keyOrigin: KeyOrigin
  /** None: the sandbox. */
  readonly upstreams: readonly UpstreamSettings[]
  readonly routes: readonly Route[]
  readonly policies: Partial<Policy>
  /** Where tasks are kept; absent: in a file of this user's where something makes tasks, else in memory. */
  readonly tasks?: TaskStorePlace
  readonly media: MediaSettings
  readonly responses?: ResponseSettings
  /** Where clients reach the gateway; absent: media are told inside answers, and no link to them is given. */
  readonly publicUrl?: string
  /** This node's name, and where all nodes are, each of which keeps the media that it made; absent: one node. */
  readonly nodes?: { readonly node: string; readonly nodes: Readonly<Record<string, string>> }
  readonly accounts: readonly AccountSettings[]
  /** What login tokens and links to media are signed with: the first signs, all are taken. None: one of this run's. */
  readonly loginSecrets: readonly Redacted[]
  /** How many seconds a login token is good; absent: an hour. */
  readonly loginLife?: number
  /** How many proxies add to `x-forwarded-for` whom they serve. */
  readonly proxies: number
  readonly limits: LimitSettings
  readonly stop: StopSettings
  readonly log: LogSettings
  /** The pages that are read without a key. */
  readonly open: readonly OpenPage[]
  /** What was said to no effect, as sentences. */
  readonly remarks: readonly string[]
}

/** Pages that need a key unless a configuration opens them, by their paths. */
export const pages = ["/openapi.json", "/metrics"] as const

/** A page that may be opened. */
type OpenPage = (typeof pages)[number]

/** Where the gateway listens where nothing says otherwise. */
export const defaults = { host: "127.0.0.1", port: 8787 } as const

/** What it logs where nothing says otherwise. */
export const logs: LogSettings = { level: "info", form: "text" }

/** How it stops where nothing says otherwise: all of it takes less than the 30 s that orchestrators wait. */
export const stops: StopSettings = { ready: 5, grace: 20 }
