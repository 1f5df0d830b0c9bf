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
    to: { "chat-completions": passes([[/,\s*"parameters": \{[^}]*\}/, ""]], "dropped /parameters") }
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

const search = { type: "function", function: { name: "webSearch" } }

const searching: readonly Case<PromiseId>[] = [
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
    given: { tools: [{ type: "function", function: { name: "webSearch", parameters: { type: "object" } } }] },
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
    models: { "generate-content": "gemini-2.5-flash" },
    to: {
      "generate-content": sends(
        { "/tools": [{ functionDeclarations: [{ name: "look" }] }, { googleSearch: {} }] },
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
  cases: [...hoisted, ...others, ...searching]
}
