import type {
  ContentBlock,
  ContentBlockParam,
  MessageParam,
  RawContentBlockDelta,
  RawMessageStreamEvent,
  StopReason,
  TextCitationParam,
  ThinkingConfigParam,
  ToolChoice,
  ToolUnion,
  Usage
} from "@anthropic-ai/sdk/resources/messages/messages"
import { describe, expect, it } from "vitest"
import { answered, decoded, encoded, fixtures, framesOf, minimal, told } from "./reading.ts"

/** A request as it is written again for its own vendor, and what was noted. */
const again = (body: object) => {
  const { value, notes } = encoded(decoded(body), { model: "m", lateSystem: "native" })
  return { body: JSON.parse(value.call.body.text) as unknown, notes }
}

const words = { type: "text", text: "Hello" } as const
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } } as const
const ran = { return_code: 0, stderr: "", stdout: "1", content: [] }

/** An example of each type that the vendor's SDK declares: one that it adds is a type error here. */
const blocks = {
  text: words,
  image,
  document: { type: "document", source: { type: "text", media_type: "text/plain", data: "hi" } },
  search_result: { type: "search_result", source: "https://a.test", title: "A", content: [words] },
  thinking: { type: "thinking", thinking: "Hm.", signature: "c2ln" },
  redacted_thinking: { type: "redacted_thinking", data: "c2ln" },
  tool_use: { type: "tool_use", id: "call_1", name: "f", input: {} },
  tool_result: { type: "tool_result", tool_use_id: "call_1", content: "ok" },
  server_tool_use: { type: "server_tool_use", id: "srv_1", name: "web_search", input: {} },
  web_search_tool_result: { type: "web_search_tool_result", tool_use_id: "srv_1", content: [] },
  web_fetch_tool_result: {
    type: "web_fetch_tool_result",
    tool_use_id: "srv_1",
    content: {
      type: "web_fetch_result",
      url: "https://a.test",
      content: { type: "document", source: { type: "text", media_type: "text/plain", data: "hi" } }
    }
  },
  code_execution_tool_result: {
    type: "code_execution_tool_result",
    tool_use_id: "srv_1",
    content: { type: "code_execution_result", ...ran }
  },
  bash_code_execution_tool_result: {
    type: "bash_code_execution_tool_result",
    tool_use_id: "srv_1",
    content: { type: "bash_code_execution_result", ...ran }
  },
  text_editor_code_execution_tool_result: {
    type: "text_editor_code_execution_tool_result",
    tool_use_id: "srv_1",
    content: { type: "text_editor_code_execution_create_result", is_file_update: false }
  },
  tool_search_tool_result: {
    type: "tool_search_tool_result",
    tool_use_id: "srv_1",
    content: {
      type: "tool_search_tool_search_result",
      tool_references: [{ type: "tool_reference", tool_name: "f" }]
    }
  },
  container_upload: { type: "container_upload", file_id: "file_1" }
} satisfies { readonly [T in ContentBlockParam["type"]]: Extract<ContentBlockParam, { type: T }> }

const user = (...content: ContentBlockParam[]): MessageParam => ({ role: "user", content })
const assistant = (...content: ContentBlockParam[]): MessageParam => ({ role: "assistant", content })

/** Whose turn a block stands in, and what it follows there. */
const turnsOf = (block: ContentBlockParam): readonly MessageParam[] => {
  if (["text", "image", "document", "search_result", "container_upload"].includes(block.type)) return [user(block)]
  if (block.type === "tool_result") return [user(words), assistant(blocks.tool_use), user(block)]
  if (block.type === "tool_use") return [user(words), assistant(block), user(blocks.tool_result)]
  const called = block.type.endsWith("_tool_result") ? [blocks.server_tool_use] : []
  return [user(words), assistant(...called, block), user(words)]
}

describe("each block of a request that the SDK names", () => {
  it.each(Object.entries(blocks))("comes back as it was, without a note: %s", (_, block) => {
    const body = minimal({ messages: turnsOf(block) })
    expect(again(body)).toEqual({ body, notes: [] })
  })
})

const schema = { type: "object" } as const

