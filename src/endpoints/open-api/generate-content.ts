import { details } from "../../formats/generate-content/media.ts"
import { partDecoders } from "../../formats/generate-content/parts.ts"
import { thinkingMembers } from "../../formats/generate-content/thinking.ts"
import { callingMembers } from "../../formats/generate-content/tool-choice.ts"
import { safetyMembers } from "../../formats/generate-content/request.ts"
import { plainSettings } from "../../formats/generate-content/settings.ts"
import { vendorTools } from "../../formats/generate-content/wire.ts"
import { mostCandidates } from "../../core/chat/codec.ts"
import {
  membersOf,
  objectSchema,
  tellMembers,
  type ValueMembers,
  type ValueSchema
} from "../../core/reading/value-schema.ts"

const texts: ValueSchema = { type: "array", items: { type: "string" } }

/** How models think. */
export const thinkingConfig = objectSchema(Object.entries(thinkingMembers))

/** Which functions are called. */
export const toolConfig: ValueSchema = {
  type: "object",
  properties: { functionCallingConfig: objectSchema(Object.entries(callingMembers)) }
}

/** What is held back. */
export const safetySettings: ValueSchema = { type: "array", items: objectSchema(Object.entries(safetyMembers)) }

const text: ValueSchema = { type: "string" }

const any: ValueSchema = { type: "object" }

/** The bytes of a medium, or where they are. */
const medium: ValueMembers = { mimeType: text, displayName: text }

/** What is said of a call and its result, whoever runs the tool. */
const part: ValueMembers = {
  text,
  thought: { type: "boolean" },
  thoughtSignature: text,
  functionCall: { type: "object", properties: { id: text, name: text, args: any } },
  functionResponse: {
    type: "object",
    properties: {
      id: text,
      name: text,
      response: { type: "object", properties: { error: { description: "What failed." } } },
      parts: { type: "array", items: any }
    }
  },
  inlineData: { type: "object", properties: { ...medium, data: text } },
  fileData: { type: "object", properties: { ...medium, fileUri: text } },
  mediaResolution: { type: "object", properties: { level: { ...text, examples: [...details.keys()] } } },
  videoMetadata: {
    type: "object",
    properties: { startOffset: text, endOffset: text, fps: { type: "number" } }
  },
  executableCode: { type: "object", properties: { id: text, language: text, code: text } },
  codeExecutionResult: { type: "object", properties: { id: text, outcome: text, output: text } },
  toolCall: { type: "object", properties: { id: text, toolType: text, args: any } },
  toolResponse: { type: "object", properties: { id: text, toolType: text, response: any } }
}

const parts: ValueSchema = {
  type: "array",
  items: {
    type: "object",
    description: `One of ${[...partDecoders.keys()].map((name) => `\`${name}\``).join(", ")}.`,
    properties: part
  }
}

const content: ValueSchema = {
  type: "object",
  required: ["parts"],
  properties: { role: { type: "string", examples: ["user", "model", "function"] }, parts }
}

const generationConfig: ValueSchema = {
  type: "object",
  properties: tellMembers(membersOf(plainSettings), {
    candidateCount: { maximum: mostCandidates },
    responseMimeType: { type: "string" },
    responseSchema: { type: "object" },
    responseJsonSchema: { description: "A JSON Schema." },
    _responseJsonSchema: { description: "The older spelling of `responseJsonSchema`." },
    speechConfig: { type: "object", properties: { voiceConfig: { description: "How it speaks." } } },
    responseModalities: texts,
    thinkingConfig,
    imageConfig: { properties: { aspectRatio: { type: "string" }, imageSize: { type: "string" } } }
  })
}

/** A function that may be called. */
const declaration: ValueSchema = {
  type: "object",
  required: ["name"],
  properties: {
    name: text,
    description: text,
    parameters: { type: "object", description: "A schema in Google's words." },
    parametersJsonSchema: { description: "A JSON Schema." },
    response: { type: "object", description: "A schema in Google's words." },
    responseJsonSchema: { description: "A JSON Schema." }
  }
}

/** Functions, or tools that the vendor runs: their settings pass. */
const tool: ValueSchema = {
  type: "object",
  properties: {
    functionDeclarations: { type: "array", items: declaration },
    ...Object.fromEntries(
      [...vendorTools.keys()].map((name) => [name, name === "mcpServers" ? { type: "array" } : any])
    )
  }
}

const members: ValueMembers = {
  contents: { type: "array", minItems: 1, items: content },
  generationConfig,
  model: { type: "string", description: "The model of the path." },
  systemInstruction: {
    type: "object",
    required: ["parts"],
    properties: { role: { description: "It says nothing here." }, parts }
  },
  safetySettings,
  tools: { type: "array", items: tool },
  toolConfig,
  cachedContent: { type: "string" },
  continuationToken: { type: "string" },
  labels: { type: "object" },
  serviceTier: { type: "string" },
  store: { type: "boolean" }
}

/** The body of `:generateContent` and `:streamGenerateContent`. */
export const generateContentSchema: ValueSchema = { type: "object", required: ["contents"], properties: members }

/** The body of `POST /v1beta/models/{model}:countTokens`. */
export const countContentTokensSchema: ValueSchema = {
  type: "object",
  properties: {
    ...members,
    generateContentRequest: { ...generateContentSchema, description: "All of it, in place of `contents`." }
  }
}
