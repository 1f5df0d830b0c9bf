import type { ValueSchema } from "../../core/reading/documented.ts"

const tool: ValueSchema = {
  type: "object",
  required: ["type"],
  properties: {
    type: { type: "string", examples: ["function", "custom", "namespace", "web_search"] },
    name: { type: "string" },
    description: { type: "string" },
    parameters: { type: "object" },
    output_schema: { type: "object" },
    strict: { type: "boolean" },
    format: {
      type: "object",
      description: "Which texts a `custom` tool takes.",
      properties: {
        type: { type: "string", examples: ["text", "grammar"] },
        syntax: { type: "string", examples: ["lark", "regex"] },
        definition: { type: "string" }
      }
    },
    tools: {
      type: "array",
      description: "Those of a `namespace`.",
      items: {
        type: "object",
        required: ["type"],
        properties: { type: { type: "string" }, execution: { type: "string" } }
      }
    },
    execution: { type: "string", examples: ["client", "server"] },
    defer_loading: { type: "boolean" }
  }
}

const item: ValueSchema = {
  type: "object",
  properties: {
    id: { type: "string" },
    status: { type: "string" },
    type: {
      type: "string",
      default: "message",
      examples: ["message", "reasoning", "function_call", "function_call_output"]
    },
    role: { type: "string", examples: ["user", "assistant", "system", "developer"] },
    content: { type: ["string", "array"] },
    phase: { type: "string", examples: ["commentary", "final_answer"] },
    summary: { type: "array", items: { type: "object", properties: { text: { type: "string" } } } },
    encrypted_content: { type: "string", description: "A sealed thought, as it was answered." },
    call_id: { type: "string" },
    namespace: { type: "string" },
    name: { type: "string" },
    arguments: { type: "string" },
    output: { type: ["string", "array"] },
    created_by: { type: "string" },
    internal_chat_message_metadata_passthrough: { type: "object", description: "Codex's own." }
  }
}

/** The body of `POST /v1/responses`. */
export const responsesSchema: ValueSchema = {
  type: "object",
  required: ["model", "input"],
  properties: {
    model: { type: "string" },
    input: { type: ["array", "string"], description: "A text, or items.", items: item },
    instructions: { type: "string" },
    stream: { type: "boolean", default: false },
    max_output_tokens: { type: "integer" },
    temperature: { type: "number", minimum: 0, maximum: 2 },
    top_p: { type: "number", minimum: 0, maximum: 1 },
    tools: { type: "array", items: tool },
    tool_choice: {
      type: ["string", "object"],
      properties: {
        type: { type: "string", examples: ["function", "custom", "allowed_tools", "web_search"] },
        name: { type: "string" },
        namespace: { type: "string" },
        mode: { type: "string", examples: ["auto", "required"] },
        tools: {
          type: "array",
          items: {
            type: "object",
            properties: { namespace: { type: "string" }, name: { type: "string" } }
          }
        }
      }
    },
    parallel_tool_calls: { type: "boolean" },
    reasoning: {
      type: "object",
      properties: {
        effort: { type: "string", examples: ["low", "medium", "high"] },
        summary: { type: ["string", "null"], examples: ["auto"] }
      }
    },
    text: {
      type: "object",
      properties: {
        format: {
          type: "object",
          properties: {
            type: { type: "string", examples: ["text", "json_object", "json_schema"] },
            name: { type: "string" },
            description: { type: "string" },
            schema: { description: "A JSON Schema." },
            strict: { type: "boolean" }
          }
        },
        verbosity: { type: "string", examples: ["low", "medium", "high"] }
      }
    },
    include: { type: "array", items: { type: "string" } },
    store: { type: "boolean", default: true, description: "Whether the answer is kept." },
    previous_response_id: { type: "string", description: "The answer that the input goes on from." },
    conversation: {
      type: ["string", "object"],
      description: "State that the vendor holds.",
      properties: { id: { type: "string" } }
    },
    prompt: { type: "object", description: "State that the vendor holds.", properties: { id: { type: "string" } } },
    top_logprobs: { type: "integer", minimum: 0, maximum: 20 },
    max_tool_calls: { type: "integer" },
    truncation: { type: "string", examples: ["auto", "disabled"] },
    prompt_cache_key: { type: "string" },
    prompt_cache_options: {
      type: "object",
      properties: { mode: { type: "string" }, ttl: { type: "string" } }
    },
    prompt_cache_retention: { type: "string" },
    safety_identifier: { type: "string" },
    user: { type: "string", description: "The older name of `safety_identifier`." },
    service_tier: { type: "string" },
    stream_options: { type: "object" },
    client_metadata: { type: "object" },
    metadata: { type: "object" }
  }
}
