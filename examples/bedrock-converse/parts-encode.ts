import {
  type ContentPart,
  type JsonObjectBuilder,
  type JsonTemplate,
  placeOf,
  type ReasoningPart,
  type ToolOutput,
  type TranslationNote
} from "../../src/format.ts"
import { cachePoint, id, note, noteRest, restore, signer } from "./rules.ts"

/** Where blocks are written: what is held differs. */
export type Place = "system" | "turn" | "answer"

/** Parts as content blocks. What no block holds is noted, and so is each field that its block does not hold. */
export const writeBlocks = (
  parts: readonly ContentPart[],
  place: Place,
  notes: TranslationNote[]
): readonly JsonTemplate[] =>
  parts.flatMap((part): readonly JsonTemplate[] => {
    const block = writeBlock(part, place, notes)
    if (block === undefined) return []
    return part.cache === undefined ? [block] : [block, cachePoint(part.cache)]
  })

export const writeBlock = (part: ContentPart, place: Place, notes: TranslationNote[]): JsonTemplate => {
  if (part.type === "unknown" && part.format === id) return part.body.printable
  const isWritten = place === "turn" || kindsIn[place].includes(part.type)
  const block = isWritten ? written(part, place, notes) : undefined
  if (block === undefined) notes.push(note("part", part.at ?? ""))
  else noteRest(part, held[part.type] ?? [], notes)
  return block && restore(block, part)
}

const kindsIn: Readonly<Record<Exclude<Place, "turn">, readonly ContentPart["type"][]>> = {
  system: ["text"],
  answer: ["text", "refusal", "reasoning", "tool-call"]
}

/** The fields of each kind of part that its block holds. */
const held: Readonly<Partial<Record<ContentPart["type"], readonly string[]>>> = {
  text: ["text", "cache"],
  refusal: ["text"],
  media: ["media", "mime", "source", "cache"],
  reasoning: ["text", "opaque", "cache"],
  "tool-call": ["id", "name", "of", "runBy", "input", "cache"],
  "tool-result": ["id", "of", "runBy", "output", "error", "cache"]
}

const written = (part: ContentPart, place: Place, notes: TranslationNote[]): JsonObjectBuilder | undefined => {
  switch (part.type) {
    case "text":
      return { text: part.text }
    case "refusal":
      notes.push(note("refusal", part.at ?? ""))
      return { text: part.text }
    case "media":
      return part.media === "image" ? writeImage(part) : undefined
    case "reasoning":
      return writeThought(part, place, notes)
    case "tool-call":
      return writeCall(part, notes)
    case "tool-result":
      if (part.of !== "function" || part.runBy !== "client" || part.id === undefined) return undefined
      return { toolResult: { toolUseId: part.id, content: writeOutput(part.output, notes), status: statusOf(part) } }
    default:
      return undefined
  }
}

const writeImage = ({ mime, source }: Extract<ContentPart, { type: "media" }>): JsonObjectBuilder | undefined => {
  const format = /^image\/(png|jpeg|gif|webp)$/.exec(mime ?? "")?.[1]
  return format === undefined || source.kind !== "base64"
    ? undefined
    : { image: { format, source: { bytes: source.data } } }
}

/** A thought as its vendor takes it back: with its own signature. In an answer, as much of it as can be shown. */
const writeThought = (part: ReasoningPart, place: Place, notes: TranslationNote[]): JsonObjectBuilder | undefined => {
  const { text, opaque = [] } = part
  const own = opaque.find(({ vendor, kind }) => vendor === signer && kind !== "encrypted")
  const isRedacted = own?.kind === "redacted" && text === undefined
  const signature = own?.kind === "signature" ? own.data : undefined
  if (!isRedacted && (text === undefined || (place === "turn" && signature === undefined))) return undefined
  if (opaque.length > (isRedacted || signature !== undefined ? 1 : 0))
    notes.push(note("field", placeOf(part, "opaque")))
  return { reasoningContent: isRedacted ? { redactedContent: own.data } : { reasoningText: { text, signature } } }
}

/** Whether a call is one of the client's functions, with the id that its result names. */
export const isCall = ({ of, runBy, id }: Extract<ContentPart, { type: "tool-call" }>): boolean =>
  of === "function" && runBy === "client" && id !== undefined

const writeCall = (
  part: Extract<ContentPart, { type: "tool-call" }>,
  notes: TranslationNote[]
): JsonObjectBuilder | undefined => {
  const { input, name } = part
  if (!isCall(part)) return undefined
  const isObject = input.kind === "json" && input.json.object !== undefined
  if (!isObject) notes.push(note("input", placeOf(part, "input")))
  return { toolUse: { toolUseId: part.id, name, input: isObject ? input.json.printable : {} } }
}

const statusOf = ({ error }: { readonly error?: boolean }): string | undefined =>
  error === undefined ? undefined : error ? "error" : "success"

const writeOutput = (output: ToolOutput, notes: TranslationNote[]): readonly JsonTemplate[] => [
  ...(output.kind === "json" ? [{ json: output.json.printable }] : []),
  ...writeBlocks(output.parts ?? [], "turn", notes)
]
