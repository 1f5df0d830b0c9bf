import { chatCompletions } from "./chat-completions.ts"
import type { PromiseId } from "./promises.ts"
import { absent, type Case, passes, sends, type Table } from "./row.ts"

const qwen = { "chat-completions": "qwen-plus" }
const elsewhere = { messages: "claude-sonnet-4-5", "generate-content": "gemini-2.5-flash" }

const hoisted: readonly Case<PromiseId>[] = [
  ...(
    [
      ["enable_search", true],
      ["enable_search", false],
      ["search_options", { region: "cn", recency_days: 7 }],
      ["asr_options", { language: "de" }]
    ] as const
  ).map(([member, value]) => ({
    keeps: "chat.parameters.hoisted" as const,
    when: `${member} ${JSON.stringify(value)}`,
    given: { parameters: { [member]: value } },
    models: qwen,
    to: {
      "chat-completions": sends({ [`/${member}`]: value, "/parameters": absent }, `approximated /parameters/${member}`)
    }
  })),
  {
    keeps: "chat.parameters.top-level-wins",
    when: "search is said twice",
    given: { enable_search: false, parameters: { enable_search: true } },
    models: qwen,
    to: {
      "chat-completions": sends({ "/enable_search": false, "/parameters": absent }, "dropped /parameters/enable_search")
    }
  },
  {
    keeps: "chat.parameters.incremental-output",
    when: "false, which this mode does not have",
    given: { parameters: { incremental_output: false } },
    models: qwen,
    to: {
      "chat-completions": sends(
        { "/incremental_output": absent, "/parameters": absent },
        "approximated /parameters/incremental_output"
      )
    }
  }
]

const others: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.parameters.other-families",
    when: "search",
    given: { parameters: { enable_search: true } },
    models: elsewhere,
    to: {
      messages: sends({ "/parameters": absent, "/enable_search": absent }, "dropped /parameters/enable_search"),
      "generate-content": sends({ "/parameters": absent }, "dropped /parameters/enable_search")
    }
  },
  {
    keeps: "chat.parameters.other-families",
    when: "a listed model of the same format",
    given: { parameters: { enable_search: true } },
    models: { "chat-completions": "gpt-4o" },
    to: { "chat-completions": passes([[/,\s*"parameters": \{[^}]*\}/, ""]], "dropped /parameters/enable_search") }
  },
  ...(
    [
      ["a string", "on", "/parameters"],
      ["incremental_output is a string", { incremental_output: "yes" }, "/parameters/incremental_output"],
      ["enable_search is a number", { enable_search: 1 }, "/parameters/enable_search"],
      ["search_options is a string", { search_options: "cn" }, "/parameters/search_options"],
      [
        "recency_days is a string",
        { search_options: { recency_days: "7" } },
        "/parameters/search_options/recency_days"
      ],
      ["region is a number", { search_options: { region: 7 } }, "/parameters/search_options/region"],
      ["language is a number", { asr_options: { language: 7 } }, "/parameters/asr_options/language"]
    ] as const
  ).map(([when, parameters, refused]) => ({
    keeps: "chat.parameters.type" as const,
    when,
    given: { parameters },
    refused
  }))
]

/** How the text of a body ends whose `parameters` are gone, and what they said is added. */
const moved = (member: string): readonly [RegExp, string] => [/,\s*"parameters": \{[\s\S]*\}\s*\}$/, `,${member}\n}`]

