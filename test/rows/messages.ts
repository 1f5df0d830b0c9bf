import type { PromiseId } from "./promises.ts"
import { absent, type Case, type Members, passes, type Reaches, sends, type Table } from "./row.ts"

/** What reaches an upstream of the chat completions format, and one of the content-style format. */
const to = (chat: Reaches, content: Reaches): NonNullable<Case["to"]> => ({
  "chat-completions": chat,
  "generate-content": content
})

/** A number that is said in another place. */
const moved = (chat: string, content: string, value: unknown): NonNullable<Case["to"]> =>
  to(sends({ [chat]: value }), sends({ [`/generationConfig${content}`]: value }))

/** Refused on every path, at the member itself. */
const wrong = <Id extends PromiseId>(keeps: Id, member: string, values: readonly unknown[]): readonly Case<Id>[] =>
  values.map((value) => ({ keeps, when: JSON.stringify(value), given: { [member]: value }, refused: `/${member}` }))

const required: readonly Case<PromiseId>[] = [
  { keeps: "messages.model.required", when: "left out", given: { model: undefined }, refused: "/model" },
  ...wrong("messages.model.type", "model", [5, {}]),
  { keeps: "messages.max-tokens.required", when: "left out", given: { max_tokens: undefined }, refused: "/max_tokens" },
  { keeps: "messages.max-tokens.required", when: "null", given: { max_tokens: null }, refused: "/max_tokens" },
  ...wrong("messages.max-tokens.range", "max_tokens", [0, -1]),
  ...wrong("messages.max-tokens.type", "max_tokens", ["100", 1.5, true]),
  ...([1, 100] as const).map((max_tokens) => ({
    keeps: "messages.max-tokens.sent" as const,
    when: String(max_tokens),
    given: { max_tokens },
    to: moved("/max_completion_tokens", "/maxOutputTokens", max_tokens)
  }))
]

/** Two members with one range: from 0 to 1, both ends included. */
const shares = (["temperature", "top_p"] as const).flatMap((member): readonly Case<PromiseId>[] => {
  const place = member === "top_p" ? "/topP" : "/temperature"
  const name = member === "top_p" ? "top-p" : "temperature"
  return [
    ...([undefined, null] as const).map((value) => ({
      keeps: `messages.${name}.default` as const,
      when: value === undefined ? "left out" : "null",
      given: { [member]: value },
      to: moved(`/${member}`, place, absent)
    })),
    ...([0, 0.5, 1] as const).map((value) => ({
      keeps: `messages.${name}.sent` as const,
      when: String(value),
      given: { [member]: value },
      to: moved(`/${member}`, place, value)
    })),
    ...wrong(`messages.${name}.range`, member, [-0.1, 1.1, 2]),
    ...wrong(`messages.${name}.type`, member, ["0.5", true])
  ]
})

const sampling: readonly Case<PromiseId>[] = [
  ...shares,
  {
    keeps: "messages.top-k.sent",
    when: "40",
    given: { top_k: 40 },
    to: to(sends({ "/top_k": absent }, "dropped /top_k"), sends({ "/generationConfig/topK": 40 }))
  },
  ...wrong("messages.top-k.type", "top_k", ["40", 1.5]),
  {
    keeps: "messages.stop-sequences.sent",
    when: "two",
    given: { stop_sequences: ["END", "STOP"] },
    to: moved("/stop", "/stopSequences", ["END", "STOP"])
  },
  ...wrong("messages.stop-sequences.type", "stop_sequences", ["END", 5]),
  {
    keeps: "messages.stop-sequences.type",
    when: "an item is a number",
    given: { stop_sequences: ["END", 5] },
    refused: "/stop_sequences/1"
  },
  {
    keeps: "messages.stream.default",
    when: "left out",
    given: {},
    to: to(sends({ "/stream": absent }), sends({})),
    answer: { "/type": "message" }
  },
  {
    keeps: "messages.stream.default",
    when: "false",
    given: { stream: false },
    to: to(sends({ "/stream": absent }), sends({})),
    answer: { "/type": "message" }
  },
  ...wrong("messages.stream.type", "stream", ["true", 1])
]

