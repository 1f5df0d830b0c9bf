import OpenAI from "openai"
import OpenAIPrevious from "openai-previous"
import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import type { ContentPart, ChatResponse as Answer, ChatEvent } from "../../../src/core/chat/chat.ts"
import { GatewayError } from "../../../src/core/errors/error.ts"
import { type ReplyPreferences, defaultReplyPreferences } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { sseFraming } from "../../../src/core/framing/sse.ts"
import { chainTransducers, pushAll } from "../../../src/core/framing/transducer.ts"
import { unfoldResponse } from "../../../src/core/events/fold.ts"
import { stamp } from "./given.ts"

const body = { model: "m", messages: [{ role: "user" as const, content: "q" }] }

/** What a client of either version is asked to do here. */
interface Client {
  readonly create: () => Promise<Completion>
  readonly stream: () => Promise<Completion>
  /** Each call that the helper says is done, as name and arguments. */
  readonly done: () => Promise<readonly string[]>
}

type Completion = OpenAI.ChatCompletion | OpenAIPrevious.ChatCompletion

const newest = (openai: OpenAI): Client => ({
  create: () => openai.chat.completions.create(body),
  stream: () => openai.chat.completions.stream(body).finalChatCompletion(),
  done: async () => {
    const said: string[] = []
    const stream = openai.chat.completions.stream(body)
    await stream
      .on("tool_calls.function.arguments.done", (it) => said.push(`${it.name} ${it.arguments}`))
      .finalChatCompletion()
    return said
  }
})

const previous = (openai: OpenAIPrevious): Client => ({
  create: () => openai.chat.completions.create(body),
  stream: () => openai.chat.completions.stream(body).finalChatCompletion(),
  done: async () => {
    const said: string[] = []
    const stream = openai.chat.completions.stream(body)
    await stream
      .on("tool_calls.function.arguments.done", (it) => said.push(`${it.name} ${it.arguments}`))
      .finalChatCompletion()
    return said
  }
})

const client = (text: string, type: string, status = 200): readonly (readonly [name: string, client: Client])[] => {
  const fetch = async (): Promise<Response> => new Response(text, { status, headers: { "content-type": type } })
  const options = { apiKey: "none", baseURL: "http://sdk.test/v1", maxRetries: 0, fetch }
  return [
    ["newest", newest(new OpenAI(options))],
    ["previous", previous(new OpenAIPrevious(options))]
  ]
}

const streamText = (
  events: readonly ChatEvent[],
  wish: ReplyPreferences = { ...defaultReplyPreferences, stream: true, usage: true }
): string => {
  const machine = chainTransducers(chatCompletions.encodeStream(wish, stamp), sseFraming.write())
  return [...pushAll(machine, events), ...machine.end("clean")].join("")
}

const call = (id: string, name: string, json: string): ContentPart => ({
  type: "tool-call",
  id,
  name,
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source(json) }
})

const answer: Answer = {
  id: "chatcmpl-9",
  model: "gpt-x",
  created: 1_790_000_000,
  candidates: [
    {
      index: 0,
      parts: [
        { type: "reasoning", text: "think", opaque: [{ vendor: "anthropic", kind: "signature", data: "c2ln" }] },
        {
          type: "text",
          text: "see é日😀",
          citations: [{ span: { start: 0, end: 3 }, source: { kind: "url", url: "https://a", title: "A" } }]
        },
        call("c1", "f", '{"a":1}'),
        call("c2", "g", "{}")
      ],
      finish: { kind: "tool-calls" },
      logprobs: [{ of: "text", token: "see", logprob: -0.5, bytes: [115], top: [] }]
    },
    { index: 1, parts: [{ type: "refusal", text: "no" }], finish: { kind: "stop" } }
  ],
  usage: { input: 10, cacheRead: 2, text: 5, reasoning: 3 }
}

const whole = chatCompletions.encodeResponse(answer, defaultReplyPreferences, stamp).value.text

/** What both readings must agree in: everything that the SDK's types know. */
const known = (it: Completion) => ({
  id: it.id,
  model: it.model,
  created: it.created,
  usage: it.usage,
  choices: it.choices.map(({ index, finish_reason, logprobs, message }) => ({
    index,
    finish_reason,
    logprobs: logprobs?.content ?? null,
    content: message.content || null,
    refusal: message.refusal ?? null,
    annotations: message.annotations,
    calls: message.tool_calls?.map((it) => ({
      id: it.id,
      type: it.type,
      function: it.type === "function" ? { name: it.function.name, arguments: it.function.arguments } : it.custom
    }))
  }))
})

