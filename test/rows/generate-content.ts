import type { PromiseId } from "./promises.ts"
import { absent, type Case, type Members, passes, type Reaches, sends, type Table } from "./row.ts"

/** What reaches an upstream of the chat completions format, and one of the messages format. */
const to = (chat: Reaches, messages: Reaches): NonNullable<Case["to"]> => ({ "chat-completions": chat, messages })

const config = (member: string, value: unknown): Members => ({
  generationConfig: { maxOutputTokens: 4000, [member]: value }
})

/** Refused on every path, at the member of the generation config itself. */
const wrong = <Id extends PromiseId>(keeps: Id, member: string, values: readonly unknown[]): readonly Case<Id>[] =>
  values.map((value) => ({
    keeps,
    when: JSON.stringify(value),
    given: config(member, value),
    refused: `/generationConfig/${member}`
  }))

/** A member of the top level of a wrong type. */
const wrongAt = <Id extends PromiseId>(keeps: Id, member: string, values: readonly unknown[]): readonly Case<Id>[] =>
  values.map((value) => ({ keeps, when: JSON.stringify(value), given: { [member]: value }, refused: `/${member}` }))

const sampling: readonly Case<PromiseId>[] = [
  {
    keeps: "content.temperature.default",
    when: "left out",
    given: {},
    to: to(sends({ "/temperature": absent }), sends({ "/temperature": absent }))
  },
  {
    keeps: "content.temperature.default",
    when: "null",
    given: config("temperature", null),
    to: to(sends({ "/temperature": absent }), sends({ "/temperature": absent }))
  },
  ...([0, 0.5, 1] as const).map((temperature) => ({
    keeps: "content.temperature.sent" as const,
    when: String(temperature),
    given: config("temperature", temperature),
    to: to(sends({ "/temperature": temperature }), sends({ "/temperature": temperature }))
  })),
  {
    keeps: "content.temperature.clamped",
    when: "2, beyond what the messages format takes",
    given: config("temperature", 2),
    to: to(sends({ "/temperature": 2 }), sends({ "/temperature": 1 }, "clamped /generationConfig/temperature"))
  },
  ...wrong("content.temperature.range", "temperature", [-0.1, 2.1]),
  ...wrong("content.temperature.type", "temperature", ["0.5", true]),
  {
    keeps: "content.top-p.sent",
    when: "0.5",
    given: config("topP", 0.5),
    to: to(sends({ "/top_p": 0.5 }), sends({ "/top_p": 0.5 }))
  },
  {
    keeps: "content.top-p.sent",
    when: "0",
    given: config("topP", 0),
    to: to(sends({ "/top_p": 0 }), sends({ "/top_p": 0 }))
  },
  ...wrong("content.top-p.type", "topP", ["0.5", []]),
  {
    keeps: "content.top-k.sent",
    when: "40",
    given: config("topK", 40),
    to: to(sends({ "/top_k": absent }, "dropped /generationConfig/topK"), sends({ "/top_k": 40 }))
  },
  ...wrong("content.top-k.type", "topK", ["40"])
]

const limits: readonly Case<PromiseId>[] = [
  {
    keeps: "content.max-output-tokens.sent",
    when: "100",
    given: config("maxOutputTokens", 100),
    to: to(sends({ "/max_completion_tokens": 100 }), sends({ "/max_tokens": 100 }))
  },
  {
    keeps: "content.max-output-tokens.default",
    when: "left out",
    given: { generationConfig: undefined },
    to: to(
      sends({ "/max_completion_tokens": absent, "/max_tokens": absent }),
      sends({ "/max_tokens": 64_000 }, "synthesised /")
    )
  },
  ...wrong("content.max-output-tokens.type", "maxOutputTokens", ["100", 1.5]),
  {
    keeps: "content.stop-sequences.sent",
    when: "two",
    given: config("stopSequences", ["END", "STOP"]),
    to: to(sends({ "/stop": ["END", "STOP"] }), sends({ "/stop_sequences": ["END", "STOP"] }))
  },
  ...wrong("content.stop-sequences.type", "stopSequences", ["END", 5]),
  {
    keeps: "content.generation-config.type",
    when: "a string",
    given: { generationConfig: "hot" },
    refused: "/generationConfig"
  }
]

const weather = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }

const output: readonly Case<PromiseId>[] = [
  {
    keeps: "content.response-mime-type.sent",
    when: "JSON",
    given: config("responseMimeType", "application/json"),
    to: to(
      sends({ "/response_format": { type: "json_object" } }),
      sends({}, "approximated /generationConfig/responseMimeType")
    )
  },
  {
    keeps: "content.response-mime-type.schema",
    when: "JSON of a schema",
    given: {
      generationConfig: {
        maxOutputTokens: 4000,
        responseMimeType: "application/json",
        responseJsonSchema: { ...weather, additionalProperties: false }
      }
    },
    to: to(
      sends(
        { "/response_format/json_schema/schema": { ...weather, additionalProperties: false } },
        "synthesised /generationConfig/responseJsonSchema"
      ),
      sends({ "/output_config/format": { type: "json_schema", schema: { ...weather, additionalProperties: false } } })
    )
  },
  ...wrong("content.response-mime-type.type", "responseMimeType", [5, true]),
  {
    keeps: "content.response-modalities.sent",
    when: "text",
    given: config("responseModalities", ["TEXT"]),
    to: to(sends({}), sends({}, "dropped /generationConfig/responseModalities"))
  },
  {
    keeps: "content.response-modalities.sent",
    when: "text and an image",
    given: config("responseModalities", ["TEXT", "IMAGE"]),
    models: { "generate-content": "gemini-2.5-flash" }
  },
  ...wrong("content.response-modalities.type", "responseModalities", ["TEXT"]),
  {
    keeps: "content.image-config.sent",
    when: "a ratio and a size",
    given: config("imageConfig", { aspectRatio: "16:9", imageSize: "2K" }),
    models: { "generate-content": "gemini-2.5-flash" }
  },
  {
    keeps: "content.image-config.output",
    when: "options of the bytes",
    given: config("imageConfig", { aspectRatio: "16:9", imageOutputOptions: { mimeType: "image/png" } }),
    models: { "generate-content": "gemini-2.5-flash" },
    to: {
      "generate-content": passes(
        [[/,\s*"imageOutputOptions": \{[^}]*\}/, ""]],
        "dropped /generationConfig/imageConfig/imageOutputOptions"
      )
    }
  },
  {
    keeps: "content.image-config.elsewhere",
    when: "a ratio",
    given: config("imageConfig", { aspectRatio: "16:9" }),
    models: { "chat-completions": "plain-chat", messages: "claude-sonnet-4-5" },
    to: to(sends({}, "dropped /generationConfig/imageConfig"), sends({}, "dropped /generationConfig/imageConfig"))
  },
  ...wrong("content.image-config.type", "imageConfig", ["16:9"]),
  {
    keeps: "content.image-config.type",
    when: "a ratio that is a number",
    given: config("imageConfig", { aspectRatio: 16 }),
    refused: "/generationConfig/imageConfig/aspectRatio"
  }
]

const at = "/generationConfig/thinkingConfig"
const thinks = (thinkingConfig: unknown): Members => config("thinkingConfig", thinkingConfig)

