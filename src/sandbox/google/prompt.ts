import { given, objectsAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { imageTokens, promptTokens, segmentOf } from "../tokens.ts"
import type { Segment } from "../tokens.ts"
import { fileTypes } from "./read.ts"

/** The one cached content of the sandbox, and its tokens. */
export const cachedContent = { name: "cachedContents/sandbox", tokens: 4096 } as const

/** A prompt as the vendor counts it. */
export interface Prompt {
  /** In the order in which the vendor caches them: tools, system instruction, contents. */
  readonly segments: readonly Segment[]
  /** The tokens of the cached content that the request names. */
  readonly kept: number
  /** All tokens, the kept ones included. */
  readonly tokens: number
  /** The tokens by modality; together they are all. */
  readonly details: readonly JsonObject[]
}

type Modality = "TEXT" | "IMAGE" | "VIDEO" | "AUDIO" | "DOCUMENT"

const modalityOf = (type: string): Modality => {
  const [kind] = type.split("/")
  return kind === "image" ? "IMAGE" : kind === "video" ? "VIDEO" : kind === "audio" ? "AUDIO" : "DOCUMENT"
}

const detailsOf = (tokens: number, files: readonly Modality[]): readonly JsonObject[] => {
  const counts = new Map<Modality, number>([["TEXT", tokens - files.length * imageTokens]])
  for (const kind of files) counts.set(kind, (counts.get(kind) ?? 0) + imageTokens)
  return [...counts].filter(([, count]) => count > 0).map(([modality, tokenCount]) => ({ modality, tokenCount }))
}

/** What a request says to the model. */
export const promptOf = (body: JsonObject): Prompt => {
  const parts = [
    ...objectsAt(body, "systemInstruction", "parts"),
    ...objectsAt(body, "contents").flatMap((content) => objectsAt(content, "parts"))
  ]
  const segments = [...objectsAt(body, "tools"), ...parts].map((part) => segmentOf(part))
  const kept = given(body, "cachedContent") === undefined ? 0 : cachedContent.tokens
  const tokens = promptTokens(segments) + kept
  return { segments, kept, tokens, details: detailsOf(tokens, fileTypes(parts).map(modalityOf)) }
}

/** How many tokens a prompt has, as `countTokens` says it. */
export const countOf = ({ kept, tokens, details }: Prompt): JsonObject => ({
  totalTokens: tokens,
  ...(kept === 0 ? {} : { cachedContentTokenCount: kept }),
  promptTokensDetails: details
})
