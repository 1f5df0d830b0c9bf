import type {
  ChatCandidate,
  TextCitation,
  FunctionTool,
  MediaPart,
  ChatMessage,
  OutputFormat,
  ContentPart,
  ChatRequest,
  ChatResponse,
  ToolDefinition,
  ToolChoice
} from "../../../src/core/chat/chat.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { mustCall } from "../../../src/core/chat/tool.ts"
import type { CacheMark } from "../../../src/core/chat/node.ts"
import type { ThinkingConfig } from "../../../src/core/chat/thinking.ts"
import type { TokenUsage } from "../../../src/core/tokens/usage.ts"
import type { Choices } from "../choices.ts"
import {
  pixel,
  text,
  anyText,
  toolNames,
  some,
  schemaText,
  functionTool,
  call,
  answer,
  bytes,
  image,
  finish
} from "./pieces.ts"

/** A citation; one of a document quotes it and has no stretch, as the one format that reads such ones says it. */
const citation = (c: Choices): TextCitation => {
  const said = some<Pick<TextCitation, "quote" | "span">>(c, {
    quote: () => text(c),
    span: () => ({ start: 0, end: 1 + c.below(3) })
  })
  const source = c.one<TextCitation["source"]>([
    () => ({ kind: "url", url: "https://example.com/a", title: text(c) }),
    () => ({
      kind: "document",
      index: c.below(3),
      unit: c.pick(["char", "page", "block"]),
      start: c.below(3),
      end: 3 + c.below(3)
    })
  ])
  return source.kind === "document" ? { quote: said.quote ?? "hello", source } : { ...said, source }
}

/** Any part, valid in its place or not. */
export const anyPart = (c: Choices): ContentPart =>
  c.one<ContentPart>([
    () => ({
      type: "text",
      text: anyText(c),
      ...some<{ citations: readonly TextCitation[] }>(c, { citations: () => c.list(2, () => citation(c), 1) }, 15)
    }),
    () => image,
    () => call(c, c.pick(["call_1", "call_2", "fs:read.0", "", "😀", "x".repeat(70)])),
    () => answer(c, c.pick(["call_1", "call_2", "fs:read.0", "", "😀", "x".repeat(70)])),
    () => ({ type: "refusal", text: anyText(c) }),
    () => ({
      type: "reasoning",
      ...some<{ text: string }>(c, { text: () => anyText(c) }, 80),
      ...(c.chance(60) ? { opaque: [bytes(c)] } : {})
    }),
    () =>
      typed({
        type: "media",
        media: c.pick(["image", "audio", "video", "document"]),
        ...some(c, {
          mime: () => c.pick(["image/png", "audio/wav", "application/pdf", "video/mp4", ""]),
          name: () => text(c),
          detail: () => "high"
        }),
        source: c.one<Extract<ContentPart, { type: "media" }>["source"]>([
          () => ({ kind: "base64", data: pixel }),
          () => ({ kind: "url", url: "https://example.com/x.png" }),
          () => ({ kind: "ref", ref: { vendor: "anthropic", kind: "file", id: "file_1" } }),
          () => ({ kind: "text", text: anyText(c) })
        ])
      }),
    () => ({
      ...call(c, "call_1"),
      input: { kind: "json", json: JsonText.source(c.pick(["", "{", "[1]", "null", "7", '{"a":1.0}', "not json"])) }
    }),
    () => ({ ...call(c, "call_2"), runBy: "provider", of: c.pick(["web-search", "code-execution", "mcp"]) }),
    () => ({
      ...answer(c, "call_2"),
      runBy: "provider",
      of: "web-search",
      output: { kind: "json", json: JsonText.source(c.pick(["[]", "{}", '[{"type":"web_search_result"}]'])) }
    }),
    () => ({
      ...answer(c, "call_1"),
      error: c.chance(50),
      output: {
        kind: "parts",
        parts: c.list(2, () => c.one<ContentPart>([() => ({ type: "text", text: anyText(c) }), () => image]))
      }
    }),
    () => ({
      type: "search-result",
      source: "https://example.com",
      title: text(c),
      parts: [{ type: "text", text: text(c) }]
    }),
    () => ({ type: "compaction", ...some<{ text: string }>(c, { text: () => text(c) }) }),
    () => ({ type: "tool-change", change: c.pick(["add", "remove"]), body: JsonText.source("{}") }),
    () => ({
      type: "unknown",
      format: c.pick(["messages", "chat-completions", "elsewhere"]),
      kind: "novelty",
      body: JsonText.source('{"type":"novelty","n":1.0}')
    })
  ])

