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

const message: JsonTemplate = {
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
export const chatCompletions: JsonTemplate = {
  type: "object",
  required: ["model", "messages"],
  properties: {
    model: { type: "string" },
    messages: { type: "array", minItems: 1, items: message },
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