const obeyed: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.parameters.obeyed",
    when: "temperature",
    given: { parameters: { temperature: 0.5 } },
    to: {
      "chat-completions": passes([moved('"temperature":0.5')], "approximated /parameters/temperature"),
      messages: sends({ "/temperature": 0.5 }),
      "generate-content": sends({ "/generationConfig/temperature": 0.5 })
    }
  },
  {
    keeps: "chat.parameters.obeyed",
    when: "a temperature beyond what a target takes",
    given: { parameters: { temperature: 1.5 } },
    models: { messages: "claude-sonnet-4-5" },
    to: { messages: sends({ "/temperature": 1 }, "clamped /parameters/temperature") }
  },
  {
    keeps: "chat.parameters.limits",
    when: "a limit that is no safe integer",
    given: { max_tokens: undefined, parameters: { max_tokens: 1e21 } },
    models: { "chat-completions": "plain-chat" },
    refused: "/parameters/max_tokens"
  },
  {
    keeps: "chat.parameters.obeyed",
    when: "a limit beyond what the model gives",
    given: { max_tokens: undefined, parameters: { max_tokens: 1_000_000 } },
    models: { "chat-completions": "gpt-4o", messages: "claude-sonnet-4-5", "generate-content": "gemini-2.5-flash" },
    to: {
      "chat-completions": sends(
        { "/max_tokens": 16_384, "/parameters": absent },
        "approximated /parameters/max_tokens",
        "clamped /parameters/max_tokens"
      ),
      messages: sends({ "/max_tokens": 64_000 }, "clamped /parameters/max_tokens"),
      "generate-content": sends({ "/generationConfig/maxOutputTokens": 65_536 }, "clamped /parameters/max_tokens")
    }
  },
  {
    keeps: "chat.parameters.obeyed",
    when: "a wish to think",
    given: { parameters: { thinking: { type: "enabled", budget_tokens: 2000 } } },
    models: { "chat-completions": "qwen-plus", ...elsewhere },
    to: {
      "chat-completions": sends(
        { "/enable_thinking": true, "/thinking_budget": 2000, "/thinking": absent, "/parameters": absent },
        "approximated /parameters/thinking",
        "approximated /parameters/thinking"
      ),
      messages: sends({ "/thinking/budget_tokens": 2000 }),
      "generate-content": sends(
        { "/generationConfig/thinkingConfig/thinkingBudget": 2000 },
        "approximated /parameters/thinking"
      )
    }
  },
  {
    keeps: "chat.parameters.obeyed",
    when: "tools and a choice among them",
    given: {
      parameters: { tools: [{ type: "function", function: { name: "f", strict: true } }], tool_choice: "none" }
    },
    models: { "chat-completions": "deepseek-v4-pro", messages: "claude-sonnet-4" },
    to: {
      "chat-completions": sends(
        { "/tools": [{ type: "function", function: { name: "f" } }], "/tool_choice": "none", "/parameters": absent },
        "approximated /parameters/tools",
        "approximated /parameters/tool_choice",
        "dropped /parameters/tools/0/function/strict"
      ),
      messages: sends(
        { "/tools/0/name": "f", "/tool_choice": { type: "none" } },
        "dropped /parameters/tools/0/function/strict"
      )
    }
  },
  {
    keeps: "chat.parameters.obeyed",
    when: "thoughts in the content",
    given: { parameters: { gateway_thinking_to_content: true } },
    said: { thought: "Let me see.", text: "Hello" },
    to: {
      "chat-completions": sends(
        { "/parameters": absent, "/gateway_thinking_to_content": absent },
        "approximated /parameters/gateway_thinking_to_content",
        "approximated /parameters/gateway_thinking_to_content"
      ),
      messages: sends({}),
      "generate-content": sends({})
    },
    answer: { "/choices/0/message/content": "<think>\nLet me see.\n</think>\nHello" }
  },
  {
    keeps: "chat.parameters.top-level-wins",
    when: "a limit is said twice",
    given: { max_tokens: 100, parameters: { max_tokens: 200 } },
    to: {
      "chat-completions": passes([[/,\s*"parameters": \{[^}]*\}/, ""]], "dropped /parameters/max_tokens"),
      messages: sends({ "/max_tokens": 100 }, "dropped /parameters/max_tokens"),
      "generate-content": sends({ "/generationConfig/maxOutputTokens": 100 }, "dropped /parameters/max_tokens")
    }
  },
  ...(["model", "stream"] as const).map((member): Case<PromiseId> => ({
    keeps: "chat.parameters.topmost",
    when: member,
    given: { parameters: { [member]: member === "stream" ? true : "another" } },
    models: { "chat-completions": "qwen-plus", ...elsewhere },
    to: {
      "chat-completions": sends({ "/parameters": absent, "/stream": absent }, `dropped /parameters/${member}`),
      messages: sends({ "/stream": absent }, `dropped /parameters/${member}`),
      "generate-content": sends({}, `dropped /parameters/${member}`)
    },
    answer: { "/object": "chat.completion" }
  })),
  ...(
    [
      ["a temperature above two", { temperature: 2.1 }, "/parameters/temperature"],
      ["a top_p above one", { top_p: 3 }, "/parameters/top_p"],
      ["a limit that is a text", { max_tokens: "100" }, "/parameters/max_tokens"],
      ["a limit by its newer name, a fraction", { max_completion_tokens: 1.5 }, "/parameters/max_completion_tokens"],
      [
        "a flag of the gateway's that is a text",
        { gateway_thinking_to_content: "yes" },
        "/parameters/gateway_thinking_to_content"
      ],
      ["a form that is a text", { response_format: "json" }, "/parameters/response_format"],
      ["a wish to think that is a text", { thinking: "enabled" }, "/parameters/thinking"],
      ["tools that are an object", { tools: {} }, "/parameters/tools"]
    ] as const
  ).map(([when, parameters, refused]) => ({
    keeps: "chat.parameters.limits" as const,
    when,
    given: { max_tokens: undefined, parameters },
    refused
  }))
]

