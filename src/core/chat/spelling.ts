import { textDigest } from "./envelope.ts"
import { encodeBase64Url } from "../bytes/base64.ts"

/** What a target takes as a name or an id: a pattern for the whole of it, and a length in UTF-16 code units. */
export interface NameSpelling {
  readonly pattern: RegExp
  readonly length: number
}

/** Names and ids as many vendors take them. */
export const identifierSpelling = (length: number): NameSpelling => ({ pattern: /^[A-Za-z0-9_-]+$/, length })

const fits = (text: string, { pattern, length }: NameSpelling): boolean => text.length <= length && pattern.test(text)

/** A tool's name as a target takes it: unchanged where it fits, else made plain and told apart by its digest. */
export const spellName = (name: string, spelling: NameSpelling): string =>
  fits(name, spelling)
    ? name
    : `${name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, spelling.length - 7)}_${textDigest(name).slice(0, 6)}`

/** A call's id as a target takes it: unchanged where it fits, else a reversible spelling, else its digest. */
export const spellId = (id: string, spelling: NameSpelling): string => {
  if (fits(id, spelling)) return id
  const reversible = `isg_${encodeBase64Url(id)}`
  return reversible.length <= spelling.length ? reversible : `isg_${textDigest(id)}`
}

/** The id for the call at a place in a conversation, where the client gave none: it depends on the place alone. */
export const idAt = (message: number, call: number): string => `isg_${message}_${call}`
