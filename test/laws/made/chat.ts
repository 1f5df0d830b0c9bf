import type {
  Candidate,
  Citation,
  FinishReason,
  FunctionTool,
  Message,
  OutputFormat,
  Part,
  Request,
  Response,
  Tool,
  ToolCallPart,
  ToolChoice,
  ToolResultPart
} from "../../../src/words/chat.ts"
import { JsonText } from "../../../src/words/json.ts"
import type { CacheMark } from "../../../src/words/node.ts"
import type { Thinking } from "../../../src/words/thinking.ts"
import type { Usage } from "../../../src/words/usage.ts"
import type { Choices } from "../choices.ts"
import { hardStrings, jsonObject } from "./json.ts"

/** One pixel, in a format that every vendor takes. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="

const words = [
  "hello",
  "é日😀",
  "What is the weather?",
  "a\nb",
  " lead",
  "1.0",
  '{"a":1}',
  "__proto__",
  "x".repeat(80)
] as const

const text = (c: Choices): string => c.pick(words)

const anyText = (c: Choices): string => (c.chance(60) ? text(c) : c.pick(hardStrings))

const toolNames = ["get_weather", "get_time", "__proto__", "a-b", "x1"] as const

/** Members that are present in about half of the values; absent, not undefined. */
const some = <A extends object>(
  c: Choices,
  members: { readonly [K in keyof A]?: () => NonNullable<A[K]> },
  percent = 40
): Partial<A> => {
  const out: Partial<A> = {}
  for (const key in members) if (c.chance(percent)) Object.assign(out, { [key]: members[key]?.() })
  return out
}

const schemaText = (c: Choices): JsonText =>
  JsonText.source(
    c.pick([
      '{"type":"object","properties":{}}',
      '{"type":"object","properties":{"city":{"type":"string"},"n":{"type":"integer","minimum":0}},"required":["city"]}',
      '{"type":"object","properties":{"10":{"type":"string"},"2":{"type":"number","maximum":1.0},"__proto__":{"type":"null"}}}',
      '{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"enum":["x",12345678901234567890]}}}'
    ])
  )

const functionTool = (c: Choices, name: string): FunctionTool => ({
  type: "function",
  name,
  ...some<Pick<FunctionTool, "description">>(c, { description: () => text(c) }),
  input: { dialect: "json-schema", source: schemaText(c) }
})

/** Tools that both kinds of vendors take. */
const commonTools = (c: Choices): readonly Tool[] => {
  const names = new Set(c.list(3, () => c.pick(toolNames), 1))
  return [...names].map((name) => functionTool(c, name))
}

const call = (c: Choices, id: string): ToolCallPart => ({
  type: "tool-call",
  id,
  name: c.pick(toolNames),
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source(dense(jsonObject(c))) }
})

/** JSON text without the white space that only a string-valued member keeps. */
const dense = (json: string): string => json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string?: string) => string ?? "")

const answer = (c: Choices, id: string): ToolResultPart => ({
  type: "tool-result",
  id,
  of: "function",
  runBy: "client",
  output: { kind: "parts", parts: [{ type: "text", text: text(c) }] }
})

const image: Part = { type: "media", media: "image", mime: "image/png", source: { kind: "base64", data: pixel } }

/** A user turn, then possibly calls and their answers, as all vendors take them. */
const commonTurn = (c: Choices, turn: number): readonly Message[] => {
  const user: Message = {
    role: "user",
    parts: [
      ...c.list(2, (): Part => ({ type: "text", text: text(c) })),
      ...(c.chance(30) ? [image] : []),
      { type: "text", text: text(c) }
    ]
  }
  const ids = c.list(2, (index) => `call_${turn}_${index}`)
  if (ids.length === 0) return [user, { role: "assistant", parts: [{ type: "text", text: `${text(c)}.` }] }]
  const said: readonly Part[] = c.chance(50) ? [{ type: "text", text: `${text(c)}.` }] : []
  return [
    user,
    { role: "assistant", parts: [...said, ...ids.map((id) => call(c, id))] },
    ...ids.map((id): Message => ({ role: "user", parts: [answer(c, id)] })),
    { role: "assistant", parts: [{ type: "text", text: `${text(c)}.` }] }
  ]
}

