import type { ValueSchema } from "../../core/reading/documented.ts"

const tool: ValueSchema = {
  type: "object",
  required: ["type"],
  properties: {
    type: { type: "string", examples: ["function", "custom", "namespace", "web_search"] },
    name: { type: "string" },
    description: { type: "string" },
    parameters: { type: "object" },
    strict: { type: "boolean" }
  }
}

const item: ValueSchema = {
  type: "object",
  properties: {
    type: {
      type: "string",
      default: "message",
      examples: ["message", "reasoning", "function_call", "function_call_output"]
    },
    role: { type: "string", examples: ["user", "assistant", "system", "developer"] },
    content: { type: ["string", "array"] },
    call_id: { type: "string" },
    name: { type: "string" },
    arguments: { type: "string" },
    output: { type: ["string", "array"] }
  }
}

/** The body of `POST /v1/responses`. */
export const responsesSchema: ValueSchema = {
  type: "object",
  required: ["model", "input"],
  properties: {
    model: { type: "string" },
    input: { type: ["string", "array"], description: "A text, or items.", items: item },
    instructions: { type: "string" },
    stream: { type: "boolean", default: false },
    max_output_tokens: { type: "integer" },
    temperature: { type: "number", minimum: 0, maximum: 2 },
    top_p: { type: "number", minimum: 0, maximum: 1 },
    tools: { type: "array", items: tool },
    tool_choice: { type: ["string", "object"] },
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
      properties: { format: { type: "object" }, verbosity: { type: "string", examples: ["low", "medium", "high"] } }
    },
    include: { type: "array", items: { type: "string" } },
    store: { type: "boolean" },
    previous_response_id: { type: "string" },
    top_logprobs: { type: "integer", minimum: 0, maximum: 20 },
    prompt_cache_key: { type: "string" },
    safety_identifier: { type: "string" },
    service_tier: { type: "string" },
    metadata: { type: "object" }
  }
}