/** What a switch of thinking comes to where an upstream has efforts, or budgets. */
const budgeted: readonly Case<PromiseId>[] = [
  ...([1024, 1, 0, -1] as const).map((budget_tokens) => ({
    keeps: "messages.thinking.range" as const,
    when: `a budget of ${budget_tokens}`,
    given: { thinking: { type: "enabled", budget_tokens } },
    refused: "/thinking/budget_tokens"
  })),
  ...([1025, 3999] as const).map((budget_tokens) => ({
    keeps: "messages.thinking.sent" as const,
    when: `a budget of ${budget_tokens}`,
    given: { thinking: { type: "enabled", budget_tokens } },
    to: to(
      sends({ "/reasoning_effort": "medium", "/thinking": absent }, "approximated /thinking"),
      sends({ "/generationConfig/thinkingConfig/thinkingBudget": budget_tokens }, "approximated /thinking")
    )
  })),
  {
    keeps: "messages.thinking.required",
    when: "enabled without a budget",
    given: { thinking: { type: "enabled" } },
    refused: "/thinking/budget_tokens"
  },
  {
    keeps: "messages.thinking.required",
    when: "no type",
    given: { thinking: { budget_tokens: 2000 } },
    refused: "/thinking/type"
  },
  ...wrong("messages.thinking.type", "thinking", ["enabled", true]),
  ...(["2000", 1500.5] as const).map((budget_tokens) => ({
    keeps: "messages.thinking.type" as const,
    when: `a budget of ${JSON.stringify(budget_tokens)}`,
    given: { thinking: { type: "enabled", budget_tokens } },
    refused: "/thinking/budget_tokens"
  })),
  {
    keeps: "messages.thinking.fits",
    when: "a budget as large as max_tokens",
    given: { thinking: { type: "enabled", budget_tokens: 4000 } },
    models: { messages: "claude-sonnet-4-5" },
    to: { messages: passes([['"budget_tokens": 4000', '"budget_tokens": 3999']], "clamped /thinking/budget_tokens") }
  },
  {
    keeps: "messages.thinking.fits",
    when: "no budget fits under max_tokens",
    given: { max_tokens: 1000, thinking: { type: "enabled", budget_tokens: 4000 } },
    models: { messages: "claude-sonnet-4-5" },
    to: { messages: passes([[/\{\s*"type": "enabled"[^}]*\}/, '{"type":"disabled"}']], "approximated /thinking") }
  },
  ...(
    [
      ["temperature", 0.5],
      ["top_p", 0],
      ["top_p", 0.94],
      ["top_k", 40]
    ] as const
  ).map(([member, value]) => ({
    keeps: "messages.thinking.sampling" as const,
    when: `${member} ${value}`,
    given: { thinking: { type: "enabled", budget_tokens: 2000 }, [member]: value },
    models: { messages: "claude-sonnet-4-5" },
    to: { messages: passes([[`,\n "${member}": ${value}`, ""]], `dropped /${member}`) }
  })),
  ...(
    [
      ["temperature", 1],
      ["top_p", 0.95]
    ] as const
  ).map(([member, value]) => ({
    keeps: "messages.thinking.sampling" as const,
    when: `${member} ${value}`,
    given: { thinking: { type: "enabled", budget_tokens: 2000 }, [member]: value },
    models: { messages: "claude-sonnet-4-5" }
  })),
  {
    keeps: "messages.thinking.off",
    when: "disabled",
    given: { thinking: { type: "disabled" } },
    to: to(sends({ "/reasoning_effort": "none" }), sends({ "/generationConfig/thinkingConfig/thinkingBudget": 0 }))
  }
]

/** The bytes pass, with this beta in their header. */
const withBeta = (name: string): Reaches => ({ ...passes([]), headers: { "anthropic-beta": name } })

