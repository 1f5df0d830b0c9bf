import { isPasswordHash } from "../lab/passwords.ts"
import { isNodeName } from "../media/store/store.ts"
import { isSecret, leastSecret } from "../lab/tokens.ts"

/** What a text of a configuration must be. */
export interface Want {
  /** To be read after "must be". */
  readonly said: string
  readonly holds: (text: string) => boolean
}

/** One of these words. */
export const oneOf = (words: readonly string[]): Want => ({
  said: choice(words),
  holds: (text) => words.includes(text)
})

/** Words to choose from, to be read after "must be". */
export const choice = (words: readonly string[]): string => {
  const quoted = words.map((word) => `\`${word}\``)
  return `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1) ?? ""}`
}

/** A port to listen on. */
export const port: Want = {
  said: "an integer from 0 to 65535",
  holds: (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65535
}

/** Where a vendor's API is: the path of a call is written behind it. */
export const baseUrl: Want = {
  said: "an absolute http or https URL without a user, a query or a fragment, as the vendor's own SDK takes it",
  holds: (text) => {
    if (!/^https?:\/\/[^\s?#]+$/i.test(text) || !URL.canParse(text)) return false
    const { username, password } = new URL(text)
    return username === "" && password === ""
  }
}

/** Where clients reach the gateway. */
export const publicUrl: Want = {
  said: "an absolute http or https URL without a user, a query or a fragment, as clients reach the gateway",
  holds: baseUrl.holds
}

const visible = "visible ASCII characters without spaces"

const isVisible = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/** A key that clients send. */
export const clientKey: Want = { said: `the key that clients send, ${visible}`, holds: isVisible }

/** The keys in a list of them. */
export const keysIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((key) => key !== "")

/** A list of keys that clients send. */
export const clientKeys: Want = {
  said: `the keys that clients send, between commas, each of them once, ${visible}`,
  holds: (text) => {
    const keys = keysIn(text)
    return keys.length > 0 && new Set(keys).size === keys.length && keys.every(isVisible)
  }
}

/** A key that a vendor gave: it goes out in a header. */
export const vendorKey: Want = { said: `the vendor's key, ${visible}`, holds: isVisible }

/** What tokens and links are signed with. */
export const loginSecret: Want = {
  said: `a secret of ${leastSecret} bytes at least`,
  holds: isSecret
}

/** What of a password is kept. */
export const passwordHash: Want = {
  said: "the password's Argon2id hash, as `isogloss hash-password` prints it",
  holds: isPasswordHash
}

/** A folder. */
export const folder: Want = { said: "the path of a folder", holds: (text) => text !== "" && !text.includes("\0") }

/** A node of many. */
export const nodeName: Want = { said: "a name of small letters, digits and dashes, 32 at most", holds: isNodeName }

/** Where the other nodes reach one. */
export const nodeUrl: Want = {
  said: "an absolute http or https URL without a user, a query or a fragment, at which the other nodes reach this one",
  holds: baseUrl.holds
}

/** A product's name as it stands in paths. */
export const productName: Want = {
  said: "a name of letters, digits and hyphens",
  holds: (text) => /^[A-Za-z0-9][\w-]*$/.test(text)
}

/** Headers that mean something of their own to HTTP, to the gateway or to an upstream. */
const taken: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "anthropic-beta",
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "request-id",
  "te",
  "traceparent",
  "tracestate",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "x-api-key",
  "x-request-id"
])

/** The name of a header that a deployment spells in its own way. */
export const headerName: Want = {
  said: "a header's name (letters, digits and hyphens) that means nothing else to HTTP or to the gateway",
  holds: (text) => /^[A-Za-z0-9][\w-]*$/.test(text) && !taken.has(text.toLowerCase())
}
