import type { Redacted } from "effect/Redacted"
import type { Permissions } from "../credentials/credentials.ts"
import type { CompatProfile } from "../families/openai-compatible/profile.ts"
import type { Route } from "../families/model-registry.ts"
import { type Policy, answerLimits, bodyLimits } from "../exchange/policies.ts"
import type { FamilyName } from "./known-families.ts"
import type { ResponsePlace, TaskStorePlace } from "./validators.ts"
import * as Records from "effect/Record"
import * as Schema from "effect/Schema"
import { mostOfMedia, mostOfMedium } from "../media/kinds.ts"
import { defaultUpstreamLimits } from "../upstream/upstream.ts"

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

/** One limit: what it is where nothing is chosen, and what may be. */
interface Limit {
  readonly value: number
  /** What it limits, and what it must be: to be read after "must be". */
  readonly description: string
  readonly holds: (value: number) => boolean
}

type Group = Readonly<Record<string, Limit>>

const count = (value: number, description: string): Limit => ({
  value,
  description: `${description}, an integer above 0`,
  holds: (it) => Number.isSafeInteger(it) && it > 0
})

/** Timers of Node count at most so many seconds. */
const longestTimer = 2_000_000

const seconds = (value: number, description: string): Limit => ({
  value,
  description: `${description}, in seconds, a number above 0`,
  holds: (it) => it > 0 && it <= longestTimer
})

const part = (value: number, description: string): Limit => ({
  value,
  description: `${description}, a number above 0 and at most 1`,
  holds: (it) => it > 0 && it <= 1
})

const groups = {
  upstream: {
    sockets: count(512, "how many requests one upstream is sent at once"),
    queue: count(1000, "how many requests wait for one upstream besides"),
    wait: seconds(10, "how long a request waits for its upstream before a 429 or 503 with `retry-after`"),
    retryAfter: seconds(5, "the longest `retry-after` of an upstream that is waited for; a longer one is the answer")
  },
  key: {
    share: part(
      0.75,
      "the part of an upstream's `sockets` and `queue` that one account may take while it is alone there"
    ),
    requests: count(2000, "how many requests of one account are under way at once")
  },
  connections: {
    all: count(10_000, "how many clients' connections are open at once"),
    // above what one account may have under way: a 429 says more than a connection that is closed
    address: count(
      2500,
      "how many of them come from one address, half of `all` at most unless chosen, where no proxy stands before the gateway"
    )
  },
  bodies: {
    all: count(bodyLimits.all, "how many bytes the bodies of all requests under way may hold"),
    share: part(bodyLimits.share, "the part of them that one account's may hold while it is alone")
  },
  answers: {
    whole: count(answerLimits.whole, "how many bytes a vendor's whole answer may have"),
    all: count(
      defaultUpstreamLimits.replies,
      "how many bytes the long whole answers of all may hold, of which an account has `key.share` while it is alone; others wait"
    ),
    event: count(answerLimits.event, "how many characters one event of a vendor's stream may have"),
    kept: count(
      answerLimits.kept,
      "how many characters are kept of a vendor's stream because its translation needs them later"
    )
  },
  media: {
    each: {
      value: mostOfMedium,
      description: `how many bytes a medium may have that a client names by a URL, an integer above 0 and at most ${mostOfMedia}`,
      holds: (it) => Number.isSafeInteger(it) && it > 0 && it <= mostOfMedia
    }
  },
  clocks: {
    head: seconds(15, "how long the head of a request may take"),
    body: seconds(120, "how long the body of a request may take"),
    stall: seconds(60, "how long a client may read nothing of the answer that waits for it"),
    idle: seconds(65, "how long a connection may wait for its next request")
  },
  workers: {
    threads: count(1, "how many threads read long requests and answers"),
    queue: count(64, "how many of those wait for a thread"),
    clock: seconds(60, "how long a thread may take for one")
  },
  logins: {
    failures: count(10, "how many logins of one account may fail from one address in a minute"),
    address: count(100, "how many logins may fail from one address in a minute, whatever the account"),
    account: count(100, "how many logins of one account may fail in an hour from addresses it never logged in from")
  }
} as const satisfies Readonly<Record<string, Group>>

/** All limits, by group and name. */
export const limits: Readonly<Record<string, Group>> = groups

/** What limits a gateway has. Durations are seconds. */
export type LimitSettings = {
  readonly [G in keyof typeof groups]: { readonly [L in keyof (typeof groups)[G]]: number }
}

const entry = <K extends string>(group: Readonly<Record<K, Limit>>) =>
  Schema.optionalKey(
    Schema.Struct(
      Records.map(group, ({ holds }) =>
        Schema.optionalKey(Schema.Finite.pipe(Schema.check(Schema.makeFilter((value: number) => holds(value)))))
      )
    )
  )

/** What a file may hold of them. */
export const Limits = Schema.Struct({
  upstream: entry(groups.upstream),
  key: entry(groups.key),
  connections: entry(groups.connections),
  bodies: entry(groups.bodies),
  answers: entry(groups.answers),
  media: entry(groups.media),
  clocks: entry(groups.clocks),
  workers: entry(groups.workers),
  logins: entry(groups.logins)
})

/** The limits that were chosen, and for the others the defaults. */
export const limitsOf = (chosen: typeof Limits.Type = {}): LimitSettings => ({
  upstream: { ...valuesOf(groups.upstream), ...chosen.upstream },
  key: { ...valuesOf(groups.key), ...chosen.key },
  connections: connectionsOf(chosen.connections),
  bodies: { ...valuesOf(groups.bodies), ...chosen.bodies },
  answers: { ...valuesOf(groups.answers), ...chosen.answers },
  media: { ...valuesOf(groups.media), ...chosen.media },
  clocks: { ...valuesOf(groups.clocks), ...chosen.clocks },
  workers: { ...valuesOf(groups.workers), ...chosen.workers },
  logins: { ...valuesOf(groups.logins), ...chosen.logins }
})

/** One address does not come to all connections unless that was chosen. */
const connectionsOf = (chosen: (typeof Limits.Type)["connections"] = {}): LimitSettings["connections"] => {
  const { all, address } = { ...valuesOf(groups.connections), ...chosen }
  return { all, address: chosen.address ?? Math.min(address, Math.ceil(all / 2)) }
}

const valuesOf = <K extends string>(group: Readonly<Record<K, Limit>>) => Records.map(group, ({ value }) => value)

const listed = (names: readonly string[]): string =>
  `an object with ${names
    .map((name) => `\`${name}\``)
    .join(", ")
    .replace(/, (?=[^,]*$)/, " and ")}`

/** What each key of them wants, to be read after "must be". */
export const wantedLimits: readonly (readonly [key: string, said: string])[] = [
  ["limits", listed(Object.keys(limits))],
  ...Object.entries(limits).flatMap(([group, named]) => [
    [`limits.${group}`, listed(Object.keys(named))] as const,
    ...Object.entries(named).map(([name, { description }]) => [`limits.${group}.${name}`, description] as const)
  ])
]
