import { decodeBase64Url, encodeBase64Url, sha256 } from "../bytes.ts"
import { isArray } from "../json/json.ts"
import { parsedOrNull } from "../json/value.ts"
import type { OpaqueBytes, ContentPart } from "./node.ts"
import type { JsonPointer } from "../json/pointer.ts"

/** What an envelope says: opaque bytes, where their part stood, and which text they cover. */
export interface OpaqueEnvelope {
  readonly opaque: OpaqueBytes
  /** Index of the part in its message. */
  readonly part: number
  /** Of the text that the bytes cover, as {@link textDigest} gives it. */
  readonly digest: string
}

/** Stands for a vendor in the envelope of a thought that no vendor signed. */
const nobody = "unshown"

/** A thought that a client does not show, as bytes that it carries: some vendors want it back beside its calls. */
export const hiddenThought = (text: string): OpaqueBytes => ({ vendor: nobody, kind: "encrypted", data: text })

/** The thought that bytes carry unshown; undefined where they are a vendor's. */
export const hiddenThoughtIn = ({ vendor, data }: OpaqueBytes): string | undefined =>
  vendor === nobody ? data : undefined

/** Stands for a vendor in the envelope of what a message is within its turn. */
const phaseOwner = "phase"

/**
 * What the message behind it is within its turn, in its vendor's word: a thought without words, so that clients carry it as
 * they carry bytes, and their vendor gets it back.
 *
 * @see https://developers.openai.com/api/docs/guides/reasoning `phase`, to be sent back with the history (read 2026-11)
 * @see https://github.com/vercel/ai/pull/12860 models that end too early without it (2026-02)
 */
export const phaseMark = (phase: string): OpaqueBytes => ({ vendor: phaseOwner, kind: "encrypted", data: phase })

/** The phase that a part marks; undefined where it is another. */
export const phaseOf = ({ opaque }: ContentPart): string | undefined =>
  opaque?.find(({ vendor }) => vendor === phaseOwner)?.data

/** The rule by which bytes of a part are noted toward others than their vendor. */
export const foreignRule = (part: ContentPart): "foreign-opaque" | "foreign-opaque/phase" =>
  phaseOf(part) === undefined ? "foreign-opaque" : "foreign-opaque/phase"

/** What opaque bytes are for. */
export const opaqueKinds = ["signature", "redacted", "encrypted"] as const satisfies readonly OpaqueBytes["kind"][]

const prefix = "isg1."

/**
 * The longest text that is hashed whole, in UTF-16 code units: as much as models say that cite their sources, whose
 * answers have at most 65,536 tokens (https://ai.google.dev/gemini-api/docs/models, and `outputTokenLimit` of the API's
 * own list).
 */
export const maxHashedLength = 256 * 1024

/** The first 16 hexadecimal digits of the SHA-256 of a text's UTF-8; of a longer text's beginning and length. */
export const textDigest = (text: string): string =>
  text.length > maxHashedLength ? digestOver(hashOfBeginning(text), text.length) : short(sha256(text))

/** The hash of as much of a text as is hashed. */
export const hashOfBeginning = (text: string): string => sha256(text.slice(0, maxHashedLength))

/** The digest of a longer text: `hash` is that of its beginning. */
export const digestOver = (hash: string, length: number): string => short(sha256(`${hash} ${length}`))

const short = (hex: string): string => hex.slice(0, 16)

/** Opaque bytes in a form that another format's clients carry: `isg1.` and base64url. `text`: which they cover. */
export const sealEnvelope = (opaque: OpaqueBytes, part: number, text: string): string =>
  sealEnvelopeOver(opaque, part, textDigest(text))

/** The same over a text of which the digest is known. */
export const sealEnvelopeOver = ({ vendor, kind, model, data }: OpaqueBytes, part: number, covered: string): string =>
  prefix + encodeBase64Url(JSON.stringify([vendor, kind, model ?? null, part, covered, data]))

/** Whether a string says of itself that it is an envelope. */
export const isSealed = (sealed: string): boolean => sealed.startsWith(prefix)

