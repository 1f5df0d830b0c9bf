import { decodeBase64Url, encodeBase64Url } from "../../core/bytes/base64.ts"
import type { KeptMedia } from "./store.ts"

/** What a reference says of the medium that it stands for. */
export type RefFacts = Pick<KeptMedia, "mime" | "until" | "size" | "tag">

/** How many random bytes a reference has: 64 bits that are its tag, and 128 that nobody is told besides. */
const random = 24

/** The last moment that a date can say. */
const latest = 8.64e15

/**
 * A new reference: until when, how large, what nobody can guess, and the MIME type, between dots. It stands in a path
 * and is the name of a file as it is, also where names are the same in capitals.
 */
export const newRef = ({ until, size, mime }: Omit<RefFacts, "tag">): string => {
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

const grammar = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-f]{16})[0-9a-f]{32}\.([A-Za-z0-9_-]{1,180})$/

/** What a reference says; undefined where it is none. Whether a medium is kept by it, only its store knows. */
export const readRef = (ref: string): RefFacts | undefined => {
  const [, until = "", size = "", tag = "", name = ""] = grammar.exec(ref) ?? []
  const mime = decodeBase64Url(name)
  if (name === "" || mime === undefined) return undefined
  return { until: parseInt(until, 36), size: parseInt(size, 36), tag, mime }
}
