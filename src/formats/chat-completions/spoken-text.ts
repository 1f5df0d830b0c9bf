import type { ContentPart } from "../../core/chat/chat.ts"
import { textDigest, unsealEnvelope, sealEnvelope, hiddenThought, hiddenThoughtIn } from "../../core/chat/envelope.ts"
import { withCitations } from "../../core/chat/citations.ts"
import { nothingOf } from "../../core/events/fold.ts"
import { HashedText } from "../../core/events/delta-fast-path.ts"
import { weightOf } from "../../core/framing/stream-limits.ts"
import { inputText } from "../../core/chat/tool-calls.ts"
import { textOfDetail, carrierFormat } from "./opaque.ts"
import type { StreamEncoderState, CandidateEncoder } from "./stream-encode-state.ts"
import { isArray, isObject, type Json, type JsonObject, type JsonTemplate } from "../../core/json/json.ts"

/** Keeps a part for what may be said of it later: not its bytes, and of its text what {@link HashedText} keeps. */
export const keepPart = (
  { held }: StreamEncoderState,
  { parts, spoken }: CandidateEncoder,
  index: number,
  part: ContentPart
): void => {
  const bare = bareOf(part)
  held.add(weightOf(bare))
  parts[index] = bare
  const spokenText = new HashedText()
  spokenText.add(saidOf(part))
  spoken[index] = spokenText
}

const saidOf = (part: ContentPart): string =>
  part.type === "tool-call" ? inputText(part.input) : "text" in part ? (part.text ?? "") : ""

const bareOf = (part: ContentPart): ContentPart => {
  switch (part.type) {
    case "text":
    case "refusal":
      return { ...part, text: "" }
    case "reasoning": {
      const { text: _, ...bare } = part
      return part.text === undefined ? part : { ...bare, text: "" }
    }
    case "tool-call":
      return { ...part, input: nothingOf(part.input) }
    case "media":
      return { ...part, source: { kind: "base64", data: "" } }
    default:
      return part
  }
}

/**
 * The part at an index as far as it was said: a long text by its beginning; long reasoning by its kind alone, for a
 * carrier says all of it or nothing. Undefined where it has no place.
 */
export const partAt = ({ parts, spoken }: CandidateEncoder, index: number): ContentPart | undefined => {
  const part = parts[index]
  const text = spoken[index]
  if (part === undefined || text === undefined || text.length === 0) return part
  if (part.type === "reasoning" && !text.isWhole) return { type: "reasoning" }
  return part.type === "text" || part.type === "refusal" || part.type === "reasoning"
    ? { ...part, text: text.text }
    : part
}

/** What is asked of parts whose texts need not be there. */
interface SpokenMeasures {
  readonly length: (part: ContentPart) => number
  readonly digest: (part: ContentPart) => string
}

/** The digest of what was said of a part. */
export const digestAt = ({ spoken }: CandidateEncoder, index: number, part: ContentPart): string => {
  const text = spoken[index]
  return text !== undefined && text.length > 0 ? text.digest() : textDigest(textOfDetail(part))
}

/** The parts of a candidate as far as they were said, those without a place as undefined, and what is known of their texts. */
export const spokenIn = (
  writer: CandidateEncoder
): { readonly parts: readonly (ContentPart | undefined)[] } & SpokenMeasures => {
  const byPart = new Map<ContentPart, HashedText>()
  const parts = writer.parts.map((_, index) => {
    const spoken = partAt(writer, index)
    const part = spoken === undefined ? undefined : withCitations(spoken, writer.cited.get(index) ?? [])
    const text = writer.spoken[index]
    if (part !== undefined && text !== undefined && text.length > 0) byPart.set(part, text)
    return part
  })
  return {
    parts,
    length: (part) => byPart.get(part)?.length ?? 0,
    digest: (part) => byPart.get(part)?.digest() ?? textDigest(textOfDetail(part))
  }
}

/** The carriers of a thought that a whole answer does not show. */
export const unshownDetails = (text: string): JsonTemplate => [
  { type: "reasoning.encrypted", data: sealEnvelope(hiddenThought(text), 0, ""), format: carrierFormat, index: 0 }
]

/** The thought that a message carries and nobody was shown; undefined where it carries anything else. */
export const unshownOf = ({ reasoning_details: details }: JsonObject): string | undefined => {
  if (!isArray(details) || details.length !== 1) return undefined
  return unshownDetail(details[0] ?? null)
}

const unshownDetail = (detail: Json): string | undefined => {
  const data = isObject(detail) && detail["format"] === carrierFormat ? detail["data"] : undefined
  const envelope = typeof data === "string" ? unsealEnvelope(data) : undefined
  return envelope && hiddenThoughtIn(envelope.opaque)
}