/** What an envelope says; undefined where it is none or damaged. It comes from a client: check vendor, model and digest. */
export const unsealEnvelope = (sealed: string): OpaqueEnvelope | undefined => {
  if (!isSealed(sealed)) return undefined
  const text = decodeBase64Url(sealed.slice(prefix.length))
  if (text === undefined) return undefined
  const members = parsedOrNull(text)
  if (!isArray(members)) return undefined
  const [vendor, kind, model, part, covered, data] = members
  const known = opaqueKinds.find((it) => it === kind)
  if (known === undefined || typeof vendor !== "string" || typeof data !== "string") return undefined
  if (typeof part !== "number" || typeof covered !== "string") return undefined
  const opaque: OpaqueBytes = { vendor, kind: known, data, ...(typeof model === "string" ? { model } : {}) }
  return { opaque, part, digest: covered }
}

/** Opaque bytes of a part that no member of its own could hold, which stand beside it. */
export interface Carrier {
  readonly envelope: OpaqueEnvelope
  readonly at: JsonPointer
  /** How many parts of the message came before it. */
  readonly before: number
}

/** What stands before a text that a carrier's digest covers, so that it is told apart from a thought's own. */
export const coveredPrefixes = { text: "text\n", reasoning: "reasoning\n" } as const

/** The text that a carrier's digest covers. Of a call, its name: clients print inputs anew. Of media, the bytes. */
export const coveredText = (part: ContentPart): string => {
  switch (part.type) {
    case "text":
    case "refusal":
      return coveredPrefixes.text + part.text
    case "reasoning":
      return coveredPrefixes.reasoning + (part.text ?? "")
    case "tool-call":
      return `call\n${part.name}`
    case "media":
      return "data" in part.source ? part.source.data : part.type
    default:
      return part.type
  }
}

/**
 * Gives each carrier's bytes back to the part they cover: the one after it, or the one before. An empty text that was
 * signed has no place of its own, and is made again. `ignored` is told of all others.
 */
export const attachCarriers = (
  parts: readonly ContentPart[],
  carriers: readonly Carrier[],
  ignored: (at: JsonPointer) => void
): readonly ContentPart[] => {
  if (carriers.length === 0) return parts
  const covers = new CoveredParts()
  const out: ContentPart[] = []
  let taken = 0
  for (const { envelope, at, before } of carriers) {
    const passed = parts.slice(taken, Math.max(taken, before))
    for (const part of passed) out.push(part)
    taken += passed.length
    if (covers.takes(parts[taken], envelope) || covers.takes(out.at(-1), envelope)) continue
    if (envelope.digest === emptyText) out.push({ type: "text", text: "", at, opaque: [envelope.opaque] })
    else ignored(at)
  }
  for (const part of parts.slice(taken)) out.push(part)
  return out.map((part) => covers.with(part))
}

const emptyText = textDigest(coveredPrefixes.text)

/** What carriers give back to parts; the text of each that `textOf` says they cover is looked at once. */
export class CoveredParts {
  readonly #textOf: (part: ContentPart) => string
  readonly #found = new Map<ContentPart, { readonly digest: string; readonly opaque: OpaqueBytes[] }>()

  constructor(textOf = coveredText) {
    this.#textOf = textOf
  }

  /** Whether an envelope covers a part, which gets its bytes. */
  takes(part: ContentPart | undefined, envelope: OpaqueEnvelope): boolean {
    if (part === undefined) return false
    const covered = this.#found.get(part) ?? { digest: textDigest(this.#textOf(part)), opaque: [] }
    this.#found.set(part, covered)
    if (covered.digest !== envelope.digest) return false
    covered.opaque.push(envelope.opaque)
    return true
  }

  /** A part with what it got. */
  with(part: ContentPart): ContentPart {
    const { opaque = [] } = this.#found.get(part) ?? {}
    return opaque.length === 0 ? part : { ...part, opaque: [...(part.opaque ?? []), ...opaque] }
  }
}
