import type { ContentPart } from "./part.ts"
import type { JsonPointer } from "../json/pointer.ts"
import { type OpaqueEnvelope, textDigest } from "./envelope.ts"
import type { OpaqueBytes } from "./node.ts"

/** Sealed bytes of a part that no member of its own could hold, which stand beside it. */
export interface Carrier {
  readonly envelope: OpaqueEnvelope
  readonly at: JsonPointer
  /** How many parts of the message came before it. */
  readonly before: number
}

/** What stands before a text that a carrier's digest covers, so that it is told apart from a thought's own. */
export const coveredPrefixes = { text: "text\n", reasoning: "reasoning\n" } as const

/** The text that a carrier's digest covers. Of a call, its name: clients print inputs anew. */
export const coveredText = (part: ContentPart): string => {
  switch (part.type) {
    case "text":
    case "refusal":
      return coveredPrefixes.text + part.text
    case "reasoning":
      return coveredPrefixes.reasoning + (part.text ?? "")
    case "tool-call":
      return `call\n${part.name}`
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

/** What carriers give back to parts, the text of each of which is looked at once. */
class CoveredParts {
  readonly #found = new Map<ContentPart, { readonly digest: string; readonly opaque: OpaqueBytes[] }>()

  /** Whether an envelope covers a part, which gets its bytes. */
  takes(part: ContentPart | undefined, envelope: OpaqueEnvelope): boolean {
    if (part === undefined) return false
    const covered = this.#found.get(part) ?? { digest: textDigest(coveredText(part)), opaque: [] }
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