const anyMessage = (c: Choices): ChatMessage => {
  const { level, ...message }: ChatMessage = {
    role: c.pick(["user", "assistant", "system"]),
    parts: c.list(3, () => anyPart(c)),
    ...some<Pick<ChatMessage, "name" | "level" | "cache">>(
      c,
      {
        name: () => text(c),
        level: () => "developer",
        cache: () => c.pick<CacheMark>([{}, { ttl: "1h" }, { ttl: "24h" }])
      },
      10
    )
  }
  return message.role === "system" && level !== undefined ? { ...message, level } : message
}

const anyTool = (c: Choices): ToolDefinition =>
  c.one<ToolDefinition>([
    () => ({
      ...functionTool(c, c.pick(["get_weather", "fs:read.file", "", "é", "x".repeat(140), "__proto__"])),
      ...some<FunctionTool>(c, { strict: () => c.chance(50), deferred: () => true }, 20)
    }),
    () => ({
      type: "custom",
      name: c.pick(["shell", "é"]),
      ...some(c, { description: () => text(c), grammar: () => ({ syntax: "lark", definition: "start: /a/" }) })
    }),
    () => ({
      type: "vendor",
      vendor: "openai",
      of: "web-search",
      runBy: "provider",
      config: JsonText.source(c.pick(["{}", '{"search_context_size":"low"}']))
    }),
    () => ({
      type: "vendor",
      vendor: c.pick(["anthropic", "google"]),
      ...c.pick(vendorTools),
      config: JsonText.source(c.pick(["{}", '{"max_uses":3}']))
    })
  ])

type MadeTool = Pick<Extract<ToolDefinition, { type: "vendor" }>, "of" | "name" | "version" | "runBy">

/** A text is of plain text where it says of no other; Anthropic's files say their type themselves. */
const typed = ({ mime, ...part }: MediaPart): MediaPart =>
  part.source.kind === "ref"
    ? part
    : part.source.kind === "text" && mime === undefined
      ? { ...part, mime: "text/plain" }
      : { ...part, ...(mime === undefined ? {} : { mime }) }

/** Vendors' own tools as one of the vendors names them. */
const vendorTools: readonly [MadeTool, ...MadeTool[]] = [
  { of: "web-search", name: "web_search", version: "web_search_20250305", runBy: "provider" },
  { of: "code-execution", name: "code_execution", version: "code_execution_20250825", runBy: "provider" },
  { of: "other", name: "hologram", version: "hologram_20990101", runBy: "provider" }
]

const thinking = (c: Choices): ThinkingConfig =>
  some<ThinkingConfig>(c, {
    mode: () => c.pick(["off", "auto", "on", "between-tools"]),
    budget: () => c.pick([0, -1, 1, 1024, 1025, 5000, 1_000_000]),
    effort: () => c.pick(["none", "minimal", "low", "medium", "high", "xhigh", "max"]),
    visible: () => c.pick<NonNullable<ThinkingConfig["visible"]>>([true, false, "summarized", "omitted"])
  })

const output = (c: Choices): OutputFormat =>
  c.one<OutputFormat>([
    () => ({ type: "text" }),
    () => ({ type: "json" }),
    () => ({
      type: "json-schema",
      name: "answer",
      schema: { dialect: "json-schema", source: schemaText(c) },
      ...some<{ strict: boolean }>(c, { strict: () => true })
    })
  ])

