import { membersOf, tellMembers, type ValueSchema } from "../../core/reading/value-schema.ts"
import { numberSettings } from "../../formats/messages/settings.ts"
import { citationPlaces, webCitation } from "../../formats/messages/citations.ts"
import { blockDecoders } from "../../formats/messages/parts.ts"
import { thinkingMembers } from "../../formats/messages/thinking.ts"
import { choiceMembers } from "../../formats/messages/tool-choice.ts"
import { functionMembers } from "../../formats/messages/tools.ts"
import { countedMembers } from "../messages.ts"

const cacheControl: ValueSchema = {
  type: "object",
  required: ["type"],
  properties: {
    type: { type: "string", default: "ephemeral", examples: ["ephemeral", "persistent"] },
    ttl: { type: "string", examples: ["5m", "1h"] }
  }
}

const text: ValueSchema = { type: "string" }

const integer: ValueSchema = { type: "integer" }

/** The bytes of a medium, where they stand, or what is one. */
const source: ValueSchema = {
  type: "object",
  required: ["type"],
  properties: {
    type: { type: "string", examples: ["base64", "url", "file", "text", "content"] },
    media_type: text,
    data: text,
    url: text,
    file_id: text,
    content: { type: ["string", "array"], items: { type: "object", properties: { type: text } } }
  }
}

/** Where a place that is cited begins and ends, in each unit. */
const ends = [...citationPlaces.values()].flatMap(([, word]) => [`start_${word}`, `end_${word}`])

/** Where a text is from: what any of its types has. */
const citation: ValueSchema = {
  type: "object",
  required: ["type"],
  properties: {
    type: {
      type: "string",
      examples: [...citationPlaces.keys(), webCitation]
    },
    cited_text: text,
    title: text,
    document_title: text,
    url: text,
    source: text,
    encrypted_index: text,
    document_index: integer,
    search_result_index: integer,
    ...Object.fromEntries(ends.map((name) => [name, integer]))
  }
}

/** What tools that the vendor runs answer with, as its types have them (`@anthropic-ai/sdk`, read 2026-11): any such type is read. */
const serverResults = [
  "advisor",
  "bash_code_execution",
  "code_execution",
  "mcp",
  "text_editor_code_execution",
  "tool_search",
  "web_fetch",
  "web_search"
].map((tool) => `${tool}_tool_result`)

/** A block of content: what any of its types has. */
const block: ValueSchema = {
  type: "object",
  required: ["type"],
  properties: {
    type: {
      type: "string",
      examples: [...blockDecoders.keys(), ...serverResults]
    },
    text,
    source: { ...source, type: ["object", "string"] },
    title: text,
    context: text,
    id: text,
    name: text,
    input: { type: "object" },
    tool_use_id: text,
    tool: {
      type: "object",
      description: "What is added to the tools, or removed from them.",
      properties: { name: text }
    },
    toolset_name: text,
    server_name: text,
    caller: { type: "object", properties: { type: text }, description: "What called, where it was not the model." },
    file_id: text,
    content: { type: ["string", "array"], items: { type: "object", properties: { type: text } } },
    is_error: { type: "boolean" },
    thinking: text,
    signature: text,
    data: text,
    encrypted_content: text,
    citations: { type: ["array", "object"], items: citation, properties: { enabled: { type: "boolean" } } },
    cache_control: cacheControl
  }
}

const messagesMessage: ValueSchema = {
  type: "object",
  required: ["role", "content"],
  properties: {
    role: { type: "string", examples: ["user", "assistant", "system"] },
    content: { type: ["string", "array"], items: block }
  }
}

/** The vendor's own tools, each in its newest version (`@anthropic-ai/sdk`, read 2026-11): older and newer ones pass, too. */
const vendorTools = [
  "advisor_20260301",
  "bash_20250124",
  "browser_toolset_20260801",
  "code_execution_20260521",
  "computer_20251124",
  "computer_toolset_20260801",
  "mcp_toolset",
  "memory_20250818",
  "text_editor_20250728",
  "tool_search_tool_bm25_20251119",
  "tool_search_tool_regex_20251119",
  "web_fetch_20260318",
  "web_search_20260318"
]

const place = { timezone: text, country: text, region: text, city: text }

/** A tool: what functions have, and what is looked at of the vendor's own, whose other settings pass. */
const tool: ValueSchema = {
  type: "object",
  properties: {
    type: { type: "string", default: "custom", examples: ["custom", ...vendorTools] },
    ...membersOf(Object.entries(functionMembers)),
    max_uses: { ...integer, description: "Of a search: how often it may be called." },
    user_location: { type: "object", description: "Of a search.", properties: { type: text, ...place } },
    cache_control: cacheControl
  }
}

const outputFormat: ValueSchema = {
  type: "object",
  properties: { type: { examples: ["json_schema"] }, schema: { description: "A JSON Schema." } }
}

const members = tellMembers(membersOf(numberSettings.map(([, member, row]) => [member, row])), {
  model: text,
  messages: { type: "array", minItems: 1, items: messagesMessage },
  system: { type: ["string", "array"], items: block },
  tools: { type: "array", items: tool },
  temperature: { default: 1 },
  top_p: { default: 1 },
  stream: { type: "boolean", default: false },
  stop_sequences: { type: "array", items: { type: "string" } },
  tool_choice: { type: "object", required: ["type"], properties: membersOf(Object.entries(choiceMembers)) },
  thinking: { type: "object", required: ["type"], properties: membersOf(Object.entries(thinkingMembers)) },
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
})

/** The body of `POST /v1/messages`. */
export const messagesSchema: ValueSchema = {
  type: "object",
  required: ["model", "messages", "max_tokens"],
  properties: members
}

const isCounted = (name: string): boolean => countedMembers.some((one) => one === name)

/** The body of `POST /v1/messages/count_tokens`. */
export const countTokensSchema: ValueSchema = {
  type: "object",
  required: ["model", "messages"],
  properties: Object.fromEntries(Object.entries(members).filter(([name]) => isCounted(name)))
}
