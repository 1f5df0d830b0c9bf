import { decodeBase64Url, encodeBase64Url } from "../words/base64.ts"
import type { Keeping } from "./store.ts"

/** What a reference says of the medium that it stands for. */
export interface Said extends Keeping {
  readonly size: number
}

/** How many random bytes a reference has: 192 bits. */
const random = 24

/** The last moment that a date can say. */
const latest = 8.64e15

/**
 * A new reference: until when, how large, what nobody can guess, and the MIME type, between dots. It stands in a path
 * and is the name of a file as it is, also where names are the same in capitals.
 */
export const newRef = ({ until, size, mime }: Said): string => {
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(random)), (byte) =>
    byte.toString(16).padStart(2, "0")
  )
  return [
    Math.trunc(Math.min(until, latest)).toString(36),
    size.toString(36),
    secret.join(""),
    encodeBase64Url(mime)
  ].join(".")
}

const grammar = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.[0-9a-f]{48}\.([A-Za-z0-9_-]{1,180})$/

/** What a reference says; undefined where it is none. Whether a medium is kept by it, only its store knows. */
export const readRef = (ref: string): Said | undefined => {
  const [, until, size, mime] = grammar.exec(ref) ?? []
  if (until === undefined || size === undefined || mime === undefined) return undefined
  const said = decodeBase64Url(mime)
  return said === undefined ? undefined : { until: parseInt(until, 36), size: parseInt(size, 36), mime: said }
}