/** Any request, valid or not, but for one that demands a call and has no tools, which every vendor refuses. */
export const wildRequest = (c: Choices): ChatRequest => {
  const request = anyRequest(c)
  if (!mustCall(request) || (request.tools ?? []).length > 0) return request
  const { toolChoice: _, ...others } = request
  return others
}

/** A choice of one tool; the vendor's own search has one name. */
const namedTool = (choice: Extract<ToolChoice, { mode: "tool" }>): ToolChoice =>
  choice.of === "web-search" ? { ...choice, name: "web_search" } : choice

const anyRequest = (c: Choices): ChatRequest => ({
  model: c.pick(["model-1", "", "é"]),
  messages: c.list(5, () => anyMessage(c)),
  ...some<ChatRequest>(
    c,
    {
      tools: () => c.list(3, () => anyTool(c)),
      toolChoice: () =>
        c.one<ToolChoice>([
          () => ({ mode: "auto" }),
          () => ({ mode: "none" }),
          () => ({ mode: "required", only: c.list(2, () => c.pick(toolNames)) }),
          () => ({ mode: "validated" }),
          () => namedTool({ mode: "tool", of: c.pick(["function", "custom", "web-search"]), name: c.pick(toolNames) })
        ]),
      parallelToolCalls: () => c.chance(50),
      maxTokens: () => c.pick([0, 1, 100, 1025, 1_000_000]),
      stop: () => c.list(6, () => c.pick(["", " ", "END", "\n", "é"])),
      candidates: () => c.pick([1, 0, 2]),
      temperature: () => c.pick([0, -0, 1, 1.5, 2, 0.1]),
      topP: () => c.pick([0, 1, 0.5]),
      topK: () => c.pick([0, 40]),
      seed: () => c.pick([0, 7]),
      presencePenalty: () => 0,
      frequencyPenalty: () => 1,
      logitBias: () => JsonText.source('{"10":1,"2":-1}'),
      logprobs: () => c.chance(50),
      topLogprobs: () => 0,
      thinking: () => thinking(c),
      verbosity: () => "low",
      modalities: () => c.pick<readonly string[]>([["text"], ["text", "audio"], []]),
      output: () => output(c),
      autoCache: () =>
        c.pick<NonNullable<ChatRequest["autoCache"]>>([{}, { ttl: "1h" }, { key: "k", mode: "implicit" }]),
      tier: () => c.pick(["auto", "flex", "priority"]),
      user: () => text(c),
      metadata: () => JsonText.source('{"a":"b"}'),
      prediction: () => [{ type: "text", text: text(c) }],
      refs: () => [{ vendor: "google", kind: "cache", id: "cachedContents/1" }]
    },
    15
  )
})

const usage = (c: Choices): TokenUsage =>
  some<TokenUsage>(
    c,
    {
      input: () => c.below(1000),
      cacheRead: () => c.below(100),
      cacheWrite: () => c.below(100),
      text: () => c.below(1000),
      reasoning: () => c.below(100)
    },
    70
  )

/** Any answer of one candidate or several; of none where its prompt was blocked. */
export const wildResponse = (c: Choices): ChatResponse => {
  const head = some<ChatResponse>(
    c,
    {
      id: () => "answer-1",
      model: () => "model-1",
      created: () => 1_790_000_000,
      tier: () => "standard",
      usage: () => usage(c)
    },
    60
  )
  const candidates = c.list(2, (index): ChatCandidate => {
    const parts = c.list(4, () => anyPart(c))
    return {
      index,
      parts,
      finish: finish(
        c,
        parts.some((part) => part.type === "tool-call" && part.runBy === "client")
      )
    }
  })
  return candidates.length > 0 ? { ...head, candidates } : { ...head, candidates, block: { category: "SAFETY" } }
}
