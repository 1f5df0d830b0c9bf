import {
  membersOf,
  schemaOfTable,
  tellMembers,
  unionOf,
  unionOfTypes,
  type ValueSchema,
  withMembers
} from "../../core/reading/value-schema.ts"
import { mediums } from "../../formats/responses/media.ts"
import { form, plainSettings } from "../../formats/responses/settings.ts"
import { refusalPart, textPart } from "../../formats/responses/parts.ts"
import { itemTypes } from "../../formats/responses/unknown-words.ts"
import { vendorTools } from "../../formats/responses/context.ts"
import { customTool, functionTool } from "../../formats/responses/tools.ts"

const media = Object.fromEntries(Object.entries(mediums).map(([type, [, table]]) => [type, table]))

const annotation: ValueSchema = {
  type: "object",
  required: ["type"],
  properties: {
    type: { type: "string", examples: ["url_citation"] },
    url: { type: "string" },
    title: { type: "string" },
    start_index: { type: "integer" },
    end_index: { type: "integer" }
  }
}

const part = withMembers(
  unionOfTypes({ input_text: textPart, output_text: textPart, ...media, refusal: refusalPart }),
  {
    annotations: { items: annotation }
  }
)

/** A tool: what all have, what functions and tools of free text have, and what brings others. */
const tool = withMembers(unionOf([functionTool, customTool].map(schemaOfTable)), {
  type: { type: "string", examples: ["function", "custom", "namespace", ...vendorTools.map(([type]) => type)] },
  tools: {
    type: "array",
    description: "Those of a `namespace`.",
    items: {
      type: "object",
      required: ["type"],
      properties: { type: { type: "string" }, execution: { type: "string" } }
    }
  },
  execution: { type: "string", examples: ["client", "server"] }
})

const item: ValueSchema = {
  type: "object",
  properties: {
    id: { type: "string" },
    status: { type: "string" },
    type: {
      type: "string",
      default: "message",
      examples: [...itemTypes]
    },
    role: { type: "string", examples: ["user", "assistant", "system", "developer"] },
    content: { type: ["string", "array"], items: part },
    phase: { type: "string", examples: ["commentary", "final_answer"] },
    summary: { type: "array", items: { type: "object", properties: { text: { type: "string" } } } },
    encrypted_content: { type: "string", description: "A sealed thought, as it was answered." },
    call_id: { type: "string" },
    namespace: { type: "string" },
    name: { type: "string" },
    arguments: { type: "string", description: "The input of a function's call." },
    input: { type: "string", description: "The input of a custom tool's call." },
    action: { type: "object", description: "What a call of another kind does." },
    operation: { type: "object", description: "The same of `apply_patch_call`." },
    execution: { type: "string", examples: ["client", "server"] },
    result: { type: "string", description: "The bytes of a picture that a model made." },
    tools: { type: "array", description: "Those that an item brings, or that a search found.", items: tool },
    output: { type: ["string", "array"], items: part },
    created_by: { type: "string" },
    internal_chat_message_metadata_passthrough: { type: "object", description: "Codex's own." }
  }
}

const settings = plainSettings.flatMap((row) => row.members.map((name) => [name, row] as const))

/** The body of `POST /v1/responses`. */
export const responsesSchema: ValueSchema = {
  type: "object",
  required: ["model", "input"],
  properties: tellMembers(membersOf(settings), {
    model: { type: "string" },
    input: { type: ["array", "string"], description: "A text, or items.", items: item },
    instructions: { type: "string" },
    stream: { type: "boolean", default: false },
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
            required: ["type"],
            properties: {
              type: { type: "string", examples: ["function", "custom", "web_search"] },
              namespace: { type: "string" },
              name: { type: "string" }
            }
          }
        }
      }
    },
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
        format: withMembers(schemaOfTable(form), { type: { examples: ["text", "json_object", "json_schema"] } }),
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
    max_tool_calls: { type: "integer" },
    truncation: { type: "string", examples: ["auto", "disabled"] },
    prompt_cache_key: { type: "string" },
    prompt_cache_options: {
      type: "object",
      properties: { mode: { type: "string" }, ttl: { type: "string" } }
    },
    prompt_cache_retention: { type: "string" },
    user: { description: "The older name of `safety_identifier`." },
    stream_options: { type: "object", properties: { include_obfuscation: { type: "boolean" } } },
    client_metadata: { type: "object" }
  })
}
