/** What a member that is an object holds: anything, values of one kind, or a message. */
export type ObjectKind =
  | { readonly kind: "struct" }
  | { readonly kind: "map"; readonly of: Kind }
  | { readonly kind: "message"; readonly name: MessageName }

/** What a member of a message holds. */
export type Kind =
  | ObjectKind
  | { readonly kind: "string" | "bytes" | "integer" | "number" | "boolean" | "value" }
  | { readonly kind: "enum"; readonly name: string; readonly values: ReadonlySet<string> }
  | { readonly kind: "list"; readonly of: Kind }

const text: Kind = { kind: "string" }
const bytes: Kind = { kind: "bytes" }
const integer: Kind = { kind: "integer" }
const number: Kind = { kind: "number" }
const boolean: Kind = { kind: "boolean" }
const struct: Kind = { kind: "struct" }
const value: Kind = { kind: "value" }
const list = (of: Kind): Kind => ({ kind: "list", of })
const map = (of: Kind): Kind => ({ kind: "map", of })
const message = (name: MessageName): Kind => ({ kind: "message", name })
const oneOf = (name: string, prefix: string, words: string): Kind => ({
  kind: "enum",
  name,
  values: new Set(words.split(" ").map((word) => `${prefix}${word}`))
})

/** The messages of a request that are looked into. */
export type MessageName =
  | "GenerateContentRequest"
  | "CountTokensRequest"
  | "EmbedContentRequest"
  | "BatchEmbedContentsRequest"
  | "Content"
  | "Part"
  | "Blob"
  | "FileData"
  | "FunctionCall"
  | "FunctionResponse"
  | "FunctionResponsePart"
  | "FunctionResponseBlob"
  | "ExecutableCode"
  | "CodeExecutionResult"
  | "ToolCall"
  | "ToolResponse"
  | "VideoMetadata"
  | "MediaResolution"
  | "Tool"
  | "FunctionDeclaration"
  | "Schema"
  | "GoogleSearch"
  | "Interval"
  | "ToolConfig"
  | "FunctionCallingConfig"
  | "RetrievalConfig"
  | "LatLng"
  | "SafetySetting"
  | "GenerationConfig"
  | "ThinkingConfig"
  | "ImageConfig"

/** The members of a message. */
export type Members = Readonly<Record<string, Kind>>

const level = oneOf("ThinkingLevel", "", "THINKING_LEVEL_UNSPECIFIED MINIMAL LOW MEDIUM HIGH XHIGH")
const task = oneOf(
  "TaskType",
  "",
  "TASK_TYPE_UNSPECIFIED RETRIEVAL_QUERY RETRIEVAL_DOCUMENT SEMANTIC_SIMILARITY CLASSIFICATION CLUSTERING QUESTION_ANSWERING FACT_VERIFICATION CODE_RETRIEVAL_QUERY"
)
const mode = oneOf("FunctionCallingConfig.Mode", "", "MODE_UNSPECIFIED AUTO ANY NONE VALIDATED")
const type = oneOf("Type", "", "TYPE_UNSPECIFIED STRING NUMBER INTEGER BOOLEAN ARRAY OBJECT NULL")
const behavior = oneOf("Behavior", "", "UNSPECIFIED BLOCKING NON_BLOCKING")
const scheduling = oneOf("Scheduling", "", "SCHEDULING_UNSPECIFIED SILENT WHEN_IDLE INTERRUPT")
const language = oneOf("Language", "", "LANGUAGE_UNSPECIFIED PYTHON")
const outcome = oneOf("Outcome", "OUTCOME_", "UNSPECIFIED OK FAILED DEADLINE_EXCEEDED")
const modality = oneOf("Modality", "", "MODALITY_UNSPECIFIED TEXT IMAGE AUDIO VIDEO")
const resolution = oneOf("MediaResolution", "MEDIA_RESOLUTION_", "UNSPECIFIED LOW MEDIUM HIGH ULTRA_HIGH")
const threshold = oneOf(
  "HarmBlockThreshold",
  "",
  "HARM_BLOCK_THRESHOLD_UNSPECIFIED BLOCK_LOW_AND_ABOVE BLOCK_MEDIUM_AND_ABOVE BLOCK_ONLY_HIGH BLOCK_NONE OFF"
)
const category = oneOf(
  "HarmCategory",
  "HARM_CATEGORY_",
  "UNSPECIFIED HARASSMENT HATE_SPEECH SEXUALLY_EXPLICIT DANGEROUS_CONTENT CIVIC_INTEGRITY JAILBREAK IMAGE_HATE IMAGE_DANGEROUS_CONTENT IMAGE_HARASSMENT IMAGE_SEXUALLY_EXPLICIT"
)

/** The members of a part that say what it is: exactly one of them. */
export const partKinds = [
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
  "audioTranscription"
] as const

