import { beforeAll, describe, expect, it } from "vitest"
import { defaultReplyPreferences, emptyReplyContext } from "../../src/core/format.ts"
import { type Json, JsonText } from "../../src/core/json/json.ts"
import { parsedOrNull } from "../../src/core/json/value.ts"
import { all, decode, encode, stamp, callOf } from "./calling.ts"
import { samples } from "./law.ts"
import { bodies, framesOf, taken, writtenRequest } from "./losses.ts"
import { wildRequest, wildResponse } from "./made/wild.ts"
import { type Subject, everySubject } from "./subjects.ts"
import { type SdkType, type WireType, wireTypes } from "./wire-types.ts"

const kinds = ["request", "response", "stream"] as const
type Kind = (typeof kinds)[number]

const google = "@google/genai"
const openaiResponses = "openai/resources/responses/responses"

/** What the vendor's own SDK takes and gives. */
const declared: Readonly<Record<string, Readonly<Record<Kind, SdkType>>>> = {
  "chat-completions": {
    request: { module: "openai/resources/chat/completions", name: "ChatCompletionCreateParams" },
    response: { module: "openai/resources/chat/completions", name: "ChatCompletion" },
    stream: { module: "openai/resources/chat/completions", name: "ChatCompletionChunk" }
  },
  messages: {
    request: { module: "@anthropic-ai/sdk/resources/messages", name: "MessageCreateParams" },
    response: { module: "@anthropic-ai/sdk/resources/messages", name: "Message" },
    stream: { module: "@anthropic-ai/sdk/resources/messages", name: "RawMessageStreamEvent" }
  },
  "generate-content": {
    request: {
      module: google,
      name: "Omit<sdk.GenerateContentConfig, 'tools' | 'systemInstruction'> & { contents: sdk.Content[], tools?: sdk.Tool[], systemInstruction?: sdk.Content, generationConfig?: sdk.GenerationConfig }"
    },
    response: { module: google, name: "GenerateContentResponse" },
    stream: { module: google, name: "GenerateContentResponse" }
  },
  responses: {
    request: { module: openaiResponses, name: "ResponseCreateParams" },
    response: { module: openaiResponses, name: "Response" },
    stream: { module: openaiResponses, name: "ResponseStreamEvent" }
  }
}

/** Members that the types do not declare, and why they are written. Each must still occur. */
const carriers: readonly {
  readonly format: string
  readonly kinds: readonly Kind[]
  readonly why: string
  readonly members: readonly string[]
}[] = [
  {
    format: "chat-completions",
    kinds: ["request"],
    why: "thinking and its bytes",
    members: ["/messages/*/reasoning_content", "/messages/*/reasoning_details"]
  },
  {
    format: "chat-completions",
    kinds: ["response"],
    why: "thinking and its bytes, and those of calls",
    members: [
      "/choices/*/message/reasoning_content",
      "/choices/*/message/reasoning_details",
      "/choices/*/message/tool_calls/*/extra_content"
    ]
  },
  {
    format: "chat-completions",
    kinds: ["stream"],
    why: "thinking and its bytes, and those of calls; what a text rests on and a picture, as in a whole answer",
    members: [
      "/choices/*/delta/annotations",
      "/choices/*/delta/images",
      "/choices/*/delta/reasoning_content",
      "/choices/*/delta/reasoning_details",
      "/choices/*/delta/tool_calls/*/extra_content"
    ]
  },
  {
    format: "chat-completions",
    kinds: ["response"],
    why: "the name under which others count what they draw",
    members: ["/usage/completion_tokens_details/image_tokens"]
  },
  {
    format: "chat-completions",
    kinds: ["response"],
    why: "a picture that the model drew, where gateways and vendors alike tell it: the types have no place",
    members: ["/choices/*/message/images"]
  },
  {
    format: "messages",
    kinds: ["request"],
    why: "the types have left sampling to older models, and the sealed summary to a beta",
    members: ["/messages/*/content/*/encrypted_content", "/temperature", "/top_k", "/top_p"]
  },
  {
    format: "messages",
    kinds: ["response"],
    why: "the types have left the sealed summary to a beta",
    members: ["/content/*/encrypted_content"]
  },
  {
    format: "chat-completions",
    kinds: ["request"],
    why: "a made block of tomorrow",
    members: ["/messages/*/content/*/n"]
  },
  {
    format: "messages",
    kinds: ["request"],
    why: "a made block of tomorrow, and a made change of tools",
    members: ["/messages/*/content/*/n", "/messages/*/content/*/tool", "/system/*/n", "/system/*/tool"]
  },
  {
    format: "generate-content",
    kinds: ["request"],
    why: "the SDK takes it beside the others, and sends it among them",
    members: ["/generationConfig/imageConfig"]
  },
  { format: "messages", kinds: ["response"], why: "a made block of tomorrow", members: ["/content/*/n"] },
  {
    format: "chat-completions",
    kinds: ["stream"],
    why: "a stream that breaks ends with an error, which the SDK looks for",
    members: ["/error"]
  },
  {
    format: "messages",
    kinds: ["stream"],
    why: "a stream that breaks ends with an error, which the SDK looks for",
    members: ["/error", "/request_id"]
  },
  {
    format: "generate-content",
    kinds: ["stream"],
    why: "a stream that breaks ends with an error, which the SDK looks for",
    members: ["/error"]
  },
  {
    format: "responses",
    kinds: ["response"],
    why: "the service says whether it keeps an answer, and the types do not",
    members: ["/store"]
  },
  {
    format: "responses",
    kinds: ["stream"],
    why: "the service says so, and the types do not",
    members: ["/name", "/response/store"]
  }
]