const expected = {
  id: "chatcmpl-9",
  model: "gpt-x",
  created: 1_790_000_000,
  usage: {
    prompt_tokens: 12,
    completion_tokens: 8,
    total_tokens: 20,
    prompt_tokens_details: { cached_tokens: 2 },
    completion_tokens_details: { reasoning_tokens: 3 }
  },
  choices: [
    {
      index: 0,
      finish_reason: "tool_calls",
      logprobs: [{ token: "see", logprob: -0.5, bytes: [115], top_logprobs: [] }],
      content: "see é日😀",
      refusal: null,
      annotations: [
        { type: "url_citation", url_citation: { start_index: 0, end_index: 3, url: "https://a", title: "A" } }
      ],
      calls: [
        {
          id: expect.stringMatching(/^c1-isg1-[\w-]+$/),
          type: "function",
          function: { name: "f", arguments: '{"a":1}' }
        },
        { id: "c2", type: "function", function: { name: "g", arguments: "{}" } }
      ]
    },
    {
      index: 1,
      finish_reason: "stop",
      logprobs: null,
      content: null,
      refusal: "no",
      annotations: undefined,
      calls: undefined
    }
  ]
}

describe("the vendor's own SDK reads", () => {
  it.each(client(whole, "application/json"))("a whole answer (%s)", async (_, openai) => {
    expect(known(await openai.create())).toEqual(expected)
  })

  it.each(client(streamText(unfoldResponse(answer)), "text/event-stream"))(
    "a stream as the same answer (%s)",
    async (_, openai) => {
      expect(known(await openai.stream())).toEqual(expected)
    }
  )

  it.each(client(streamText(unfoldResponse(answer)), "text/event-stream"))(
    "carriers from a stream as from the whole (%s)",
    async (_, openai) => {
      const { message } = (await openai.stream()).choices[0] ?? {}
      const details: unknown = Reflect.get(message ?? {}, "reasoning_details")
      expect(details).toEqual(JSON.parse(whole).choices[0].message.reasoning_details)
    }
  )

  const interleaved: readonly ChatEvent[] = [
    { type: "start", response: {} },
    { type: "part", candidate: 0, part: 0, value: call("c1", "f", "") },
    { type: "part", candidate: 0, part: 1, value: call("c2", "g", "") },
    ...["{", '"a":1', "}"].flatMap((text) =>
      [0, 1].map((part) => ({ type: "delta", candidate: 0, part, delta: { type: "input", text } }) as const)
    ),
    { type: "part-end", candidate: 0, part: 0 },
    { type: "part-end", candidate: 0, part: 1 },
    { type: "finish", candidate: 0, finish: { kind: "tool-calls" } },
    { type: "end" }
  ]
  it.each(client(streamText(interleaved), "text/event-stream"))(
    "each of two interleaved calls as done once, whole (%s)",
    async (_, openai) => {
      expect(await openai.done()).toEqual(['f {"a":1}', 'g {"a":1}'])
    }
  )

  const broken: readonly ChatEvent[] = [
    { type: "start", response: {} },
    { type: "part", candidate: 0, part: 0, value: { type: "text", text: "a" } },
    { type: "error", error: new GatewayError("Overloaded", "busy") }
  ]
  it.each(client(streamText(broken), "text/event-stream"))(
    "an error in the middle of a stream (%s)",
    async (_, openai) => {
      await expect(openai.stream()).rejects.toMatchObject({
        message: expect.stringContaining("busy"),
        code: "overloaded"
      })
    }
  )

  const failures: readonly (readonly [reason: GatewayError["reason"], name: string])[] = [
    ["InvalidRequest", "BadRequestError"],
    ["Unauthenticated", "AuthenticationError"],
    ["PermissionDenied", "PermissionDeniedError"],
    ["NotFound", "NotFoundError"],
    ["Conflict", "ConflictError"],
    ["RateLimited", "RateLimitError"],
    ["Internal", "InternalServerError"],
    ["UpstreamFailed", "InternalServerError"]
  ]
  it.each(failures)("the error %s as %s", async (reason, name) => {
    const wire = chatCompletions.encodeError(new GatewayError(reason, "m", { pointer: "/messages/0" }))
    for (const [, openai] of client(wire.body.text, "application/json", wire.status)) {
      const error: unknown = await openai.create().catch((it: unknown) => it)
      expect(error).toMatchObject({ status: wire.status, param: "messages[0]" })
      expect((error as Error).constructor.name).toBe(name)
    }
  })
})
