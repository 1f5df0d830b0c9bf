import { expect, it } from "vitest"
import { chatCompletionsSchema } from "../../src/endpoints/open-api/chat-completions.ts"
import { generateContentSchema } from "../../src/endpoints/open-api/generate-content.ts"
import { messagesSchema } from "../../src/endpoints/open-api/messages.ts"
import { responsesSchema } from "../../src/endpoints/open-api/responses.ts"

interface Schema {
  readonly type?: unknown
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly examples?: readonly unknown[]
}

/** What a document tells of a place; `*` stands for each item of a list. */
const told = (schema: Schema, path: string): Schema | undefined =>
  path.split("/").reduce<Schema | undefined>((at, step) => (step === "*" ? at?.items : at?.properties?.[step]), schema)

const block = "messages/*/content/*"

// The members are those of the vendors' own requests: `@anthropic-ai/sdk`, `openai` and `@google/genai`.
it.each<[Schema, string, Schema]>([
  [messagesSchema, `${block}/thinking`, { type: "string" }],
  [messagesSchema, `${block}/signature`, { type: "string" }],
  [messagesSchema, `${block}/data`, { type: "string" }],
  [messagesSchema, `${block}/content`, { type: ["string", "array"] }],
  [messagesSchema, `${block}/content/*/type`, { type: "string" }],
  [messagesSchema, `${block}/citations/*`, { type: "object", required: ["type"] }],
  [messagesSchema, "output_format/type", { examples: ["json_schema"] }],
  [responsesSchema, "tool_choice/mode", { type: "string", examples: ["auto", "required"] }],
  [responsesSchema, "conversation", { type: ["string", "object"] }],
  [generateContentSchema, "model", { type: "string" }],
  [chatCompletionsSchema, "reasoning/enabled", { type: "boolean" }],
  [chatCompletionsSchema, "reasoning/exclude", { type: "boolean" }]
])("the document of requests has the member that the vendor has: case %#", (schema, path, wanted) =>
  expect(told(schema, path)).toMatchObject(wanted)
)
