import type { Route } from "../families/routes.ts"
import type { Policy } from "../exchange/policies.ts"
import type { FamilyName } from "./known-families.ts"

/** A vendor's API that the gateway calls. */
export interface UpstreamSettings {
  readonly name: string
  readonly family: FamilyName
  /** The base URL; absent: the vendor's own. */
  readonly url?: string
  readonly key: string
}

/** A key of a client. */
export interface KeySettings {
  readonly key: string
  readonly name: string
  /** Globs over the model ids that it may call; absent: all. */
  readonly models?: readonly string[]
}

/** Where the client keys came from, which decides whether they may be shown. */
export type KeyOrigin = "configured" | "made-for-this-run" | "sandbox"

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
  /** The pages that are read without a key. */
  readonly open: readonly OpenPage[]
  /** What was said to no effect, as sentences. */
  readonly remarks: readonly string[]
}

/** Pages that need a key unless a configuration opens them, by their paths. */
export const pages = ["/openapi.json", "/metrics"] as const

/** A page that may be opened. */
export type OpenPage = (typeof pages)[number]

/** Where the gateway listens where nothing says otherwise. */
export const defaults = { host: "127.0.0.1", port: 8787 } as const