/** How many bodies, and frames of streams, each encoder makes. */
const counted: Readonly<Record<string, Readonly<Record<Kind, number>>>> = {
  "chat-completions": { request: 80, response: 517, stream: 69 },
  messages: { request: 54, response: 508, stream: 76 },
  "generate-content": { request: 121, response: 516, stream: 31 },
  responses: { request: 82, response: 513, stream: 82 }
}

/** Bodies of one kind that an encoder makes of what the other formats' fixtures say, and of made values. */
const written = (to: Subject, kind: Kind): readonly Json[] => {
  const others = everySubject.filter((it) => it !== to)
  const fixtures = others.flatMap((from) => bodies(from.format, kind).map(([, body]) => [from, body] as const))
  switch (kind) {
    case "request":
      return [
        ...fixtures.flatMap(([from, body]) => requestOf(from, to, body)),
        ...samples(wildRequest, 500, 11).flatMap((value) => parsed(encode(to.format, value, to.target)?.body))
      ]
    case "response":
      return [
        ...fixtures.flatMap(([from, body]) => {
          const read = from.format.decodeResponse(JsonText.source(JSON.stringify(body)), emptyReplyContext)
          return read.ok
            ? parsed(to.format.encodeResponse(read.value.value, defaultReplyPreferences, stamp).value.text)
            : []
        }),
        ...samples(wildResponse, 500, 12).flatMap((value) =>
          parsed(to.format.encodeResponse(value, defaultReplyPreferences, stamp).value.text)
        )
      ]
    case "stream":
      return fixtures.flatMap(([from, body]) => {
        const reader = from.format.decodeStream(emptyReplyContext)
        const writer = to.format.encodeStream({ ...defaultReplyPreferences, stream: true, usage: true }, stamp)
        const frames = all(writer, all(reader, framesOf(Array.isArray(body) ? body : [])))
        return frames.flatMap(({ data }) => parsed(data))
      })
  }
}

const requestOf = (from: Subject, to: Subject, body: Json): readonly Json[] => {
  const left = taken(writtenRequest(from.format, to), body)
  if (left === null) return []
  const { request } = decode(from.format, callOf(JSON.stringify(left)))
  return parsed(encode(to.format, request, { ...to.target, model: request.model })?.body)
}

const parsed = (text: string | undefined): readonly Json[] => {
  const value = text === undefined ? null : parsedOrNull(text)
  return value === undefined || value === null ? [] : [value]
}

let types: readonly WireType[] = []

beforeAll(() => {
  types = wireTypes(everySubject.flatMap(({ format }) => kinds.flatMap((kind) => declared[format.id]?.[kind] ?? [])))
}, 120_000)

describe.each(everySubject.map((to, index) => ({ id: to.format.id, to, index })))(
  "what $id writes",
  ({ id, to, index }) => {
    it.each(kinds)("of kind %s has the vendor's own members, and carriers", (kind) => {
      const type = types[index * kinds.length + kinds.indexOf(kind)]
      const made = written(to, kind)
      const found = new Set(made.flatMap((body) => type?.strangers(body) ?? ["no type"]))
      const known = carriers.filter((it) => it.format === id && it.kinds.includes(kind)).flatMap((it) => it.members)
      expect([...found].toSorted()).toEqual(known.toSorted())
      expect(made.length).toBe(counted[id]?.[kind])
    })
  }
)
