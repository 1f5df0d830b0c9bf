import type { ValueMembers, ValueSchema } from "../../core/reading/documented.ts"

const cacheControl: ValueSchema = {
  type: "object",
  required: ["type"],
  properties: {
    type: { type: "string", default: "ephemeral", examples: ["ephemeral", "persistent"] },
    ttl: { type: "string", examples: ["5m", "1h"] }
  }
}

const messagesMessage: ValueSchema = {
  type: "object",
  required: ["role", "content"],
  properties: {
    role: { type: "string", examples: ["user", "assistant"] },
    content: { type: ["string", "array"], items: { type: "object", required: ["type"] } }
  }
}

/** What is counted of a body. */
const counted: ValueMembers = {
  model: { type: "string" },
  messages: { type: "array", minItems: 1, items: messagesMessage },
  system: { type: ["string", "array"], items: { type: "object", required: ["type"] } },
  tools: {
    type: "array",
    items: {
      type: "object",
      properties: {
        type: { type: "string" },
        name: { type: "string" },
        description: { type: "string" },
        input_schema: { type: "object" },
        input_examples: { type: "array" },
        strict: { type: "boolean" },
        defer_loading: { type: "boolean" },
        cache_control: cacheControl
      }
    }
  }
}

/** The body of `POST /v1/messages/count_tokens`. */
export const countTokensSchema: ValueSchema = { type: "object", required: ["model", "messages"], properties: counted }

const outputFormat: ValueSchema = {
  type: "object",
  properties: { type: { examples: ["json_schema"] }, schema: { description: "A JSON Schema." } }
}

/** The body of `POST /v1/messages`. */
export const messagesSchema: ValueSchema = {
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
        type: { type: "string", examples: ["auto", "any", "none", "tool"] },
        name: { type: "string" },
        disable_parallel_tool_use: { type: "boolean" }
      }
    },
    thinking: {
      type: "object",
      required: ["type"],
      properties: {
        type: { type: "string", examples: ["enabled", "disabled", "adaptive"] },
        budget_tokens: { type: "integer", exclusiveMinimum: 1024 },
        display: { type: "string" }
      }
    },
    metadata: { type: "object", properties: { user_id: { type: "string" } } },
    output_config: { type: "object", properties: { effort: { type: "string" }, format: outputFormat } },
    output_format: { ...outputFormat, description: "The older place of `output_config.format`." },
    service_tier: { type: "string" },
    container: {
      type: ["string", "object"],
      description: "State that the vendor holds.",
      properties: { id: { type: "string" }, skills: { items: { type: "object" } } }
    },
    thread: { type: "object", properties: { previous_message_id: { type: "string" } } },
    mcp_servers: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
    context_management: { type: "object" },
    cache_control: cacheControl
  }
}