const thinking: readonly Case<PromiseId>[] = [
  {
    keeps: "content.thinking.default",
    when: "left out",
    given: {},
    to: to(sends({ "/reasoning_effort": absent }), sends({ "/thinking": absent }))
  },
  {
    keeps: "content.thinking.budget",
    when: "2048 tokens, shown",
    given: thinks({ thinkingBudget: 2048, includeThoughts: true }),
    to: to(
      sends({ "/reasoning_effort": "medium" }, `dropped ${at}`, `approximated ${at}`),
      sends({ "/thinking/type": "enabled", "/thinking/budget_tokens": 2048 })
    )
  },
  {
    keeps: "content.thinking.budget",
    when: "0",
    given: thinks({ thinkingBudget: 0 }),
    to: to(sends({ "/reasoning_effort": "none" }, `approximated ${at}`), sends({ "/thinking": { type: "disabled" } }))
  },
  {
    keeps: "content.thinking.level",
    when: "LOW",
    given: thinks({ thinkingLevel: "LOW" }),
    models: { "generate-content": "gemini-3-pro-preview", "chat-completions": "plain-chat" },
    to: { "chat-completions": sends({ "/reasoning_effort": "low" }) }
  },
  {
    keeps: "content.thinking.level",
    when: "HIGH",
    given: thinks({ thinkingLevel: "HIGH" }),
    models: { "generate-content": "gemini-3-pro-preview", "chat-completions": "plain-chat" },
    to: { "chat-completions": sends({ "/reasoning_effort": "high" }) }
  },
  {
    keeps: "content.thinking.level",
    when: "a word of tomorrow",
    given: thinks({ thinkingLevel: "MEDIUM" }),
    models: { "generate-content": "gemini-3-flash-preview" }
  },
  {
    keeps: "content.thinking.fits",
    when: "a budget as large as the limit",
    given: thinks({ thinkingBudget: 4000 }),
    models: { "generate-content": "gemini-2.5-flash" },
    to: {
      "generate-content": passes([['"thinkingBudget": 4000', '"thinkingBudget": 3999']], `clamped ${at}`)
    }
  },
  {
    keeps: "content.thinking.range",
    when: "a budget beyond the model's",
    given: { generationConfig: { thinkingConfig: { thinkingBudget: 30_000 } } },
    models: { "generate-content": "gemini-2.5-flash" },
    to: {
      "generate-content": passes([['"thinkingBudget": 30000', '"thinkingBudget": 24576']], `clamped ${at}`)
    }
  },
  {
    keeps: "content.thinking.always",
    when: "off, on a model that cannot be",
    given: { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
    models: { "generate-content": "gemini-2.5-pro" },
    to: {
      "generate-content": passes([['"thinkingBudget": 0', '"thinkingBudget": 128']], `approximated ${at}`)
    }
  },
  ...(
    [
      ["a string", "on", at],
      ["a budget that is a string", { thinkingBudget: "100" }, `${at}/thinkingBudget`],
      ["a budget with a fraction", { thinkingBudget: 1.5 }, `${at}/thinkingBudget`],
      ["a wish that is a string", { includeThoughts: "yes" }, `${at}/includeThoughts`],
      ["a level that is a number", { thinkingLevel: 1 }, `${at}/thinkingLevel`]
    ] as const
  ).map(([when, given, refused]) => ({
    keeps: "content.thinking.type" as const,
    when,
    given: thinks(given),
    refused
  })),
  ...(
    [
      ["-thinking", -1],
      ["-thinking-2048", 2048],
      ["-thinking-low", 4915],
      ["-thinking-high", 19_661]
    ] as const
  ).map(([suffix, tokens]) => ({
    keeps: "content.thinking.suffix" as const,
    when: suffix,
    given: { generationConfig: undefined },
    models: { "generate-content": `gemini-2.5-flash${suffix}` },
    sent: "gemini-2.5-flash",
    to: {
      "generate-content": sends({ [`${at}/thinkingBudget`]: tokens, [`${at}/includeThoughts`]: true }, "approximated /")
    }
  })),
  {
    keeps: "content.thinking.suffix",
    when: "-nothinking",
    given: { generationConfig: undefined },
    models: { "generate-content": "gemini-2.5-flash-nothinking" },
    sent: "gemini-2.5-flash",
    to: { "generate-content": sends({ [`${at}/thinkingBudget`]: 0 }, "approximated /") }
  }
]

const own: readonly Case<PromiseId>[] = [
  {
    keeps: "content.safety-settings.sent",
    when: "one category",
    given: { safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }] },
    to: to(
      sends({ "/safetySettings": absent }, "dropped /safetySettings"),
      sends({ "/safetySettings": absent }, "dropped /safetySettings")
    )
  },
  ...wrongAt("content.safety-settings.type", "safetySettings", ["none", 5]),
  {
    keeps: "content.safety-settings.type",
    when: "an item is a string",
    given: { safetySettings: ["none"] },
    refused: "/safetySettings/0"
  },
  {
    keeps: "content.cached-content.sent",
    when: "an id",
    given: { cachedContent: "cachedContents/abc" },
    to: {
      "chat-completions": { kind: "refused", at: "/cachedContent" },
      messages: { kind: "refused", at: "/cachedContent" }
    }
  },
  ...wrongAt("content.cached-content.type", "cachedContent", [5, {}]),
  {
    keeps: "content.continuation-token.sent",
    when: "a token",
    given: { continuationToken: "bmV4dA==" },
    to: {
      "chat-completions": { kind: "refused", at: "/continuationToken" },
      messages: { kind: "refused", at: "/continuationToken" }
    }
  },
  ...wrongAt("content.continuation-token.type", "continuationToken", [5, {}])
]

/** The rows of both verbs besides those of what is said, and with which tools. */
export const generateContent: Table<PromiseId> = {
  name: "POST /v1beta/models/{model}:generateContent",
  format: "generate-content",
  path: (model) => `/v1beta/models/${model}:generateContent`,
  body: () => ({
    contents: [{ role: "user", parts: [{ text: "Hello" }] }],
    generationConfig: { maxOutputTokens: 4000 }
  }),
  models: {
    "chat-completions": "plain-chat",
    messages: "claude-sonnet-4-5",
    "generate-content": "gemini-2.5-flash"
  },
  cases: [...sampling, ...limits, ...output, ...thinking, ...own]
}