/** Every message of a request and its members, as the newest SDK sends them to the Gemini API. */
export const messages = {
  GenerateContentRequest: {
    model: text,
    contents: list(message("Content")),
    systemInstruction: message("Content"),
    tools: list(message("Tool")),
    toolConfig: message("ToolConfig"),
    safetySettings: list(message("SafetySetting")),
    generationConfig: message("GenerationConfig"),
    cachedContent: text,
    serviceTier: text,
    store: boolean,
    labels: map(text),
    continuationToken: text
  },
  CountTokensRequest: {
    model: text,
    contents: list(message("Content")),
    generateContentRequest: message("GenerateContentRequest")
  },
  EmbedContentRequest: {
    model: text,
    content: message("Content"),
    taskType: task,
    title: text,
    outputDimensionality: integer
  },
  BatchEmbedContentsRequest: { requests: list(message("EmbedContentRequest")) },
  Content: { role: text, parts: list(message("Part")) },
  Part: {
    text,
    inlineData: message("Blob"),
    fileData: message("FileData"),
    functionCall: message("FunctionCall"),
    functionResponse: message("FunctionResponse"),
    executableCode: message("ExecutableCode"),
    codeExecutionResult: message("CodeExecutionResult"),
    toolCall: message("ToolCall"),
    toolResponse: message("ToolResponse"),
    audioTranscription: struct,
    thought: boolean,
    thoughtSignature: bytes,
    videoMetadata: message("VideoMetadata"),
    mediaResolution: message("MediaResolution"),
    partMetadata: struct,
    mediaProcessing: struct,
    speechMetadata: struct
  },
  Blob: { mimeType: text, data: bytes },
  FileData: { mimeType: text, fileUri: text },
  FunctionCall: { id: text, name: text, args: struct },
  FunctionResponse: {
    id: text,
    name: text,
    response: struct,
    parts: list(message("FunctionResponsePart")),
    willContinue: boolean,
    scheduling
  },
  FunctionResponsePart: {
    inlineData: message("FunctionResponseBlob"),
    fileData: message("FileData"),
    mediaProcessing: struct
  },
  FunctionResponseBlob: { mimeType: text, data: bytes, displayName: text },
  ExecutableCode: { id: text, language, code: text },
  CodeExecutionResult: { id: text, outcome, output: text },
  ToolCall: { id: text, toolType: text, args: struct },
  ToolResponse: { id: text, toolType: text, response: struct },
  VideoMetadata: { startOffset: text, endOffset: text, fps: number },
  MediaResolution: { level: resolution, numTokens: integer },
  Tool: {
    functionDeclarations: list(message("FunctionDeclaration")),
    googleSearch: message("GoogleSearch"),
    googleSearchRetrieval: struct,
    codeExecution: struct,
    urlContext: struct,
    googleMaps: struct,
    fileSearch: struct,
    computerUse: struct,
    mcpServers: list(struct)
  },
  FunctionDeclaration: {
    name: text,
    description: text,
    behavior,
    parameters: message("Schema"),
    parametersJsonSchema: value,
    response: message("Schema"),
    responseJsonSchema: value
  },
  Schema: {
    type,
    format: text,
    title: text,
    description: text,
    nullable: boolean,
    default: value,
    example: value,
    enum: list(text),
    items: message("Schema"),
    minItems: integer,
    maxItems: integer,
    properties: map(message("Schema")),
    required: list(text),
    propertyOrdering: list(text),
    minProperties: integer,
    maxProperties: integer,
    minimum: number,
    maximum: number,
    minLength: integer,
    maxLength: integer,
    pattern: text,
    anyOf: list(message("Schema"))
  },
  GoogleSearch: { timeRangeFilter: message("Interval"), searchTypes: struct },
  Interval: { startTime: text, endTime: text },
  ToolConfig: {
    functionCallingConfig: message("FunctionCallingConfig"),
    retrievalConfig: message("RetrievalConfig"),
    includeServerSideToolInvocations: boolean
  },
  FunctionCallingConfig: { mode, allowedFunctionNames: list(text) },
  RetrievalConfig: { latLng: message("LatLng"), languageCode: text },
  LatLng: { latitude: number, longitude: number },
  SafetySetting: { category, threshold },
  GenerationConfig: {
    temperature: number,
    topP: number,
    topK: integer,
    maxOutputTokens: integer,
    stopSequences: list(text),
    candidateCount: integer,
    seed: integer,
    presencePenalty: number,
    frequencyPenalty: number,
    responseLogprobs: boolean,
    logprobs: integer,
    responseMimeType: text,
    responseSchema: message("Schema"),
    responseJsonSchema: value,
    _responseJsonSchema: value,
    responseFormat: value,
    responseModalities: list(modality),
    speechConfig: struct,
    mediaResolution: resolution,
    thinkingConfig: message("ThinkingConfig"),
    imageConfig: message("ImageConfig"),
    audioTranscriptionConfig: struct,
    enableEnhancedCivicAnswers: boolean
  },
  ThinkingConfig: { includeThoughts: boolean, thinkingBudget: integer, thinkingLevel: level },
  ImageConfig: { aspectRatio: text, imageSize: text }
} as const satisfies Readonly<Record<MessageName, Members>>
