import { member, objectsAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { imageTokens, promptTokens, segmentOf } from "../tokens.ts"
import type { Segment } from "../tokens.ts"
import { fileTypes } from "./read.ts"

/** The one cached content of the sandbox, and its tokens. */
export const cachedContent = { name: "cachedContents/sandbox", tokens: 4096 } as const

/** Tokens of each kind of content, in the vendor's order. */
export type Modality = "TEXT" | "IMAGE" | "VIDEO" | "AUDIO" | "DOCUMENT"

const modalityOf = (type: string): Modality => {
  const [kind] = type.split("/")
  return kind === "image" ? "IMAGE" : kind === "video" ? "VIDEO" : kind === "audio" ? "AUDIO" : "DOCUMENT"
}

const partsOf = (body: JsonObject): readonly JsonObject[] => [
  ...objectsAt(body, "systemInstruction", "parts"),
  ...objectsAt(body, "contents").flatMap((content) => objectsAt(content, "parts"))
]

/** The prompt of a request in the order in which the vendor caches it: tools, system instruction, contents. */
export const promptOf = (body: JsonObject): readonly Segment[] => [
  ...objectsAt(body, "tools").map((tool) => segmentOf(tool)),
  ...partsOf(body).map((part) => segmentOf(part))
]

const counted = (counts: ReadonlyMap<Modality, number>): readonly JsonObject[] =>
  [...counts].filter(([, tokens]) => tokens > 0).map(([modality, tokenCount]) => ({ modality, tokenCount }))

/** The tokens of a prompt by modality; together they are its total. */
export const modalitiesOf = (body: JsonObject): readonly JsonObject[] => {
  const counts = new Map<Modality, number>([["TEXT", 0]])
  const files = fileTypes(partsOf(body)).map(modalityOf)
  for (const kind of files) counts.set(kind, (counts.get(kind) ?? 0) + imageTokens)
  counts.set("TEXT", promptTokens(promptOf(body)) - files.length * imageTokens + keptTokens(body))
  return counted(counts)
}

/** The tokens of the cached content that a request names. */
export const keptTokens = (body: JsonObject): number =>
  member(body, "cachedContent") === undefined ? 0 : cachedContent.tokens
