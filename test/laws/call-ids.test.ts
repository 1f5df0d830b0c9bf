import { describe, expect, it } from "vitest"
import { splice } from "../../src/exchange/body.ts"
import { passthrough as passingChat } from "../../src/formats/chat-completions/passthrough.ts"
import { passthrough as passingContents } from "../../src/formats/generate-content/passthrough.ts"
import { passthrough as passingMessages } from "../../src/formats/messages/passthrough.ts"
import { passthrough as passingResponses } from "../../src/formats/responses/passthrough.ts"
import { sealCallId } from "../../src/core/chat/call-id.ts"
import type { ChatResponse, ChatEvent } from "../../src/core/chat/chat.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../src/core/format.ts"
import { JsonText } from "../../src/core/json/json.ts"
import type { OpaqueBytes } from "../../src/core/chat/node.ts"
import type { Passthrough } from "../../src/core/passthrough.ts"
import { unfoldResponse } from "../../src/core/events/fold.ts"
import { callOf, decode, encode, stamp } from "./calling.ts"
import type { Choices } from "./choices.ts"
import { law } from "./law.ts"
import { everySubject } from "./subjects.ts"

const data = "c2VjcmV0LWJ5dGVz"

const bytes = (vendor: string, model?: string): OpaqueBytes => ({
  vendor,
  kind: "signature",
  data,
  ...(model === undefined ? {} : { model })
})

/** The id of a call of `get_weather` behind one thought. */
const idWith = (opaque: OpaqueBytes, name = "get_weather"): string =>
  sealCallId("call_1", name, { opaque: [opaque], thoughts: [{ text: "Need the weather.", opaque: [opaque], back: 0 }] })

/** Ids whose bytes must not be believed. */
const forged =
  (vendor: string) =>
  (c: Choices): string =>
    c.one([
      () => idWith(bytes("elsewhere")),
      () => idWith(bytes(vendor, "model-9")),
      () => idWith(bytes(vendor), "get_time"),
      () => idWith(bytes(vendor)).slice(0, 8 + c.below(60)),
      () => idWith(bytes(vendor)).replace("call_1", "call_2"),
      () => `toolu_01-isg1-${c.pick(["", "e30", "0123456789abcdef", "0123456789abcdefAAA"])}`
    ])

const bodies: Readonly<Record<string, (id: string) => unknown>> = {
  "chat-completions": (id) => ({
    model: "model-1",
    messages: [
      { role: "user", content: "hi" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id, type: "function", function: { name: "get_weather", arguments: "{}" } }]
      },
      { role: "tool", tool_call_id: id, content: "sunny" }
    ]
  }),
  "generate-content": (id) => ({
    contents: [
      { role: "user", parts: [{ text: "hi" }] },
      { role: "model", parts: [{ functionCall: { id, name: "get_weather", args: {} } }] },
      { role: "user", parts: [{ functionResponse: { id, name: "get_weather", response: { output: "sunny" } } }] }
    ]
  }),
  messages: (id) => ({
    model: "model-1",
    max_tokens: 100,
    messages: [
      { role: "user", content: "hi" },
      { role: "assistant", content: [{ type: "tool_use", id, name: "get_weather", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "sunny" }] }
    ]
  }),
  responses: (id) => ({
    model: "model-1",
    input: [
      { role: "user", content: "hi" },
      { type: "function_call", call_id: id, name: "get_weather", arguments: "{}" },
      { type: "function_call_output", call_id: id, output: "sunny" }
    ]
  })
}

const passings: Readonly<Record<string, Passthrough>> = {
  "chat-completions": passingChat,
  "generate-content": passingContents,
  messages: passingMessages,
  responses: passingResponses
}

describe.each(everySubject)("the id of a call in $format.id", ({ format }) => {
  const bodyOf = (id: string): string => JSON.stringify(bodies[format.id]?.(id))

  describe.each(everySubject)("towards $format.id", ({ format: to, target }) => {
    const vendor = target.vendor ?? ""
    const sent = (id: string): string => {
      const body = bodyOf(id)
      return format === to
        ? splice(body, passings[format.id]?.edits(callOf(body)).value ?? [])
        : (encode(to, decode(format, callOf(body)).request, target)?.body ?? "")
    }

    law("whose bytes are forged sends nothing of them on, and is never an error", forged(vendor), (id) => {
      expect(sent(id)).toContain("sunny")
      expect(sent(id).replaceAll(id, "")).not.toContain(data)
    })

    law(
      "goes on as the plain one, for call and result",
      () => idWith(bytes(vendor)),
      (id) => {
        expect(sent(id).split('"call_1"')).toHaveLength(3)
        expect(sent(id)).not.toContain("-isg1-")
      }
    )
  })
})

const thought = { type: "reasoning", text: "Need the weather.", opaque: [bytes("elsewhere")] } as const

const called = {
  type: "tool-call",
  id: "call_1",
  name: "get_weather",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source("{}") },
  opaque: [bytes("elsewhere")]
} as const

const answer: ChatResponse = {
  candidates: [{ index: 0, parts: [thought, called], finish: { kind: "tool-calls" } }],
  usage: { input: 1, text: 1 }
}

/** The same answer as its upstream may stream it: the thought in pieces, its bytes at its end. */
const pieces: readonly ChatEvent[] = [
  { type: "start", response: {} },
  { type: "part", candidate: 0, part: 0, value: { type: "reasoning", text: "Need " } },
  { type: "delta", candidate: 0, part: 0, delta: { type: "text", text: "the weather." } },
  { type: "delta", candidate: 0, part: 0, delta: { type: "opaque", opaque: bytes("elsewhere") } },
  { type: "part-end", candidate: 0, part: 0 },
  { type: "part", candidate: 0, part: 1, value: called },
  { type: "part-end", candidate: 0, part: 1 },
  { type: "finish", candidate: 0, finish: { kind: "tool-calls" } },
  { type: "usage", usage: { input: 1, text: 1 } },
  { type: "end" }
]

describe.each(everySubject)("the id of a call that an answer in $format.id tells", ({ format }) => {
  const idsIn = (text: string): readonly string[] => [...new Set(text.match(/call_1[\w-]*/g))]
  const streamed = (events: readonly ChatEvent[], thinking: "field" | "hidden"): string => {
    const machine = format.encodeStream({ ...defaultReplyPreferences, stream: true, thinking }, stamp)
    return [...events.flatMap((event) => machine.push(event)), ...machine.end("clean")].map(({ data: it }) => it).join()
  }

  it.each(["field", "hidden"] as const)(
    "is one and the same, whole, streamed and in pieces: thoughts %s",
    (thinking) => {
      const whole = format.encodeResponse(answer, { ...defaultReplyPreferences, thinking }, stamp).value.text
      const id = idWith(bytes("elsewhere"))
      expect(idsIn(whole)).toEqual([id])
      expect(idsIn(streamed(unfoldResponse(answer), thinking))).toEqual([id])
      expect(idsIn(streamed(pieces, thinking))).toEqual([id])
    }
  )

  it("is read again as the plain one", () => {
    const body = format.encodeResponse(answer, defaultReplyPreferences, stamp).value
    const read = format.decodeResponse(body, emptyReplyContext)
    expect(read.ok && read.value.value.candidates[0]?.parts.at(-1)).toMatchObject({ id: "call_1" })
  })
})
