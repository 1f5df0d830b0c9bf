import type { JsonTemplate } from "../../core/json/json.ts"

const functionTool: JsonTemplate = {
  type: "object",
  properties: {
    type: { type: "string", examples: ["function"] },
    function: {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" }, description: { type: "string" }, parameters: { type: "object" } }
    }
  }
}

const chatMessage: JsonTemplate = {
  type: "object",
  required: ["role"],
  properties: {
    role: { type: "string", examples: ["system", "user", "assistant", "tool"] },
    content: { type: ["string", "array", "null"] },
    tool_calls: { type: "array", items: { type: "object" } },
    tool_call_id: { type: "string" }
  }
}

/** How models are asked to think, by families. */
const thinking: Record<string, JsonTemplate> = {
  thinking: {
    type: "object",
    properties: { type: { type: "string", default: "disabled", examples: ["enabled", "disabled"] } }
  },
  enable_thinking: { type: "boolean", description: "Only where the answer is streamed." },
  gateway_thinking_to_content: { type: "boolean", description: "Reasoning goes into `content`." },
  reasoning_effort: { type: "string", examples: ["low", "medium", "high"] },
  generationConfig: {
    type: "object",
    properties: {
      thinkingConfig: {
        type: "object",
        properties: { thinkingLevel: { type: "string", default: "HIGH", examples: ["LOW", "HIGH"] } }
      }
    }
  },
  extra_body: {
    type: "object",
    description: "`native.thinking_config` and `native.tools`, for the content-style family."
  },
  parameters: { type: "object", description: "Options of one family: search, speech, streaming." }
}

/** The body of `POST /v1/chat/completions`. */
export const chatCompletionsSchema: JsonTemplate = {
  type: "object",
  required: ["model", "messages"],
  properties: {
    model: { type: "string" },
    messages: { type: "array", minItems: 1, items: chatMessage },
    temperature: { type: "number", minimum: 0, maximum: 2, default: 0.7 },
    stream: { type: "boolean", default: false },
    max_tokens: { type: "integer" },
    top_p: { type: "number", minimum: 0, maximum: 1 },
    tools: { type: "array", items: functionTool },
    tool_choice: { type: ["string", "object"], examples: ["auto"] },
    max_completion_tokens: { type: "integer" },
    n: { type: "integer" },
    stop: { type: ["string", "array"] },
    seed: { type: "integer" },
    frequency_penalty: { type: "number" },
    presence_penalty: { type: "number" },
    logprobs: { type: "boolean" },
    top_logprobs: { type: "integer" },
    logit_bias: { type: "object" },
    parallel_tool_calls: { type: "boolean" },
    modalities: { type: "array", items: { type: "string" } },
    audio: { type: "object" },
    prediction: { type: "object" },
    web_search_options: { type: "object" },
    stream_options: { type: "object", properties: { include_usage: { type: "boolean" } } },
    metadata: { type: "object" },
    user: { type: "string" },
    safety_identifier: { type: "string" },
    prompt_cache_key: { type: "string" },
    service_tier: { type: "string" },
    verbosity: { type: "string", examples: ["low", "medium", "high"] },
    response_format: { type: "object", properties: { type: { type: "string", examples: ["json_schema"] } } },
    ...thinking
  }
}

const cacheControl: JsonTemplate = {
  type: "object",
  required: ["type"],
  properties: { type: { type: "string", default: "ephemeral", examples: ["ephemeral", "persistent"] } }
}

const messagesMessage: JsonTemplate = {
  type: "object",
  required: ["role", "content"],
  properties: {
    role: { type: "string", examples: ["user", "assistant"] },
    content: { type: ["string", "array"], items: { type: "object", required: ["type"] } }
  }
}

/** What is counted of a body. */
const counted: Record<string, JsonTemplate> = {
  model: { type: "string" },
  messages: { type: "array", minItems: 1, items: messagesMessage },
  system: { type: ["string", "array"], items: { type: "object", required: ["type"] } },
  tools: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } }
}

/** The body of `POST /v1/messages/count_tokens`. */
export const countTokensSchema: JsonTemplate = { type: "object", required: ["model", "messages"], properties: counted }

/** The body of `POST /v1/messages`. */
export const messagesSchema: JsonTemplate = {
  type: "object",
  required: ["model", "messages", "max_tokens"],
  properties: {
    ...counted,
    max_tokens: { type: "integer", exclusiveMinimum: 0 },
    temperature: { type: "number", minimum: 0, maximum: 1, default: 1 },
    top_p: { type: "number", minimum: 0, maximum: 1, default: 1 },
    top_k: { type: "integer" },
    stream: { type: "boolean", default: false },
    stop_sequences: { type: "array", items: { type: "string" } },
    tool_choice: {
      type: "object",
      required: ["type"],
      properties: {
        type: { type: "string", default: "auto", examples: ["auto", "any", "none", "tool"] },
        name: { type: "string" },
        disable_parallel_tool_use: { type: "boolean" }
      }
    },
    thinking: {
      type: "object",
      required: ["type"],
      properties: {
        type: { type: "string", examples: ["enabled", "disabled", "adaptive"] },
        budget_tokens: { type: "integer", exclusiveMinimum: 1024 }
      }
    },
    metadata: { type: "object" },
    mcp_servers: { type: "array" },
    context_management: { type: "object" },
    cache_control: cacheControl
  }
}

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
export const generateContentSchema: JsonTemplate = {
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
