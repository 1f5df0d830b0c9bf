import { chatCompletions } from "./chat-completions.ts"
import type { PromiseId } from "./promises.ts"
import { absent, type Case, type Members, passes, type Reaches, sends, type Table } from "./row.ts"

const flash = { "generate-content": "gemini-2.5-flash" }
const budget = "/generationConfig/thinkingConfig/thinkingBudget"
const shows = "/generationConfig/thinkingConfig/includeThoughts"
const config = "/generationConfig/thinkingConfig"

/** No limit, so that a budget is bound by the model alone. */
const unlimited = { max_tokens: undefined }

/** A budget that a content-style model is sent, with its thoughts shown. */
const thinks = (tokens: number, ...notes: readonly string[]): Reaches =>
  sends({ [budget]: tokens, [shows]: true }, ...notes)

const nothing = { messages: sends({ "/thinking": absent }), "generate-content": sends({ [config]: absent }) }

const typed: readonly Case<PromiseId>[] = [
  { keeps: "chat.thinking.default", when: "left out", given: {}, to: nothing },
  {
    keeps: "chat.thinking.sent",
    when: "enabled, with a budget",
    given: { thinking: { type: "enabled", budget_tokens: 2000 } },
    to: {
      messages: sends({ "/thinking/type": "enabled", "/thinking/budget_tokens": 2000 }),
      "generate-content": thinks(2000, "approximated /thinking")
    }
  },
  {
    keeps: "chat.thinking.sent",
    when: "enabled, and no budget",
    given: { thinking: { type: "enabled" } },
    to: {
      messages: sends({ "/thinking/type": "enabled" }, "approximated /thinking", "clamped /thinking"),
      "generate-content": thinks(-1, "approximated /thinking")
    }
  },
  {
    keeps: "chat.thinking.sent",
    when: "disabled",
    given: { thinking: { type: "disabled" } },
    to: { messages: sends({ "/thinking": { type: "disabled" } }), "generate-content": sends({ [budget]: 0 }) }
  },
  ...(["enabled", true, ["enabled"]] as const).map((thinking) => ({
    keeps: "chat.thinking.type" as const,
    when: JSON.stringify(thinking),
    given: { thinking },
    refused: "/thinking"
  })),
  {
    keeps: "chat.thinking.type",
    when: "its type is a number",
    given: { thinking: { type: 1 } },
    refused: "/thinking/type"
  },
  {
    keeps: "chat.thinking.counts-as-output",
    when: "a budget beyond max_tokens",
    given: { thinking: { type: "enabled", budget_tokens: 3000 }, max_tokens: 2000 },
    models: { messages: "claude-sonnet-4-5", ...flash },
    to: {
      messages: sends({ "/thinking/budget_tokens": 1999, "/max_tokens": 2000 }, "clamped /thinking/budget_tokens"),
      "generate-content": thinks(1999, "approximated /thinking", "clamped /thinking")
    }
  },
  {
    keeps: "chat.thinking.counts-as-output",
    when: "no budget fits under max_tokens",
    given: { thinking: { type: "enabled", budget_tokens: 3000 }, max_tokens: 1000 },
    models: { messages: "claude-sonnet-4-5" },
    to: { messages: sends({ "/thinking": { type: "disabled" }, "/max_tokens": 1000 }, "approximated /thinking") }
  }
]

const switched: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.enable-thinking.sent",
    when: "true, streamed",
    given: { enable_thinking: true, stream: true },
    to: {
      "chat-completions": passes([[/\n\}$/, ',"stream_options":{"include_usage":true}\n}']], "synthesised /"),
      messages: sends({ "/thinking/type": "enabled" }, "approximated /enable_thinking", "clamped /enable_thinking"),
      "generate-content": thinks(-1, "approximated /enable_thinking")
    }
  },
  {
    keeps: "chat.enable-thinking.needs-stream",
    when: "true, not streamed",
    given: { enable_thinking: true },
    to: {
      "chat-completions": passes(
        [['"enable_thinking": true', '"enable_thinking": false']],
        "approximated /enable_thinking"
      ),
      messages: sends({ "/thinking": { type: "disabled" } }, "approximated /enable_thinking"),
      "generate-content": sends({ [budget]: 0 }, "approximated /enable_thinking")
    }
  },
  {
    keeps: "chat.enable-thinking.needs-stream",
    when: "true, and stream is false",
    given: { enable_thinking: true, stream: false },
    models: { "chat-completions": "plain-chat" },
    to: {
      "chat-completions": passes(
        [['"enable_thinking": true', '"enable_thinking": false']],
        "approximated /enable_thinking"
      )
    }
  },
  {
    keeps: "chat.enable-thinking.needs-stream",
    when: "true, not streamed, but another control decides",
    given: { enable_thinking: true, thinking: { type: "enabled", budget_tokens: 2000 } },
    to: {
      messages: sends({ "/thinking/budget_tokens": 2000 }, "dropped /enable_thinking"),
      "generate-content": thinks(2000, "dropped /enable_thinking", "approximated /thinking")
    }
  },
  {
    keeps: "chat.enable-thinking.sent",
    when: "false",
    given: { enable_thinking: false },
    to: { messages: sends({ "/thinking": { type: "disabled" } }), "generate-content": sends({ [budget]: 0 }) }
  },
  ...(["true", 1] as const).map((enable_thinking) => ({
    keeps: "chat.enable-thinking.type" as const,
    when: JSON.stringify(enable_thinking),
    given: { enable_thinking },
    refused: "/enable_thinking"
  }))
]