const tools = {
  custom: { type: "custom", name: "f", input_schema: schema },
  bash_20250124: { type: "bash_20250124", name: "bash" },
  browser_toolset_20260801: { type: "browser_toolset_20260801" },
  code_execution_20250522: { type: "code_execution_20250522", name: "code_execution" },
  code_execution_20250825: { type: "code_execution_20250825", name: "code_execution" },
  code_execution_20260120: { type: "code_execution_20260120", name: "code_execution" },
  code_execution_20260521: { type: "code_execution_20260521", name: "code_execution" },
  computer_toolset_20260801: { type: "computer_toolset_20260801" },
  memory_20250818: { type: "memory_20250818", name: "memory" },
  text_editor_20250124: { type: "text_editor_20250124", name: "str_replace_editor" },
  text_editor_20250429: { type: "text_editor_20250429", name: "str_replace_based_edit_tool" },
  text_editor_20250728: { type: "text_editor_20250728", name: "str_replace_based_edit_tool" },
  tool_search_tool_bm25: { type: "tool_search_tool_bm25", name: "tool_search_tool_bm25" },
  tool_search_tool_bm25_20251119: { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" },
  tool_search_tool_regex: { type: "tool_search_tool_regex", name: "tool_search_tool_regex" },
  tool_search_tool_regex_20251119: { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" },
  web_fetch_20250910: { type: "web_fetch_20250910", name: "web_fetch" },
  web_fetch_20260209: { type: "web_fetch_20260209", name: "web_fetch" },
  web_fetch_20260309: { type: "web_fetch_20260309", name: "web_fetch" },
  web_fetch_20260318: { type: "web_fetch_20260318", name: "web_fetch" },
  web_search_20250305: { type: "web_search_20250305", name: "web_search" },
  web_search_20260209: { type: "web_search_20260209", name: "web_search" },
  web_search_20260318: { type: "web_search_20260318", name: "web_search" }
} satisfies Record<NonNullable<ToolUnion["type"]>, ToolUnion>

const choices = {
  auto: { type: "auto", disable_parallel_tool_use: true },
  any: { type: "any" },
  tool: { type: "tool", name: "f" },
  none: { type: "none" }
} satisfies { readonly [T in ToolChoice["type"]]: Extract<ToolChoice, { type: T }> }

const thinking = {
  enabled: { type: "enabled", budget_tokens: 2048 },
  disabled: { type: "disabled" },
  between_tools: { type: "between_tools" },
  adaptive: { type: "adaptive" }
} satisfies { readonly [T in ThinkingConfigParam["type"]]: Extract<ThinkingConfigParam, { type: T }> }

describe("each tool, choice and kind of thinking that the SDK names", () => {
  it.each([
    ...Object.entries(tools).map(([type, tool]) => [type, { tools: [tool] }] as const),
    ...Object.entries(choices).map(([type, choice]) => [type, { tools: [tools.custom], tool_choice: choice }] as const),
    ...Object.entries(thinking).map(([type, kind]) => [type, { thinking: kind }] as const)
  ])("comes back as it was, without a note: %s", (_, more) => {
    const body = minimal(more)
    expect(again(body)).toEqual({ body, notes: [] })
  })

  it("stands under its own type", () => {
    const named = [...Object.entries(tools), ...Object.entries(choices), ...Object.entries(thinking)]
    expect(named.filter(([name, { type }]) => type !== name)).toEqual([])
  })
})

const cited = { cited_text: "a", document_index: 0, document_title: "A" }

const citations = {
  char_location: { type: "char_location", ...cited, start_char_index: 0, end_char_index: 1 },
  page_location: { type: "page_location", ...cited, start_page_number: 1, end_page_number: 2 },
  content_block_location: { type: "content_block_location", ...cited, start_block_index: 0, end_block_index: 1 },
  web_search_result_location: {
    type: "web_search_result_location",
    cited_text: "a",
    encrypted_index: "aWR4",
    title: "A",
    url: "https://a.test"
  },
  search_result_location: {
    type: "search_result_location",
    cited_text: "a",
    search_result_index: 0,
    source: "https://a.test",
    title: "A",
    start_block_index: 0,
    end_block_index: 1
  }
} satisfies { readonly [T in TextCitationParam["type"]]: Extract<TextCitationParam, { type: T }> }

describe("each citation that the SDK names", () => {
  it.each(Object.entries(citations))("comes back as it was, without a note: %s", (_, citation) => {
    const body = minimal({ messages: [user(words), assistant({ ...words, citations: [citation] }), user(words)] })
    expect(again(body)).toEqual({ body, notes: [] })
  })
})

const caller = { type: "direct" } as const

const answers = {
  text: { ...words, citations: null },
  thinking: blocks.thinking,
  redacted_thinking: blocks.redacted_thinking,
  tool_use: { ...blocks.tool_use, caller },
  server_tool_use: { ...blocks.server_tool_use, caller },
  web_search_tool_result: { ...blocks.web_search_tool_result, caller },
  web_fetch_tool_result: {
    type: "web_fetch_tool_result",
    tool_use_id: "srv_1",
    caller,
    content: { type: "web_fetch_tool_result_error", error_code: "unavailable" }
  },
  code_execution_tool_result: blocks.code_execution_tool_result,
  bash_code_execution_tool_result: blocks.bash_code_execution_tool_result,
  text_editor_code_execution_tool_result: blocks.text_editor_code_execution_tool_result,
  tool_search_tool_result: blocks.tool_search_tool_result,
  container_upload: blocks.container_upload
} satisfies { readonly [T in ContentBlock["type"]]: object }

/** A whole answer. */
const answer = (more: object): object => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [words],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
  ...more
})

