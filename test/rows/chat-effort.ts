import { chatCompletions } from "./chat-completions.ts"
import type { PromiseId } from "./promises.ts"
import { absent, type Case, type Members, type Reaches, sends, type Table } from "./row.ts"

const flash = { "generate-content": "gemini-2.5-flash" }
const config = "/generationConfig/thinkingConfig"
const budget = `${config}/thinkingBudget`
const level = `${config}/thinkingLevel`
const shows = `${config}/includeThoughts`

/** No limit, so that a budget is bound by the model alone. */
const unlimited = { max_tokens: undefined }

/** A budget that a content-style model is sent, with its thoughts shown. */
const thinks = (tokens: number, ...notes: readonly string[]): Reaches =>
  sends({ [budget]: tokens, [shows]: true, [level]: absent }, ...notes)

const levelled = (thinkingLevel: unknown): Members => ({ generationConfig: { thinkingConfig: { thinkingLevel } } })

const levels: readonly Case<PromiseId>[] = [
  ...(["LOW", "HIGH"] as const).map((word) => ({
    keeps: "chat.thinking-level.sent" as const,
    when: word,
    given: levelled(word),
    models: { "generate-content": "gemini-3-pro-preview" },
    to: {
      "generate-content": sends(
        { [level]: word, [shows]: true, [budget]: absent },
        "approximated /generationConfig/thinkingConfig"
      )
    }
  })),
  {
    keeps: "chat.thinking-level.default",
    when: "left out",
    given: {},
    models: { "generate-content": "gemini-3-pro-preview" },
    to: { "generate-content": sends({ [config]: absent }) }
  },
  {
    keeps: "chat.thinking-level.on-budgets",
    when: "LOW, to a model that is told a budget",
    given: { ...unlimited, ...levelled("LOW") },
    models: flash,
    to: { "generate-content": thinks(4915, "approximated /generationConfig/thinkingConfig") }
  },
  {
    keeps: "chat.thinking-level.type",
    when: "a number",
    given: levelled(1),
    refused: "/generationConfig/thinkingConfig/thinkingLevel"
  },
  {
    keeps: "chat.thinking-level.type",
    when: "generationConfig is a string",
    given: { generationConfig: "HIGH" },
    refused: "/generationConfig"
  }
]

/** Efforts, and what each is to models of 24,576 and of 64,000 tokens: 20, 50 and 80 of a hundred, rounded half up. */
const efforts: readonly Case<PromiseId>[] = [
  ...(
    [
      ["low", 4915, 12_800],
      ["medium", 12_288, 32_000],
      ["high", 19_661, 51_200]
    ] as const
  ).map(([reasoning_effort, flashTokens, claudeTokens]) => ({
    keeps: "chat.reasoning-effort.share" as const,
    when: reasoning_effort,
    given: { ...unlimited, reasoning_effort },
    to: {
      messages: sends(
        { "/thinking": { type: "enabled", budget_tokens: claudeTokens } },
        "synthesised /",
        "approximated /reasoning_effort"
      ),
      "generate-content": thinks(flashTokens, "approximated /reasoning_effort")
    }
  })),
  {
    keeps: "chat.reasoning-effort.share",
    when: "none",
    given: { ...unlimited, reasoning_effort: "none" },
    models: flash,
    to: { "generate-content": sends({ [budget]: 0 }) }
  },
  {
    keeps: "chat.reasoning-effort.limited",
    when: "with the suffix and max_tokens",
    given: { model: "gemini-2.5-flash-thinking", reasoning_effort: "low" },
    sent: "gemini-2.5-flash",
    models: flash,
    to: {
      "generate-content": thinks(-1, "approximated /reasoning_effort", "approximated /reasoning_effort")
    }
  },
  ...([5, true, ["low"]] as const).map((reasoning_effort) => ({
    keeps: "chat.reasoning-effort.type" as const,
    when: JSON.stringify(reasoning_effort),
    given: { reasoning_effort },
    refused: "/reasoning_effort"
  }))
]

