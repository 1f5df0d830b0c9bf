import type { JsonTemplate } from "../../core/json/json.ts"

const parts: JsonTemplate = {
  type: "array",
  items: { type: "object", description: "`text`, `inlineData`, `fileData`, `functionCall` or `functionResponse`." }
}

const content: JsonTemplate = {
  type: "object",
  required: ["parts"],
  properties: { role: { type: "string", examples: ["user", "model"] }, parts }
}

const texts: JsonTemplate = { type: "array", items: { type: "string" } }

const generationConfig: JsonTemplate = {
  type: "object",
  properties: {
    temperature: { type: "number", minimum: 0, maximum: 2 },
    topP: { type: "number" },
    topK: { type: "integer" },
    maxOutputTokens: { type: "integer" },
    stopSequences: texts,
    responseMimeType: { type: "string" },
    responseModalities: texts,
    thinkingConfig: {
      type: "object",
      properties: {
        includeThoughts: { type: "boolean" },
        thinkingBudget: { type: "integer" },
        thinkingLevel: { type: "string", examples: ["LOW", "HIGH"] }
      }
    },
    imageConfig: {
      type: "object",
      properties: { aspectRatio: { type: "string" }, imageSize: { type: "string" } }
    }
  }
}

/** The body of `:generateContent` and `:streamGenerateContent`. */
export const generateContent: JsonTemplate = {
  type: "object",
  required: ["contents"],
  properties: {
    contents: { type: "array", minItems: 1, items: content },
    generationConfig,
    systemInstruction: { type: "object", required: ["parts"], properties: { parts } },
    safetySettings: {
      type: "array",
      items: { type: "object", properties: { category: { type: "string" }, threshold: { type: "string" } } }
    },
    tools: { type: "array", items: { type: "object" } },
    toolConfig: {
      type: "object",
      properties: {
        functionCallingConfig: {
          type: "object",
          properties: { mode: { type: "string", examples: ["AUTO", "ANY", "NONE"] }, allowedFunctionNames: texts }
        }
      }
    },
    cachedContent: { type: "string" }
  }
}
