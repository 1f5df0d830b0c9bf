import {
  type BlockedReason,
  type Candidate,
  type FinishReason,
  type GenerateContentResponseUsageMetadata,
  Language,
  MediaProcessing,
  MediaModality,
  Outcome,
  type Part,
  type Tool,
  ToolType,
  TrafficType
} from "@google/genai"
import { describe, expect, it } from "vitest"
import { answered, decoded, encoded, minimal, told } from "./reading.ts"

/** A request as it is written again for its own vendor, and what was noted. */
const again = (body: object) => {
  const { value, notes } = encoded(decoded(body), { vendor: "google" })
  return { body: JSON.parse(value.call.body.text) as unknown, notes }
}

const film = { fileData: { fileUri: "https://a.test/a.mp4", mimeType: "video/mp4" } }
const image = { inlineData: { data: "aGk=", mimeType: "image/png" } }

/** A part with each member that the vendor's SDK declares: one that it adds is a type error here. */
const parts = {
  text: { text: "Hello" },
  thought: { text: "Hm.", thought: true },
  thoughtSignature: { text: "Hm.", thought: true, thoughtSignature: "c2ln" },
  inlineData: image,
  fileData: film,
  videoMetadata: { ...film, videoMetadata: { fps: 2 } },
  mediaResolution: { ...image, mediaResolution: { numTokens: 64 } },
  mediaProcessing: { ...image, mediaProcessing: MediaProcessing.STATIC },
  partMetadata: { text: "Hello", partMetadata: { source: "a" } },
  speechMetadata: { text: "Hello", speechMetadata: { speaker: "Ann" } },
  audioTranscription: { audioTranscription: { text: "Hello", finished: true } },
  functionCall: { functionCall: { id: "call_1", name: "f", args: {} } },
  functionResponse: { functionResponse: { id: "call_1", name: "f", response: { output: "ok" } } },
  executableCode: { executableCode: { code: "1", language: Language.PYTHON, id: "code_1" } },
  codeExecutionResult: { codeExecutionResult: { outcome: Outcome.OUTCOME_OK, output: "1", id: "code_1" } },
  toolCall: { toolCall: { id: "tool_1", toolType: ToolType.GOOGLE_SEARCH_WEB, args: {} } },
  toolResponse: { toolResponse: { id: "tool_1", toolType: ToolType.GOOGLE_SEARCH_WEB, response: {} } }
} satisfies { readonly [K in keyof Part]-?: Part }

/** What a part follows where it cannot stand alone, and whose turn it is. */
const contentsOf = (name: string, part: object): readonly object[] => {
  const hello = { role: "user", parts: [parts.text] }
  const before: Readonly<Record<string, object>> = {
    codeExecutionResult: parts.executableCode,
    toolResponse: parts.toolCall
  }
  if (name === "functionCall" || name === "functionResponse")
    return [hello, { role: "model", parts: [parts.functionCall] }, { role: "user", parts: [parts.functionResponse] }]
  const models = ["thought", "thoughtSignature", "executableCode", "toolCall", ...Object.keys(before)]
  if (!models.includes(name)) return [{ role: "user", parts: [part] }]
  const first = before[name]
  return [hello, { role: "model", parts: first === undefined ? [part] : [first, part] }, hello]
}

describe("each member of a part that the SDK names", () => {
  it.each(Object.entries(parts))("comes back as it was, without a note: %s", (name, part) => {
    const body = { contents: contentsOf(name, part) }
    expect(again(body)).toEqual({ body, notes: [] })
  })
})

const tools = {
  retrieval: { retrieval: { disableAttribution: true } },
  googleMaps: { googleMaps: {} },
  mcpServers: { mcpServers: [{ name: "a" }] },
  codeExecution: { codeExecution: {} },
  computerUse: { computerUse: { excludedPredefinedFunctions: ["open_web_browser"] } },
  enterpriseWebSearch: { enterpriseWebSearch: {} },
  exaAiSearch: { exaAiSearch: { customConfigs: {} } },
  functionDeclarations: { functionDeclarations: [{ name: "f", parametersJsonSchema: { type: "object" } }] },
  googleSearch: { googleSearch: {} },
  googleSearchRetrieval: { googleSearchRetrieval: {} },
  parallelAiSearch: { parallelAiSearch: { customConfigs: {} } },
  urlContext: { urlContext: {} },
  fileSearch: { fileSearch: { fileSearchStoreNames: ["fileSearchStores/a"] } }
} satisfies { readonly [K in keyof Tool]-?: Tool }

describe("each tool that the SDK names", () => {
  it.each(Object.entries(tools))("comes back as it was, without a note: %s", (_, tool) => {
    const body = minimal({ tools: [tool] })
    expect(again(body)).toEqual({ body, notes: [] })
  })
})

/** A whole answer with one candidate. */
const answer = (candidate: object, more: object = {}): object => ({
  candidates: [{ content: { role: "model", parts: [{ text: "Hi." }] }, finishReason: "STOP", index: 0, ...candidate }],
  ...more
})

