import type { JsonTemplate } from "../../core/json/json.ts"

const cacheControl: JsonTemplate = {
  type: "object",
  required: ["type"],
  properties: { type: { type: "string", default: "ephemeral", examples: ["ephemeral", "persistent"] } }
}

const message: JsonTemplate = {
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
  messages: { type: "array", minItems: 1, items: message },
  system: { type: ["string", "array"], items: { type: "object", required: ["type"] } },
  tools: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } }
}

/** The body of `POST /v1/messages/count_tokens`. */
export const countTokens: JsonTemplate = { type: "object", required: ["model", "messages"], properties: counted }

/** The body of `POST /v1/messages`. */
export const messages: JsonTemplate = {
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
