import { decodeBase64Url, encodeBase64Url } from "../bytes/base64.ts"
import { isArray } from "../json/json.ts"
import { parsedOrNull } from "../json/value.ts"
import type { Opaque } from "./node.ts"
import { sha256 } from "../bytes/sha256.ts"

/** What an envelope says: opaque bytes, where their part stood, and which text they cover. */
export interface Envelope {
  readonly opaque: Opaque
  /** Index of the part in its message. */
  readonly part: number
  /** Of the text that the bytes cover, as {@link digest} gives it. */
  readonly digest: string
}

/** Stands for a vendor in the envelope of a thought that no vendor signed. */
const nobody = "unshown"

/** A thought that a client does not show, as bytes that it carries: some vendors want it back beside its calls. */
export const unshown = (text: string): Opaque => ({ vendor: nobody, kind: "encrypted", data: text })

/** The thought that bytes carry unshown; undefined where they are a vendor's. */
export const unshownIn = ({ vendor, data }: Opaque): string | undefined => (vendor === nobody ? data : undefined)

/** What opaque bytes are for. */
export const opaqueKinds = ["signature", "redacted", "encrypted"] as const satisfies readonly Opaque["kind"][]

const prefix = "isg1."

/**
 * The longest text that is hashed whole, in UTF-16 code units: as much as models say that cite their sources, whose
 * answers have at most 65,536 tokens (https://ai.google.dev/gemini-api/docs/models, and `outputTokenLimit` of the API's
 * own list).
 */
export const longest = 256 * 1024

/** The first 16 hexadecimal digits of the SHA-256 of a text's UTF-8; of a longer text's beginning and length. */
export const digest = (text: string): string =>
  text.length > longest ? digestOver(hashOfBeginning(text), text.length) : short(sha256(text))

/** The hash of as much of a text as is hashed. */
export const hashOfBeginning = (text: string): string => sha256(text.slice(0, longest))

/** The digest of a longer text: `hash` is that of its beginning. */
export const digestOver = (hash: string, length: number): string => short(sha256(`${hash} ${length}`))

const short = (hex: string): string => hex.slice(0, 16)

/** Opaque bytes in a form that another format's clients carry: `isg1.` and base64url. `text`: which they cover. */
export const seal = (opaque: Opaque, part: number, text: string): string => sealOver(opaque, part, digest(text))

/** The same over a text of which the digest is known. */
export const sealOver = ({ vendor, kind, model, data }: Opaque, part: number, covered: string): string =>
  prefix + encodeBase64Url(JSON.stringify([vendor, kind, model ?? null, part, covered, data]))

/** Whether a string says of itself that it is an envelope. */
export const isSealed = (sealed: string): boolean => sealed.startsWith(prefix)

/** What an envelope says; undefined where it is none or damaged. It comes from a client: check vendor, model and digest. */
export const open = (sealed: string): Envelope | undefined => {
  if (!isSealed(sealed)) return undefined
  const text = decodeBase64Url(sealed.slice(prefix.length))
  if (text === undefined) return undefined
  const said = parsedOrNull(text)
  if (!isArray(said)) return undefined
  const [vendor, kind, model, part, covered, data] = said
  const known = opaqueKinds.find((it) => it === kind)
  if (known === undefined || typeof vendor !== "string" || typeof data !== "string") return undefined
  if (typeof part !== "number" || typeof covered !== "string") return undefined
  const opaque: Opaque = { vendor, kind: known, data, ...(typeof model === "string" ? { model } : {}) }
  return { opaque, part, digest: covered }
}
