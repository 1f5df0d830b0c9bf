import { chatCompletions } from "../../endpoints/chat-completions.ts"
import { batchEmbedContents, embedContent, embeddings } from "../../endpoints/embeddings.ts"
import { generateContent, streamGenerateContent, countContentTokens } from "../../endpoints/generate-content.ts"
import { imageEdits, images } from "../../endpoints/images.ts"
import { media } from "../../endpoints/media.ts"
import { messages, countTokens } from "../../endpoints/messages.ts"
import { model, models } from "../../endpoints/models.ts"
import { responseCompaction, responseInputTokens, responses } from "../../endpoints/responses.ts"
import {
  response,
  responseCancellation,
  responseDeletion,
  responseInputItems,
  responseSocket
} from "../../endpoints/stored-responses.ts"
import { livez, readyz } from "../../endpoints/monitoring.ts"
import { rerank } from "../../endpoints/rerank.ts"
import { videoDownload, videoGeneration, videoGenerations } from "../../endpoints/videos/generations.ts"
import { video, videoContent, videos } from "../../endpoints/videos/videos.ts"
import type { Configuration, UpstreamSettings } from "../../config/configuration.ts"
import { formatOptions, layerOf } from "../../config/known-families.ts"
import * as Compatible from "../../families/compatible.ts"
import * as Families from "../../families/families.ts"
import type { FamilyOptions } from "../../families/models/line.ts"
import type * as tokenizerPackage from "gpt-tokenizer"
import { createRequire } from "node:module"
import type { TokenCountOptions } from "../../endpoints/counting.ts"

/** What is served whatever the configuration, but for the lab, whose paths it names, and the pages that it may open. */
export const servedEndpoints = [
  chatCompletions,
  messages,
  responses,
  responseInputTokens,
  responseCompaction,
  response,
  responseCancellation,
  responseDeletion,
  responseInputItems,
  responseSocket,
  countTokens,
  generateContent,
  streamGenerateContent,
  countContentTokens,
  embedContent,
  batchEmbedContents,
  embeddings,
  images,
  imageEdits,
  videoGenerations,
  videoDownload,
  videoGeneration,
  videos,
  video,
  videoContent,
  media,
  rerank,
  models,
  model,
  // Claude Code opens its connection with a HEAD of the second path
  { ...livez, also: ["/api/hello"] },
  readyz
] as const

/** What models are made of; where nobody is called, a key may be any text. */
export interface ModelSettings {
  readonly upstreams: readonly (Omit<UpstreamSettings, "key" | "retired"> & Pick<FamilyOptions, "key" | "retired">)[]
  readonly routes: Configuration["routes"]
}

/** The models that a configuration names; all families at the sandbox, which others never load, where it names none. */
export const modelsOf = async ({ upstreams, routes }: ModelSettings) => {
  const [first, ...more] = upstreams.map(familyOf)
  return first === undefined
    ? (await import("./sandbox.ts")).sandboxFamilies()
    : Families.routed(routes, first, ...more)
}

const familyOf = ({ name, family, format, limit, lacks, ranges, ...reached }: ModelSettings["upstreams"][number]) => {
  const options = { ...reached, ...formatOptions(family, format), upstreamName: name }
  if (family !== "compatible") return layerOf(family)(options)
  return Compatible.layer(options, {
    ...(limit === undefined ? {} : { limit }),
    ...(lacks === undefined ? {} : { lacks }),
    ...(ranges === undefined ? {} : { ranges })
  })
}

/**
 * How tokens are counted by the optional package `gpt-tokenizer`, which counts as OpenAI's models do; as estimates where
 * it is not installed. Its tables are read with the first text that is counted. Other vendors publish neither their
 * tokenizers nor a ratio to this one.
 *
 * @see https://github.com/niieani/gpt-tokenizer its encodings (read 2026-11)
 */
export const installedTokenizer = (): TokenCountOptions => {
  if (!isInstalled()) return {}
  let loaded: Tokenizer | undefined
  return {
    tokenizer: (text) => (loaded ??= load()).countTokens(text, encodeOptions),
    tokenizes: ["openai"],
    startsSlowly: true
  }
}

type Tokenizer = Pick<typeof tokenizerPackage, "countTokens">

const require = createRequire(import.meta.url)

/** The package, which a count waits for: counting is synchronous. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` knows no types
const load = (): Tokenizer => require("gpt-tokenizer") as Tokenizer

const isInstalled = (): boolean => {
  try {
    require.resolve("gpt-tokenizer")
    return true
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "MODULE_NOT_FOUND") return false
    throw thrown
  }
}

/** Nothing that a client writes is a special token. */
const encodeOptions = { disallowedSpecial: new Set<string>() }