const suffixes: readonly Case<PromiseId>[] = [
  ...(
    [
      ["-thinking", -1],
      ["-thinking-2048", 2048],
      ["-thinking-low", 4915],
      ["-thinking-high", 19_661]
    ] as const
  ).map(([suffix, tokens]) => ({
    keeps: "chat.suffix.budget" as const,
    when: suffix,
    given: unlimited,
    models: { "generate-content": `gemini-2.5-flash${suffix}` },
    sent: "gemini-2.5-flash",
    to: { "generate-content": thinks(tokens, "approximated /model") }
  })),
  ...(["-nothinking", "-thinking-0"] as const).map((suffix) => ({
    keeps: "chat.suffix.off" as const,
    when: suffix,
    given: unlimited,
    models: { "generate-content": `gemini-2.5-flash${suffix}` },
    sent: "gemini-2.5-flash",
    to: { "generate-content": sends({ [budget]: 0, [shows]: absent }, "approximated /model") }
  })),
  {
    keeps: "chat.suffix.other-families",
    when: "an id of another family",
    given: {},
    models: { "chat-completions": "plain-k2-thinking" }
  }
]

const marked = {
  messages: [{ role: "user", content: [{ type: "text", text: "Hello", cache_control: { type: "persistent" } }] }]
}
const mark = "/messages/0/content/0/cache_control"

/** What APIs like OpenAI's take otherwise: the model of one, and what it is sent. */
const apis: readonly Case<PromiseId>[] = [
  ...(
    [
      ["deepseek-v4-pro", { "/thinking": { type: "enabled" }, "/reasoning_effort": absent }],
      ["anthropic/claude-sonnet-4.5", { "/reasoning": { enabled: true }, "/reasoning_effort": absent }, "/thinking"],
      ["kimi-k2.6", { "/thinking": { type: "enabled" }, "/reasoning_effort": absent }]
    ] as const
  ).map(([model, sent, respelled]): Case<PromiseId> => ({
    keeps: "chat.controls.losers",
    when: model,
    given: { thinking: { type: "enabled" }, reasoning_effort: "low" },
    models: { "chat-completions": model },
    to: {
      "chat-completions": sends(
        sent,
        ...(respelled === undefined ? [] : [`approximated ${respelled}`]),
        "dropped /reasoning_effort"
      )
    }
  })),
  {
    keeps: "chat.controls.losers",
    when: "llama-4, of which nothing is known: all pass",
    given: { thinking: { type: "enabled" }, reasoning_effort: "low" },
    models: { "chat-completions": "llama-4" }
  },
  ...(
    [
      ["deepseek-v4-pro", "/max_tokens", ["approximated /max_completion_tokens", "dropped /max_tokens"]],
      ["qwen-plus", "/max_tokens", ["approximated /max_completion_tokens", "dropped /max_tokens"]],
      ["anthropic/claude-sonnet-4.5", "/max_completion_tokens", ["dropped /max_tokens"]],
      ["kimi-k2.6", "/max_completion_tokens", ["dropped /max_tokens"]],
      ["gpt-4o", "/max_completion_tokens", ["dropped /max_tokens"]]
    ] as const
  ).map(([model, name, notes]): Case<PromiseId> => ({
    keeps: "chat.max-tokens.one-name",
    when: model,
    given: { max_tokens: 100, max_completion_tokens: 200 },
    models: { "chat-completions": model },
    to: {
      "chat-completions": sends({ "/max_tokens": absent, "/max_completion_tokens": absent, [name]: 200 }, ...notes)
    }
  })),
  ...(
    [
      ["anthropic/claude-sonnet-4.5", { type: "ephemeral", ttl: "1h" }, "approximated"],
      ["llama-4", { type: "ephemeral", ttl: "1h" }, "approximated"],
      ["qwen-plus", { type: "ephemeral" }, "approximated"],
      ["deepseek-v4-pro", absent, "dropped"],
      ["gpt-4o", absent, "dropped"]
    ] as const
  ).map(([model, sent, kind]): Case<PromiseId> => ({
    keeps: "chat.cache-mark.persistent",
    when: model,
    given: marked,
    models: { "chat-completions": model },
    to: { "chat-completions": sends({ [mark]: sent }, `${kind} ${mark}`) }
  }))
]

/** The rows of `POST /v1/chat/completions` of levels, efforts and suffixes. */
export const chatEffort: Table<PromiseId> = {
  ...chatCompletions,
  name: "POST /v1/chat/completions, how much to think",
  cases: [...levels, ...efforts, ...suffixes, ...apis]
}