const inContent = { thought: "Let me see.", text: "Hello" }
const told = "<think>\nLet me see.\n</think>\n"

const content: readonly Case<PromiseId>[] = [
  ...(["gateway_thinking_to_content", "thinking_to_content"] as const).flatMap((name): readonly Case<PromiseId>[] => [
    {
      keeps: "chat.thinking-to-content.shown",
      when: `${name}, whole`,
      given: { [name]: true },
      said: inContent,
      to: {
        "chat-completions": passes([[`,\n "${name}": true`, ""]], `approximated /${name}`),
        messages: sends({ [`/${name}`]: absent }),
        "generate-content": sends({ [`/${name}`]: absent })
      },
      answer: {
        "/choices/0/message/content": `${told}Hello`,
        "/choices/0/message/reasoning_content": absent,
        "/choices/0/message/reasoning": absent
      }
    },
    {
      keeps: "chat.thinking-to-content.type",
      when: `${name} is a string`,
      given: { [name]: "yes" },
      refused: `/${name}`
    }
  ]),
  {
    keeps: "chat.thinking-to-content.default",
    when: "left out",
    given: {},
    said: inContent,
    to: { messages: sends({}), "generate-content": sends({}) },
    answer: { "/choices/0/message/content": "Hello", "/choices/0/message/reasoning_content": absent }
  }
]

const extra = (thinking_config: unknown, name = "native"): Members => ({ extra_body: { [name]: { thinking_config } } })
const at = "/extra_body/native/thinking_config"

const native: readonly Case<PromiseId>[] = [
  ...([512, 24_576] as const).map((thinking_budget) => ({
    keeps: "chat.thinking-config.sent" as const,
    when: `a budget of ${thinking_budget}`,
    given: { ...unlimited, stream: true, ...extra({ thinking_budget, include_thoughts: true }) },
    models: flash,
    to: { "generate-content": thinks(thinking_budget) }
  })),
  {
    keeps: "chat.thinking-config.sent",
    when: "under the vendor's own name",
    given: { stream: true, ...extra({ thinking_budget: 512, include_thoughts: true }, "google") },
    models: flash,
    to: { "generate-content": thinks(512) }
  },
  {
    keeps: "chat.thinking-config.sent",
    when: "-1",
    given: { stream: true, ...extra({ thinking_budget: -1, include_thoughts: true }) },
    models: flash,
    to: { "generate-content": thinks(-1) }
  },
  {
    keeps: "chat.thinking-config.sent",
    when: "0",
    given: { stream: true, ...extra({ thinking_budget: 0 }) },
    models: flash,
    to: { "generate-content": sends({ [budget]: 0 }) }
  },
  {
    keeps: "chat.thinking-config.sent",
    when: "thoughts are to stay hidden",
    given: { stream: true, ...extra({ thinking_budget: 512, include_thoughts: false }) },
    models: flash,
    to: { "generate-content": sends({ [budget]: 512, [shows]: false }) }
  },
  {
    keeps: "chat.thinking-config.range",
    when: "beyond the model's range",
    given: { ...unlimited, stream: true, ...extra({ thinking_budget: 24_577, include_thoughts: true }) },
    models: flash,
    to: { "generate-content": thinks(24_576, `approximated ${at}`) }
  },
  {
    keeps: "chat.thinking-config.unstreamed",
    when: "without a stream",
    given: extra({ thinking_budget: 512, include_thoughts: true }),
    said: inContent,
    models: flash,
    to: { "generate-content": thinks(512) },
    answer: { "/choices/0/message/content": "Hello", "/choices/0/message/reasoning_content": absent }
  },
  ...(
    [
      ["a budget that is a string", { thinking_budget: "512" }, `${at}/thinking_budget`],
      ["a budget with a fraction", { thinking_budget: 512.5 }, `${at}/thinking_budget`],
      ["a wish that is a number", { include_thoughts: 1 }, `${at}/include_thoughts`],
      ["a string", "on", at]
    ] as const
  ).map(([when, given, refused]) => ({
    keeps: "chat.thinking-config.type" as const,
    when,
    given: extra(given),
    refused
  })),
  { keeps: "chat.extra-body.type", when: "a string", given: { extra_body: "native" }, refused: "/extra_body" }
]

/** The rows of `POST /v1/chat/completions` that say how a model is to think. */
export const chatThinking: Table<PromiseId> = {
  ...chatCompletions,
  name: "POST /v1/chat/completions, and how to think",
  cases: [...typed, ...switched, ...content, ...native]
}