/** What each reason means, after the doc comments of the SDK's `FinishReason`. */
const reasons = {
  FINISH_REASON_UNSPECIFIED: "other",
  STOP: "stop",
  MAX_TOKENS: "length",
  SAFETY: "blocked",
  RECITATION: "blocked",
  LANGUAGE: "blocked",
  OTHER: "malformed",
  BLOCKLIST: "blocked",
  PROHIBITED_CONTENT: "blocked",
  SPII: "blocked",
  MALFORMED_FUNCTION_CALL: "malformed",
  IMAGE_SAFETY: "blocked",
  UNEXPECTED_TOOL_CALL: "malformed",
  TOO_MANY_TOOL_CALLS: "malformed",
  IMAGE_PROHIBITED_CONTENT: "blocked",
  NO_IMAGE: "malformed",
  IMAGE_RECITATION: "blocked",
  IMAGE_OTHER: "malformed",
  CONTINUATION: "length",
  MALFORMED_RESPONSE: "malformed",
  MISSING_THOUGHT_SIGNATURE: "malformed",
  MODEL_ARMOR: "blocked",
  ESCALATION: "blocked",
  PUP_LIMITED_DISABLED: "blocked"
} satisfies Record<`${FinishReason}`, string>

describe("each finish reason that the SDK names", () => {
  it.each(Object.entries(reasons))("%s is read as %s, and written again", (reason, kind) => {
    const response = answered(answer({ finishReason: reason }))
    expect(response.candidates[0]?.finish?.kind).toBe(kind)
    expect(told(response)).toMatchObject({ candidates: [{ finishReason: reason }] })
  })
})

/** How each reason is written again; the one that the SDK calls unused says nothing. */
const blocks = {
  BLOCKED_REASON_UNSPECIFIED: "OTHER",
  SAFETY: "SAFETY",
  OTHER: "OTHER",
  BLOCKLIST: "BLOCKLIST",
  PROHIBITED_CONTENT: "PROHIBITED_CONTENT",
  IMAGE_SAFETY: "IMAGE_SAFETY",
  MODEL_ARMOR: "MODEL_ARMOR",
  JAILBREAK: "JAILBREAK"
} satisfies Record<`${BlockedReason}`, string>

describe("each reason to block a prompt that the SDK names", () => {
  it.each(Object.entries(blocks))("%s is a block, and written again as %s", (blockReason, word) => {
    const response = answered({ promptFeedback: { blockReason } })
    expect([response.candidates, response.block === undefined]).toEqual([[], false])
    expect(told(response)).toMatchObject({ promptFeedback: { blockReason: word } })
  })
})

const count = (tokenCount: number) => [{ modality: MediaModality.TEXT, tokenCount }]

const usage = {
  cacheTokensDetails: count(3),
  cachedContentTokenCount: 3,
  candidatesTokenCount: 5,
  candidatesTokensDetails: count(5),
  initialPromptTokenCount: 20,
  promptTokenCount: 20,
  promptTokensDetails: count(20),
  thoughtsTokenCount: 7,
  toolUsePromptTokenCount: 2,
  toolUsePromptTokensDetails: count(2),
  totalTokenCount: 34,
  trafficType: TrafficType.ON_DEMAND
} satisfies Required<GenerateContentResponseUsageMetadata>

describe("usage", () => {
  it("comes back with every member that the SDK names", () =>
    expect(told(answered(answer({}, { usageMetadata: usage })))).toMatchObject({ usageMetadata: usage }))
})

/** A candidate with each member that the SDK declares. */
const candidates = {
  content: { content: { role: "model", parts: [{ text: "Hi." }] } },
  citationMetadata: { citationMetadata: { citations: [{ startIndex: 0, endIndex: 2, uri: "https://a.test" }] } },
  finishMessage: { finishMessage: "Done." },
  tokenCount: { tokenCount: 5 },
  finishReason: {},
  groundingMetadata: { groundingMetadata: { webSearchQueries: ["a"] } },
  avgLogprobs: { avgLogprobs: -0.5 },
  index: { index: 0 },
  logprobsResult: {
    logprobsResult: {
      chosenCandidates: [{ token: "Hi.", tokenId: 1, logProbability: -0.5 }],
      topCandidates: [{ candidates: [{ token: "Hi.", tokenId: 1, logProbability: -0.5 }] }]
    }
  },
  safetyRatings: { safetyRatings: [{ blocked: false }] },
  urlContextMetadata: { urlContextMetadata: { urlMetadata: [{ retrievedUrl: "https://a.test" }] } },
  continuationToken: { continuationToken: "bmV4dA==" }
} satisfies { readonly [K in keyof Candidate]-?: Candidate }

describe("each member of a candidate that the SDK names", () => {
  it.each(Object.entries(candidates))("comes back: %s", (_, candidate) =>
    expect(told(answered(answer(candidate)))).toMatchObject({ candidates: [candidate] })
  )
})
