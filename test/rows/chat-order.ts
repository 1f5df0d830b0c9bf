import { chatCompletions } from "./chat-completions.ts"
import type { PromiseId } from "./promises.ts"
import { absent, type Case, type Members, type Models, type Outcome, passes, sends, type Table } from "./row.ts"

const flash: Models = { "generate-content": "gemini-2.5-flash" }
const config = "/generationConfig/thinkingConfig"
const budget = `${config}/thinkingBudget`
const level = `${config}/thinkingLevel`

/** The controls of thinking, the strongest first, and the budget that each comes to. */
const controls: readonly (readonly [at: string, given: Members, tokens: number])[] = [
  [
    "/extra_body/native/thinking_config",
    { extra_body: { native: { thinking_config: { thinking_budget: 512 } } } },
    512
  ],
  ["/generationConfig/thinkingConfig", { generationConfig: { thinkingConfig: { thinkingLevel: "HIGH" } } }, 19_661],
  ["/thinking", { thinking: { type: "enabled", budget_tokens: 2000 } }, 2000],
  ["/enable_thinking", { enable_thinking: true }, -1],
  ["/reasoning_effort", { reasoning_effort: "low" }, 4915]
]

/** Each control beside the next weaker one: the stronger is sent, the weaker noted. */
const pairs: readonly Case<PromiseId>[] = controls.slice(0, -1).map(([at, given, tokens], index) => {
  const [weaker, beside] = controls[index + 1] ?? ["", {}]
  return {
    keeps: "chat.thinking-order.fields",
    when: `${at} before ${weaker}`,
    given: { stream: true, max_tokens: undefined, ...given, ...beside },
    models: flash,
    to: { "generate-content": sends({ [budget]: tokens }, `dropped ${weaker}`, `approximated ${at}`) }
  }
})

const suffixed = (suffix: string): Models => ({ "generate-content": `gemini-2.5-flash${suffix}` })
const sent = "gemini-2.5-flash"

const suffixes: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.thinking-order.suffix",
    when: "a field before a suffix with a budget",
    given: { thinking: { type: "enabled", budget_tokens: 3000 } },
    models: suffixed("-thinking-2048"),
    sent,
    to: { "generate-content": sends({ [budget]: 3000 }, "approximated /thinking", "dropped /thinking") }
  },
  {
    keeps: "chat.thinking-order.suffix",
    when: "-nothinking before any field",
    given: { thinking: { type: "enabled", budget_tokens: 3000 } },
    models: suffixed("-nothinking"),
    sent,
    to: { "generate-content": sends({ [budget]: 0 }, "approximated /thinking", "approximated /thinking") }
  }
]

/** Budgets and what models that are told a level get. */
const levels: readonly Case<PromiseId>[] = (
  [
    [1, "LOW"],
    [1024, "LOW"],
    [1025, "HIGH"],
    [8192, "HIGH"],
    [8193, "HIGH"]
  ] as const
).map(([thinking_budget, word]) => ({
  keeps: "chat.thinking-numbers.levels" as const,
  when: `a budget of ${thinking_budget}, to a model of two levels`,
  given: { extra_body: { native: { thinking_config: { thinking_budget, include_thoughts: true } } } },
  models: { "generate-content": "gemini-3-pro-preview" },
  to: {
    "generate-content": sends(
      { [level]: word, [budget]: absent },
      "approximated /extra_body/native/thinking_config",
      ...(word === "HIGH" && thinking_budget <= 8192 ? ["approximated /extra_body/native/thinking_config"] : [])
    )
  }
}))

/** The same, to a model that has a level between. */
const middle: readonly Case<PromiseId>[] = (
  [
    [1024, "LOW"],
    [8192, "MEDIUM"],
    [8193, "HIGH"]
  ] as const
).map(([thinking_budget, word]) => ({
  keeps: "chat.thinking-numbers.levels" as const,
  when: `a budget of ${thinking_budget}, to a model of three levels`,
  given: { extra_body: { native: { thinking_config: { thinking_budget, include_thoughts: true } } } },
  models: { "generate-content": "gemini-3.1-pro-preview" },
  to: {
    "generate-content": sends({ [level]: word, [budget]: absent }, "approximated /extra_body/native/thinking_config")
  }
}))

const claude = { messages: "claude-sonnet-4-5" }

