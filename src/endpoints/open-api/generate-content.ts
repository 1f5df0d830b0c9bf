import { partDecoders } from "../../formats/generate-content/parts.ts"
import { thinkingMembers } from "../../formats/generate-content/thinking.ts"
import { callingMembers } from "../../formats/generate-content/tool-choice.ts"
import { plainSettings, safetyMembers } from "../../formats/generate-content/settings.ts"
import { requestLimits } from "../../core/request-limits.ts"
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

const parts: ValueSchema = {
  type: "array",
  items: {
    type: "object",
    description: `One of ${[...partDecoders.keys()].map((name) => `\`${name}\``).join(", ")}.`,
    properties: {
      text: { type: "string" },
      thought: { type: "boolean" },
      thoughtSignature: { type: "string" },
      functionCall: {
        type: "object",
        properties: { id: { type: "string" }, name: { type: "string" }, args: { type: "object" } }
      },
      functionResponse: {
        type: "object",
        properties: {
          id: { type: "string" },
          name: { type: "string" },
          response: { type: "object", properties: { error: { description: "What failed." } } },
          parts: { type: "array", items: { type: "object" } }
        }
      }
    }
  }
}

const content: ValueSchema = {
  type: "object",
  required: ["parts"],
  properties: { role: { type: "string", examples: ["user", "model"] }, parts }
}

const generationConfig: ValueSchema = {
  type: "object",
  properties: tellMembers(membersOf(plainSettings), {
    candidateCount: { maximum: requestLimits.candidates },
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
  tools: { type: "array", items: { type: "object" } },
  toolConfig,
  cachedContent: { type: "string" },
  labels: { type: "object" },
  serviceTier: { type: "string" }
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
