import type {
  Blob,
  CodeExecutionResult,
  Content,
  ExecutableCode,
  FileData,
  FunctionCall,
  FunctionCallingConfig,
  FunctionDeclaration,
  FunctionResponse,
  FunctionResponseBlob,
  FunctionResponsePart,
  GenerateContentConfig,
  GoogleSearch,
  ImageConfig,
  Interval,
  LatLng,
  Part,
  PartMediaResolution,
  RetrievalConfig,
  SafetySetting,
  Schema,
  ThinkingConfig,
  Tool,
  ToolCall,
  ToolConfig,
  ToolResponse,
  VideoMetadata
} from "@google/genai"
import { describe, expectTypeOf, it } from "vitest"
import type { MessageName, messages } from "../../src/sandbox/google/wire.ts"

type Ours<Name extends MessageName> = keyof (typeof messages)[Name]

/** The members of the SDK's type that it sends to the Gemini API: without those of the other platform. */
type Theirs<Type, Elsewhere extends keyof Type = never> = Exclude<keyof Type, Elsewhere>

/** Members of the SDK's configuration that stand beside it on the wire. */
type Beside =
  | "systemInstruction"
  | "safetySettings"
  | "tools"
  | "toolConfig"
  | "cachedContent"
  | "serviceTier"
  | "store"
  | "labels"
  | "continuationToken"

/** Members that the SDK keeps to itself. */
type Client =
  | "httpOptions"
  | "abortSignal"
  | "shouldReturnHttpResponse"
  | "automaticFunctionCalling"
  | "automaticContinuation"

/** Members that the SDK refuses to send to the Gemini API. */
type Elsewhere =
  | "routingConfig"
  | "modelSelectionConfig"
  | "audioTimestamp"
  | "modelArmorConfig"
  | "generationOutputConfig"

describe("the messages that the sandbox reads", () => {
  it("have the members of the SDK's contents", () => {
    expectTypeOf<Ours<"Content">>().toEqualTypeOf<Theirs<Content>>()
    expectTypeOf<Ours<"Part">>().toEqualTypeOf<Theirs<Part>>()
    expectTypeOf<Ours<"Blob">>().toEqualTypeOf<Theirs<Blob, "displayName">>()
    expectTypeOf<Ours<"FileData">>().toEqualTypeOf<Theirs<FileData, "displayName">>()
    expectTypeOf<Ours<"FunctionCall">>().toEqualTypeOf<Theirs<FunctionCall, "partialArgs" | "willContinue">>()
    expectTypeOf<Ours<"FunctionResponse">>().toEqualTypeOf<Theirs<FunctionResponse>>()
    expectTypeOf<Ours<"FunctionResponsePart">>().toEqualTypeOf<Theirs<FunctionResponsePart>>()
    expectTypeOf<Ours<"FunctionResponseBlob">>().toEqualTypeOf<Theirs<FunctionResponseBlob>>()
    expectTypeOf<Ours<"ExecutableCode">>().toEqualTypeOf<Theirs<ExecutableCode>>()
    expectTypeOf<Ours<"CodeExecutionResult">>().toEqualTypeOf<Theirs<CodeExecutionResult>>()
    expectTypeOf<Ours<"ToolCall">>().toEqualTypeOf<Theirs<ToolCall>>()
    expectTypeOf<Ours<"ToolResponse">>().toEqualTypeOf<Theirs<ToolResponse>>()
    expectTypeOf<Ours<"VideoMetadata">>().toEqualTypeOf<Theirs<VideoMetadata>>()
    expectTypeOf<Ours<"MediaResolution">>().toEqualTypeOf<Theirs<PartMediaResolution>>()
  })

  it("have the members of the SDK's tools", () => {
    expectTypeOf<Ours<"Tool">>().toEqualTypeOf<
      Theirs<Tool, "retrieval" | "enterpriseWebSearch" | "exaAiSearch" | "parallelAiSearch">
    >()
    expectTypeOf<Ours<"FunctionDeclaration">>().toEqualTypeOf<Theirs<FunctionDeclaration>>()
    expectTypeOf<Ours<"Schema">>().toEqualTypeOf<Theirs<Schema>>()
    expectTypeOf<Ours<"GoogleSearch">>().toEqualTypeOf<Theirs<GoogleSearch, "blockingConfidence" | "excludeDomains">>()
    expectTypeOf<Ours<"Interval">>().toEqualTypeOf<Theirs<Interval>>()
    expectTypeOf<Ours<"ToolConfig">>().toEqualTypeOf<Theirs<ToolConfig>>()
    expectTypeOf<Ours<"FunctionCallingConfig">>().toEqualTypeOf<
      Theirs<FunctionCallingConfig, "streamFunctionCallArguments">
    >()
    expectTypeOf<Ours<"RetrievalConfig">>().toEqualTypeOf<Theirs<RetrievalConfig>>()
    expectTypeOf<Ours<"LatLng">>().toEqualTypeOf<Theirs<LatLng>>()
  })

  it("have the members of the SDK's configuration", () => {
    expectTypeOf<Ours<"SafetySetting">>().toEqualTypeOf<Theirs<SafetySetting, "method">>()
    expectTypeOf<Ours<"ThinkingConfig">>().toEqualTypeOf<Theirs<ThinkingConfig>>()
    expectTypeOf<Ours<"ImageConfig">>().toEqualTypeOf<
      Theirs<
        ImageConfig,
        "personGeneration" | "outputMimeType" | "outputCompressionQuality" | "imageOutputOptions" | "prominentPeople"
      >
    >()
    expectTypeOf<Exclude<Ours<"GenerationConfig">, "_responseJsonSchema" | "responseFormat">>().toEqualTypeOf<
      Theirs<GenerateContentConfig, Extract<keyof GenerateContentConfig, Beside | Client | Elsewhere>>
    >()
    expectTypeOf<Extract<Beside, Ours<"GenerateContentRequest">>>().toEqualTypeOf<Beside>()
  })
})