const numbers: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.thinking-numbers.least",
    when: "a budget below what the messages family takes",
    given: { thinking: { type: "enabled", budget_tokens: 500 } },
    models: claude,
    to: { messages: sends({ "/thinking/budget_tokens": 1025 }, "clamped /thinking/budget_tokens") }
  },
  {
    keeps: "chat.thinking-numbers.least",
    when: "off, to a content-style model that cannot be",
    given: { thinking: { type: "disabled" } },
    models: { "generate-content": "gemini-2.5-pro" },
    to: { "generate-content": sends({ [budget]: 128 }, "approximated /thinking") }
  },
  ...(
    [
      ["minimal", 1229],
      ["xhigh", 24_576],
      ["max", 24_576]
    ] as const
  ).map(([reasoning_effort, tokens]) => ({
    keeps: "chat.thinking-numbers.other-efforts" as const,
    when: reasoning_effort,
    given: { max_tokens: undefined, reasoning_effort },
    models: flash,
    to: { "generate-content": sends({ [budget]: tokens }, "approximated /reasoning_effort") }
  })),
  {
    keeps: "chat.thinking-numbers.suffix-digits",
    when: "ten digits are part of the id",
    given: {},
    models: suffixed("-thinking-1234567890"),
    to: { "generate-content": sends({ [config]: absent }) }
  }
]

const tool = { type: "function", function: { name: "look", parameters: { type: "object" } } }
const everything = { temperature: 0.5, top_p: 0.5, stop: ["END"], tools: [tool], tool_choice: "required" }

const unknown: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.unknown-model.kept",
    when: "sampling and a forced call",
    given: everything,
    models: { messages: "claude-of-tomorrow", "generate-content": "gemini-of-tomorrow" },
    to: {
      messages: sends({
        "/temperature": 0.5,
        "/top_p": 0.5,
        "/stop_sequences": ["END"],
        "/tool_choice": { type: "any" }
      }),
      "generate-content": sends({
        "/generationConfig/temperature": 0.5,
        "/generationConfig/topP": 0.5,
        "/generationConfig/stopSequences": ["END"],
        "/toolConfig/functionCallingConfig/mode": "ANY"
      })
    }
  }
]

const pdf = { type: "file", file: { file_id: "file-abc" } }
const sound = { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } }
const shown = (part: object): Members => ({
  messages: [{ role: "user", content: [{ type: "text", text: "?" }, part] }]
})
const no = (at: string): Outcome => ({ kind: "refused", at })

const held: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.refused.held",
    when: "a file that another vendor holds",
    given: shown(pdf),
    to: {
      messages: no("/messages/0/content/1/file/file_id"),
      "generate-content": no("/messages/0/content/1/file/file_id")
    }
  },
  {
    keeps: "chat.refused.media",
    when: "sound, to a family that hears nothing",
    given: shown(sound),
    models: claude,
    to: { messages: no("/messages/0/content/1/input_audio/data") }
  },
  {
    keeps: "chat.refused.candidates",
    when: "two answers, where there is one",
    given: { n: 2 },
    models: claude,
    to: { messages: no("/n") }
  },
  {
    keeps: "chat.one-candidate",
    when: "one answer",
    given: { n: 1 },
    models: claude,
    to: { messages: sends({ "/n": absent }, "dropped /n") }
  },
  {
    keeps: "chat.late-system",
    when: "a system message after the first user turn",
    given: {
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi." },
        { role: "system", content: "Be brief." },
        { role: "user", content: "How are you?" }
      ]
    },
    to: {
      messages: sends(
        {
          "/system": absent,
          "/messages/2/role": "user",
          "/messages/2/content/0/text": "<system>\nBe brief.\n</system>",
          "/messages/2/content/1/text": "How are you?"
        },
        "approximated /messages/2"
      ),
      "generate-content": sends(
        {
          "/systemInstruction": absent,
          "/contents/2/parts": [{ text: "<system>\nBe brief.\n</system>" }, { text: "How are you?" }]
        },
        "approximated /messages/2"
      )
    }
  }
]

const tomorrow: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.tomorrow.passes",
    when: "a member, a role and a tool that nobody knows yet",
    given: {
      of_tomorrow: { "2": 1, "1": [1e2, 12_345_678_901] },
      tools: [{ type: "tool_of_tomorrow", x: 1 }],
      messages: [
        { role: "developer", content: "Be brief." },
        { role: "user", content: "Hello" }
      ]
    },
    models: { "chat-completions": "plain-chat" },
    to: { "chat-completions": passes([]) }
  },
  {
    keeps: "chat.tomorrow.noted",
    when: "a member that only one format has",
    given: { of_tomorrow: 1 },
    to: { messages: sends({}, "dropped /of_tomorrow"), "generate-content": sends({}, "dropped /of_tomorrow") }
  }
]

/** What wins, what is brought into range, and what is refused across formats. */
export const chatOrder: Table<PromiseId> = {
  ...chatCompletions,
  name: "POST /v1/chat/completions, across formats",
  cases: [...pairs, ...suffixes, ...levels, ...middle, ...numbers, ...unknown, ...held, ...tomorrow]
}
