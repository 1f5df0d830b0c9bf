import type { ValueMembers, ValueSchema } from "../../core/reading/documented.ts"
import { thinkingConfig, toolConfig, safetySettings } from "./generate-content.ts"

const functionMembers: ValueMembers = {
  name: { type: "string" },
  description: { type: "string" },
  parameters: { type: "object" },
  strict: { type: "boolean" }
}

const functionTool: ValueSchema = {
  type: "object",
  properties: {
    type: { type: "string", examples: ["function", "custom"] },
    function: { type: "object", required: ["name"], properties: functionMembers },
    custom: {
      type: "object",
      description: "A tool that is called with a text.",
      properties: {
        name: { type: "string" },
        description: { type: "string" },
        format: {
          type: "object",
          properties: {
            type: { type: "string", examples: ["text", "grammar"] },
            grammar: { type: "object", properties: { syntax: { type: "string" }, definition: { type: "string" } } }
          }
        }
      }
    },
    cache_control: { type: "object" }
  }
}

const called: ValueMembers = { name: { type: "string" }, arguments: { type: "string" } }

const toolCall: ValueSchema = {
  type: "object",
  properties: {
    id: { type: "string" },
    type: { type: "string", examples: ["function", "custom"] },
    index: { type: "integer", description: "It says nothing here." },
    function: { type: "object", properties: called },
    custom: { type: "object", properties: { name: { type: "string" }, input: { type: "string" } } },
    cache_control: { type: "object" },
    extra_content: {
      type: "object",
      description: "Signatures, as a vendor's answer had them.",
      properties: { google: { type: "object", properties: { thought_signature: { type: "string" } } } }
    }
  }
}

const chatMessage: ValueSchema = {
  type: "object",
  required: ["role"],
  properties: {
    role: { type: "string", examples: ["system", "user", "assistant", "tool"] },
    content: { type: ["string", "array", "null"] },
    name: { type: "string" },
    refusal: { type: "string" },
    tool_calls: { type: "array", items: toolCall },
    tool_call_id: { type: "string" },
    function_call: { type: "object", description: "The older spelling of a call.", properties: called },
    audio: { type: "object", description: "An earlier answer's sound.", properties: { id: { type: "string" } } },
    reasoning: { type: "string" },
    reasoning_content: { type: "string" },
    reasoning_details: {
      type: "array",
      items: {
        type: "object",
        properties: {
          text: { type: "string" },
          summary: { type: "string" },
          data: { type: "string" },
          signature: { type: "string" },
          format: { type: "string" }
        }
      }
    },
    cache_control: { type: "object" }
  }
}

const contentOptions: ValueSchema = {
  description: "Options of the content-style family.",
  properties: {
    thinking_config: thinkingConfig,
    tools: { type: "array", items: { type: "object" } },
    tool_config: toolConfig,
    image_config: { type: "object" },
    safety_settings: safetySettings,
    cached_content: { type: "string" }
  }
}

/** How models are asked to think, by families. */
const thinking: ValueMembers = {
  thinking: {
    type: "object",
    properties: {
      type: { type: "string", default: "disabled", examples: ["enabled", "disabled"] },
      budget_tokens: { type: "integer" }
    }
  },
  enable_thinking: { type: "boolean", description: "Only where the answer is streamed." },
  gateway_thinking_to_content: { type: "boolean", description: "Reasoning goes into `content`." },
  thinking_to_content: { type: "boolean", description: "The same as `gateway_thinking_to_content`." },
  reasoning_effort: { type: "string", examples: ["low", "medium", "high"] },
  generationConfig: {
    type: "object",
    properties: {
      thinkingConfig: {
        type: "object",
        properties: {
          includeThoughts: { type: "boolean" },
          thinkingBudget: { type: "integer" },
          thinkingLevel: { type: "string", default: "HIGH", examples: ["LOW", "HIGH"] }
        }
      }
    }
  },
  extra_body: {
    type: "object",
    description: "`native.thinking_config` and `native.tools`, for the content-style family.",
    properties: { native: contentOptions, google: contentOptions }
  },
  native: contentOptions,
  google: contentOptions,
  reasoning: {
    properties: {
      effort: { type: "string", examples: ["low", "medium", "high"] },
      max_tokens: { type: "integer" },
      enabled: { type: "boolean" },
      exclude: { type: "boolean" }
    }
  },
  thinking_budget: { type: "integer" },
  chat_template_kwargs: {
    type: "object",
    properties: { enable_thinking: { type: "boolean" }, thinking_budget: { type: "integer" } }
  },
  parameters: { type: "object", description: "Options of one family: search, speech, streaming." }
}

/** The body of `POST /v1/chat/completions`. */
export const chatCompletionsSchema: ValueSchema = {
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
    tool_choice: { type: ["string", "object"], examples: ["auto"], properties: { type: { type: "string" } } },
    functions: {
      type: "array",
      description: "The older spelling of `tools`.",
      items: { type: "object", properties: functionMembers }
    },
    function_call: {
      type: ["string", "object"],
      description: "The older spelling of `tool_choice`.",
      properties: { name: { type: "string" } }
    },
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
    audio: {
      type: "object",
      properties: {
        format: { type: "string" },
        voice: { description: "The name of a voice, or an object with its `id`." }
      }
    },
    prediction: {
      type: "object",
      properties: { type: { examples: ["content"] }, content: { type: ["string", "array"] } }
    },
    web_search_options: { type: "object" },
    stream_options: { type: "object", properties: { include_usage: { type: "boolean" } } },
    metadata: { type: "object" },
    user: { type: "string" },
    safety_identifier: { type: "string" },
    prompt_cache_key: { type: "string" },
    prompt_cache_retention: { type: "string" },
    prompt_cache_options: { type: "object", properties: { mode: { type: "string" }, ttl: { type: "string" } } },
    service_tier: { type: "string" },
    verbosity: { type: "string", examples: ["low", "medium", "high"] },
    response_format: {
      type: "object",
      properties: {
        type: { type: "string", examples: ["json_schema"] },
        json_schema: {
          type: "object",
          properties: {
            name: { type: "string" },
            description: { type: "string" },
            schema: { type: "object" },
            strict: { type: "boolean" }
          }
        },
        schema: { type: "object", description: "Where some vendors take it, beside the type." }
      }
    },
    ...thinking
  }
}
