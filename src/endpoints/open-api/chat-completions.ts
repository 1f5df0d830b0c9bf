import {
  membersOf,
  schemaOfTable,
  tellMembers,
  unionOfTypes,
  type ValueMembers,
  type ValueSchema,
  withMembers
} from "../../core/reading/value-schema.ts"
import { mostCandidates } from "../../core/chat/codec.ts"
import { cacheControl } from "../../formats/chat-completions/context.ts"
import { refusalPart, textPart } from "../../formats/chat-completions/parts.ts"
import { customTool, bareFunction, functionTool } from "../../formats/chat-completions/tools.ts"
import { mediums } from "../../formats/chat-completions/media.ts"
import { heldAudio } from "../../formats/chat-completions/messages-decode.ts"
import { besideType, inObject, plainSettings } from "../../formats/chat-completions/settings.ts"
import { voiced } from "../../formats/chat-completions/options.ts"
import { clientCallTables } from "../../formats/chat-completions/tool-calls.ts"
import { choices } from "../../formats/chat-completions/tool-choice.ts"
import { thinkingConfig, toolConfig, safetySettings } from "./generate-content.ts"

const text: ValueSchema = { type: "string" }

const { bare: bareCall, function: functionCall, custom: customCall } = clientCallTables

const toolCall = withMembers(unionOfTypes({ function: functionCall, custom: customCall }), {
  index: { type: "integer", description: "It says nothing here." },
  extra_content: { description: "Signatures, as a vendor's answer had them." }
})

const media = Object.fromEntries(Object.entries(mediums).map(([type, [, table]]) => [type, table]))

const part = unionOfTypes({ text: textPart, ...media, refusal: refusalPart })

const chatMessage: ValueSchema = {
  type: "object",
  required: ["role"],
  properties: {
    role: { type: "string", examples: ["system", "developer", "user", "assistant", "tool", "function"] },
    content: { type: ["string", "array", "null"], items: part },
    name: text,
    refusal: text,
    tool_calls: { type: "array", items: toolCall },
    tool_call_id: text,
    function_call: { ...schemaOfTable(bareCall), description: "The older spelling of a call." },
    audio: { ...schemaOfTable(heldAudio), description: "An earlier answer's sound." },
    images: {
      type: "array",
      description: "Pictures of an earlier answer.",
      items: schemaOfTable(mediums.image_url[1])
    },
    reasoning: text,
    reasoning_content: text,
    reasoning_details: {
      type: "array",
      items: { type: "object", properties: { text, summary: text, data: text, signature: text, format: text } }
    },
    cache_control: cacheControl.schema ?? {}
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
    cached_content: text
  }
}

const effort: ValueSchema = { type: "string", examples: ["low", "medium", "high"] }

/** A budget in tokens: -1 leaves it to the model, 0 is off. */
const budget: ValueSchema = { type: "integer", minimum: -1 }

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
  reasoning_effort: effort,
  generationConfig: {
    type: "object",
    properties: {
      thinkingConfig: withMembers(thinkingConfig, { thinkingLevel: { default: "HIGH" } })
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
    properties: { effort, max_tokens: budget, enabled: { type: "boolean" }, exclude: { type: "boolean" } }
  },
  thinking_budget: budget,
  chat_template_kwargs: {
    type: "object",
    properties: { enable_thinking: { type: "boolean" }, thinking_budget: budget }
  },
  parameters: { type: "object", description: "Options of one family: search, speech, streaming." }
}

const settings = [...plainSettings.values()].flatMap((row) => row.members.map((name) => [name, row] as const))

/** The body of `POST /v1/chat/completions`: what its tables of members read, and what else is told of them. */
export const chatCompletionsSchema: ValueSchema = {
  type: "object",
  required: ["model", "messages"],
  properties: tellMembers(membersOf(settings), {
    model: text,
    messages: { type: "array", minItems: 1, items: chatMessage },
    temperature: { default: 0.7 },
    stream: { type: "boolean", default: false },
    tools: { type: "array", items: unionOfTypes({ function: functionTool, custom: customTool }) },
    tool_choice: { ...unionOfTypes(choices), type: ["string", "object"], examples: ["auto"] },
    functions: { type: "array", description: "The older spelling of `tools`.", items: schemaOfTable(bareFunction) },
    function_call: {
      type: ["string", "object"],
      description: "The older spelling of `tool_choice`.",
      properties: { name: text }
    },
    n: { maximum: mostCandidates },
    stop: { type: ["string", "array"], items: text },
    audio: withMembers(schemaOfTable(voiced), {
      voice: { description: "The name of a voice, or an object with its `id`." }
    }),
    prediction: {
      type: "object",
      properties: { type: { examples: ["content"] }, content: { type: ["string", "array"], items: part } }
    },
    web_search_options: { type: "object" },
    stream_options: { type: "object", properties: { include_usage: { type: "boolean" } } },
    prompt_cache_key: text,
    prompt_cache_retention: text,
    prompt_cache_options: { type: "object", properties: { mode: text, ttl: text } },
    verbosity: { examples: ["low", "medium", "high"] },
    response_format: withMembers(unionOfTypes({ json_schema: inObject, json_object: besideType }), {
      schema: { description: "Where some vendors take it, beside the type." }
    }),
    ...thinking
  })
}
