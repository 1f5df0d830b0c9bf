import { sha256 } from "../core/bytes/sha256.ts"
import { globMatcher } from "../core/glob.ts"

/** Who is calling: an account, and the models that it may call. */
export interface Principal {
  /** The account's name: what usage is counted under. Never a key. */
  readonly name: string
  /** Whether it may call a model, by the id that is sent after aliases are resolved. */
  readonly may: (model: string) => boolean
  /** Whether it may leave the choice of a model to a vendor; absent: no. */
  readonly routing?: boolean
  /** How many requests of the account may be under way at once; absent: as many as of any. */
  readonly requests?: number
}

/** What the operator says of what an account may call. */
export interface Permissions {
  /** Which models: ids in which `*` stands for any characters; absent: all. */
  readonly models?: readonly string[]
  /** Whether a vendor may choose the model for it; absent: where it may call all of them. */
  readonly routing?: boolean
  /** How many of its requests may be under way at once; absent: as many as of any account. */
  readonly requests?: number
}

/** What an account may call, as the operator says it. */
export const permissionOf = ({
  models = ["*"],
  routing = models.includes("*"),
  requests
}: Permissions): Omit<Principal, "name"> => ({
  may: globMatcher(models),
  routing,
  ...(requests === undefined ? {} : { requests })
})
/**
 * What an account is called that has one key and no name: a part of a digest of the key that nothing else is known by.
 * It stays the same wherever in a list the key stands, as whatever the account owns must stay its own.
 */
export const ownName = (key: string): string => `key-${sha256(`the name of ${key}`).slice(0, 12)}`
