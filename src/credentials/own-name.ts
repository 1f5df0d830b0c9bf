import { sha256 } from "../core/bytes/sha256.ts"

/**
 * What an account is called that has one key and no name: a part of a digest of the key that nothing else is known by.
 * It stays the same wherever in a list the key stands, as whatever the account owns must stay its own.
 */
export const ownName = (key: string): string => `key-${sha256(`the name of ${key}`).slice(0, 12)}`