/** A request that every format can hold: no encoder has a note for it. */
export const commonRequest = (c: Choices): Request => {
  const tools = c.maybe(60, () => commonTools(c))
  const [first] = tools ?? []
  return {
    model: "model-1",
    messages: [
      ...(c.chance(50) ? [{ role: "system", parts: [{ type: "text", text: text(c) }] } satisfies Message] : []),
      ...c.list(2, (turn) => commonTurn(c, turn)).flat(),
      { role: "user", parts: [{ type: "text", text: text(c) }] }
    ],
    maxTokens: 1 + c.below(4000),
    ...(tools === undefined ? {} : { tools }),
    ...(first === undefined
      ? {}
      : some<{ toolChoice: ToolChoice }>(c, {
          toolChoice: () =>
            c.one<ToolChoice>([
              () => ({ mode: "auto" }),
              () => ({ mode: "none" }),
              () => ({ mode: "required" }),
              () => ({ mode: "tool", of: "function", name: first.name ?? "" })
            ])
        })),
    ...some<Pick<Request, "temperature" | "topP" | "stop">>(c, {
      temperature: () => c.pick([0, 0.5, 1]),
      topP: () => c.pick([0, 0.95, 1]),
      stop: () => c.list(3, () => c.pick(["END", "\n\nHuman:", "é"]), 1)
    })
  }
}

const citation = (c: Choices): Citation => ({
  ...some<Pick<Citation, "quote" | "span">>(c, { quote: () => text(c), span: () => ({ start: 0, end: c.below(3) }) }),
  source: c.one<Citation["source"]>([
    () => ({ kind: "url", url: "https://example.com/a", title: text(c) }),
    () => ({
      kind: "document",
      index: c.below(3),
      unit: c.pick(["char", "page", "block"]),
      start: c.below(3),
      end: 3 + c.below(3)
    })
  ])
})