const search = { type: "function", function: { name: "webSearch" } }
const searching = { type: "object", properties: { query: { type: "string" } } }

const searches: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.search.function",
    when: "alone",
    given: { tools: [search] },
    models: { "generate-content": "gemini-2.5-flash" },
    to: { "generate-content": sends({ "/tools": [{ googleSearch: {} }] }, "approximated /tools/0") }
  },
  {
    keeps: "chat.search.function",
    when: "with parameters",
    given: { tools: [{ type: "function", function: { name: "webSearch", parameters: searching } }] },
    models: { "generate-content": "gemini-2.5-flash" },
    to: {
      "generate-content": sends(
        { "/tools": [{ googleSearch: {} }] },
        "approximated /tools/0",
        "dropped /tools/0/function/parameters"
      )
    }
  },
  {
    keeps: "chat.search.function",
    when: "after another function",
    given: { tools: [{ type: "function", function: { name: "look" } }, search] },
    models: { "generate-content": "gemini-3-flash-preview" },
    to: {
      "generate-content": sends(
        {
          "/tools": [{ functionDeclarations: [{ name: "look" }] }, { googleSearch: {} }],
          "/toolConfig": { includeServerSideToolInvocations: true }
        },
        "synthesised /tools",
        "approximated /tools/1"
      )
    }
  },
  {
    keeps: "chat.search.other-families",
    when: "a function of that name",
    given: { tools: [search] },
    models: { "chat-completions": "plain-chat", messages: "claude-sonnet-4-5" },
    to: { messages: sends({ "/tools/0/name": "webSearch" }) }
  },
  {
    keeps: "chat.search.native",
    when: "in extra_body, under the name of the tables",
    given: { extra_body: { native: { tools: [{ webSearch: {} }] } } },
    models: { "generate-content": "gemini-2.5-flash" },
    to: { "generate-content": sends({ "/tools": [{ googleSearch: {} }], "/extra_body": absent }) }
  }
]

/** The rows of `POST /v1/chat/completions` of a family's own options, and of search. */
export const chatParameters: Table<PromiseId> = {
  ...chatCompletions,
  name: "POST /v1/chat/completions, options of one family",
  cases: [...hoisted, ...others, ...obeyed, ...searches]
}