describe("each block of an answer that the SDK names", () => {
  it.each(Object.entries(answers))("comes back as it was: %s", (_, block) => {
    const content = block.type.endsWith("_tool_result") ? [answers.server_tool_use, block] : [block]
    expect(told(answered(answer({ content })))["content"]).toEqual(content)
  })
})

/** What each reason means, after the doc comments of the SDK's `StopReason`. */
const reasons = {
  end_turn: "stop",
  max_tokens: "length",
  stop_sequence: "stop-sequence",
  tool_use: "tool-calls",
  pause_turn: "pause",
  refusal: "refusal",
  model_context_window_exceeded: "context"
} satisfies Record<StopReason, string>

describe("each stop reason that the SDK names", () => {
  it.each(Object.entries(reasons))("%s is read as %s, and written again", (reason, kind) => {
    const content = reason === "tool_use" ? [blocks.tool_use] : [words]
    const stop_sequence = reason === "stop_sequence" ? "END" : null
    const response = answered(answer({ content, stop_reason: reason, stop_sequence }))
    expect(response.candidates[0]?.finish?.kind).toBe(kind)
    expect(told(response)).toMatchObject({ stop_reason: reason, stop_sequence })
  })
})

const usage = {
  cache_creation: { ephemeral_1h_input_tokens: 2, ephemeral_5m_input_tokens: 3 },
  cache_creation_input_tokens: 5,
  cache_read_input_tokens: 7,
  inference_geo: "us",
  input_tokens: 11,
  output_tokens: 13,
  output_tokens_details: { thinking_tokens: 4 },
  server_tool_use: { web_fetch_requests: 1, web_search_requests: 2 },
  service_tier: "standard",
  speed: "fast"
} satisfies Usage

describe("usage", () => {
  it("comes back with every member that the SDK names", () =>
    expect(told(answered(answer({ usage })))["usage"]).toEqual(usage))
})

const events = {
  message_start: true,
  message_delta: true,
  message_stop: true,
  content_block_start: true,
  content_block_delta: true,
  content_block_stop: true
} satisfies Record<RawMessageStreamEvent["type"], true>

const deltas = {
  text_delta: true,
  input_json_delta: true,
  citations_delta: true,
  thinking_delta: true,
  signature_delta: true
} satisfies Record<RawContentBlockDelta["type"], true>

describe("the fixtures of streams, which come back frame by frame", () => {
  const frames = fixtures("stream").flatMap(([, source]) =>
    framesOf(source).map(({ data }) => JSON.parse(data) as { type: string; delta?: { type?: string } })
  )

  it.each([
    ["events", events, frames.map(({ type }) => type)],
    ["deltas", deltas, frames.map(({ delta }) => delta?.type)]
  ])("hold all %s that the SDK names", (_, named, held) =>
    expect(Object.keys(named).filter((name) => !held.includes(name))).toEqual([])
  )
})