/** Any part, valid in its place or not. */
export const anyPart = (c: Choices): Part =>
  c.one<Part>([
    () => ({
      type: "text",
      text: anyText(c),
      ...some<{ citations: readonly Citation[] }>(c, { citations: () => c.list(2, () => citation(c), 1) }, 15)
    }),
    () => image,
    () => call(c, c.pick(["call_1", "call_2", "fs:read.0", "", "😀", "x".repeat(70)])),
    () => answer(c, c.pick(["call_1", "call_2", "fs:read.0", "", "😀", "x".repeat(70)])),
    () => ({ type: "refusal", text: anyText(c) }),
    () => ({
      type: "reasoning",
      ...some<{ text: string }>(c, { text: () => anyText(c) }, 80),
      ...(c.chance(60)
        ? {
            opaque: [
              {
                vendor: c.pick(["anthropic", "openai", "google"]),
                kind: c.pick(["signature", "redacted", "encrypted"]),
                data: c.pick(["c2ln", "", "é"])
              }
            ]
          }
        : {})
    }),
    () => ({
      type: "media",
      media: c.pick(["image", "audio", "video", "document"]),
      ...some(c, {
        mime: () => c.pick(["image/png", "audio/wav", "application/pdf", "video/mp4", ""]),
        name: () => text(c),
        detail: () => "high"
      }),
      source: c.one<Extract<Part, { type: "media" }>["source"]>([
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
        parts: c.list(2, () => c.one<Part>([() => ({ type: "text", text: anyText(c) }), () => image]))
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

const anyMessage = (c: Choices): Message => ({
  role: c.pick(["user", "assistant", "system"]),
  parts: c.list(3, () => anyPart(c)),
  ...some<Pick<Message, "name" | "level" | "cache">>(
    c,
    {
      name: () => text(c),
      level: () => "developer",
      cache: () => c.pick<CacheMark>([{}, { ttl: "1h" }, { ttl: "24h" }])
    },
    10
  )
})

const anyTool = (c: Choices): Tool =>
  c.one<Tool>([
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
      vendor: c.pick(["anthropic", "openai", "google"]),
      of: c.pick(["web-search", "code-execution", "computer", "other"]),
      name: "web_search",
      version: "web_search_20250305",
      runBy: "provider",
      config: JsonText.source(c.pick(["{}", '{"max_uses":3}']))
    })
  ])

const thinking = (c: Choices): Thinking =>
  some<Thinking>(c, {
    mode: () => c.pick(["off", "auto", "on", "between-tools"]),
    budget: () => c.pick([0, -1, 1, 1024, 1025, 5000, 1_000_000]),
    effort: () => c.pick(["none", "minimal", "low", "medium", "high", "xhigh", "max"]),
    visible: () => c.pick<NonNullable<Thinking["visible"]>>([true, false, "summarized", "omitted"])
  }) as Thinking

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

/** Any request, valid or not. */
export const wildRequest = (c: Choices): Request => ({
  model: c.pick(["model-1", "", "é"]),
  messages: c.list(5, () => anyMessage(c)),
  ...some<Request>(
    c,
    {
      tools: () => c.list(3, () => anyTool(c)),
      toolChoice: () =>
        c.one<ToolChoice>([
          () => ({ mode: "auto" }),
          () => ({ mode: "none" }),
          () => ({ mode: "required", only: c.list(2, () => c.pick(toolNames)) }),
          () => ({ mode: "validated" }),
          () => ({ mode: "tool", of: c.pick(["function", "custom", "web-search"]), name: c.pick(toolNames) })
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
      autoCache: () => c.pick<NonNullable<Request["autoCache"]>>([{}, { ttl: "1h" }, { key: "k", mode: "implicit" }]),
      tier: () => c.pick(["auto", "flex", "priority"]),
      user: () => text(c),
      metadata: () => JsonText.source('{"a":"b"}'),
      prediction: () => [{ type: "text", text: text(c) }],
      refs: () => [{ vendor: "google", kind: "cache", id: "cachedContents/1" }]
    },
    15
  )
})

const usage = (c: Choices): Usage =>
  some<Usage>(
    c,
    {
      input: () => c.below(1000),
      cacheRead: () => c.below(100),
      cacheWrite: () => c.below(100),
      text: () => c.below(1000),
      reasoning: () => c.below(100)
    },
    70
  ) as Usage

const finish = (c: Choices, calls: boolean): FinishReason =>
  calls ? { kind: "tool-calls" } : { kind: c.pick(["stop", "length", "blocked"]) }

/** An answer that both formats can hold: text, then calls. */
export const commonResponse = (c: Choices): Response => {
  const calls = c.list(2, (index) => call(c, `call_${index}`))
  const parts: readonly Part[] = [
    ...(calls.length === 0 || c.chance(50) ? [{ type: "text", text: `${text(c)}.` } as const] : []),
    ...calls
  ]
  return {
    id: "answer-1",
    model: "model-1",
    created: 1_790_000_000,
    candidates: [{ index: 0, parts, finish: finish(c, calls.length > 0) }],
    usage: { input: c.below(1000), cacheRead: c.below(100), cacheWrite: 0, text: c.below(1000), reasoning: 0 }
  }
}

/** Any answer of one candidate or several. */
export const wildResponse = (c: Choices): Response => ({
  ...some<Response>(
    c,
    {
      id: () => "answer-1",
      model: () => "model-1",
      created: () => 1_790_000_000,
      tier: () => "standard",
      usage: () => usage(c)
    },
    60
  ),
  candidates: c.list(2, (index): Candidate => {
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
})