const own: readonly Case<PromiseId>[] = [
  {
    keeps: "messages.metadata.sent",
    when: "who the user is",
    given: { metadata: { user_id: "u-1" } },
    to: to(
      sends({ "/safety_identifier": "u-1" }),
      sends({ "/metadata": absent, "/labels": absent }, "dropped /metadata/user_id")
    )
  },
  ...wrong("messages.metadata.type", "metadata", ["u-1", 5]),
  {
    keeps: "messages.mcp-servers.sent",
    when: "one server",
    given: { mcp_servers: [{ type: "url", url: "https://mcp.example.com", name: "m" }] },
    to: {
      messages: withBeta("mcp-client-2025-04-04"),
      ...to(
        sends({ "/mcp_servers": absent }, "dropped /mcp_servers/0"),
        sends({ "/mcp_servers": absent }, "dropped /mcp_servers/0")
      )
    }
  },
  {
    keeps: "messages.mcp-servers.sent",
    when: "one server, and a toolset that names it",
    given: {
      mcp_servers: [{ type: "url", url: "https://mcp.example.com", name: "m" }],
      tools: [{ type: "mcp_toolset", mcp_server_name: "m" }]
    },
    models: { messages: "claude-sonnet-4-5" },
    to: { messages: withBeta("mcp-client-2025-11-20") }
  },
  ...wrong("messages.mcp-servers.type", "mcp_servers", ["https://mcp.example.com", {}]),
  {
    keeps: "messages.mcp-servers.type",
    when: "an item is a string",
    given: { mcp_servers: ["https://mcp.example.com"] },
    refused: "/mcp_servers/0"
  },
  {
    keeps: "messages.context-management.sent",
    when: "an edit",
    given: { context_management: { edits: [{ type: "clear_tool_uses_20250919" }] } },
    to: {
      messages: withBeta("context-management-2025-06-27"),
      ...to(
        sends({ "/context_management": absent }, "dropped /context_management"),
        sends({ "/context_management": absent }, "dropped /context_management")
      )
    }
  },
  {
    keeps: "messages.context-management.sent",
    when: "an edit that sums the conversation up",
    given: { context_management: { edits: [{ type: "compact_20260112" }] } },
    models: { messages: "claude-sonnet-4-5" },
    to: { messages: withBeta("compact-2026-01-12") }
  },
  ...wrong("messages.context-management.type", "context_management", ["clear", []])
]

const marked = (cache_control: unknown): readonly (readonly [where: string, at: string, given: Members])[] => [
  ["the top level", "/cache_control", { cache_control }],
  ["a system item", "/system/0/cache_control", { system: [{ type: "text", text: "Be brief.", cache_control }] }],
  [
    "a content item",
    "/messages/0/content/0/cache_control",
    { messages: [{ role: "user", content: [{ type: "text", text: "Hello", cache_control }] }] }
  ]
]

const caching: readonly Case<PromiseId>[] = [
  ...marked({ type: "ephemeral" }).map(([where, , given]) => ({
    keeps: "messages.cache-control.ephemeral" as const,
    when: where,
    given,
    models: { messages: "claude-sonnet-4-5" }
  })),
  ...marked({ type: "persistent" }).map(([where, at, given]) => ({
    keeps: "messages.cache-control.persistent" as const,
    when: where,
    given,
    models: { messages: "claude-sonnet-4-5" },
    to: {
      messages: passes([[/\{\s*"type": "persistent"\s*\}/, '{"type":"ephemeral","ttl":"1h"}']], `approximated ${at}`)
    }
  })),
  ...marked({ type: "ephemeral" }).map(([where, at, given]) => ({
    keeps: "messages.cache-control.elsewhere" as const,
    when: where,
    given,
    models: { "chat-completions": "plain-chat", "generate-content": "gemini-2.5-flash" },
    to: to(sends({ [at]: absent }, `dropped ${at}`), sends({}, `dropped ${at}`))
  })),
  ...wrong("messages.cache-control.type", "cache_control", ["ephemeral", true])
]

/** The rows of `POST /v1/messages` besides those of what is said, and with which tools. */
export const messages: Table<PromiseId> = {
  name: "POST /v1/messages",
  format: "messages",
  path: () => "/v1/messages",
  body: (model) => ({ model, max_tokens: 4000, messages: [{ role: "user", content: "Hello" }] }),
  models: {
    "chat-completions": "plain-chat",
    messages: "claude-sonnet-4-5",
    "generate-content": "gemini-2.5-flash"
  },
  cases: [...required, ...sampling, ...budgeted, ...own, ...caching]
}
