import { describe, expect, it } from "vitest"
import type { ChatMessage, ChatRequest, ContentPart, FinishReason } from "../../../src/core/chat/chat.ts"
import { type ChatFormat, defaultReplyPreferences, type RequestTarget } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { messages as messagesFormat } from "../../../src/formats/messages/index.ts"
import { responses } from "../../../src/formats/responses/index.ts"
import { translateResponse, translateStream } from "../../../src/translate.ts"
import { eventsOf } from "./saying.ts"

const text: ContentPart = { type: "text", text: "?", at: "/text" }
const user: ChatMessage = { role: "user", parts: [text], at: "/user" }

const call: ContentPart = {
  type: "tool-call",
  id: "c1",
  name: "f",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source("{}") },
  at: "/call"
}
const result: ContentPart = {
  type: "tool-result",
  id: "c1",
  of: "function",
  runBy: "client",
  output: { kind: "parts", parts: [] },
  at: "/result"
}
const found: ContentPart = {
  type: "tool-result",
  id: "s1",
  of: "web-search",
  runBy: "provider",
  output: { kind: "json", json: JsonText.source("[]") },
  at: "/found"
}

/** The rules and places of what is noted of a request, refused or not. */
const noted = (to: ChatFormat, more: Partial<ChatRequest>, target: RequestTarget = { model: "m" }) => {
  const encoded = to.encodeRequest({ model: "m", maxTokens: 99, messages: [user], at: "", ...more }, target)
  return (encoded.ok ? encoded.value : encoded.error).notes.map(({ rule, path }) => `${rule} ${path}`)
}

describe("what is lost of a request is told", () => {
  it("a name, of whose message nothing is left", () => {
    const held: ChatMessage = { role: "user", name: "ann", parts: [{ ...found, at: "/p" }], at: "/named" }
    expect(noted(chatCompletions, { messages: [user, held] })).toEqual([
      "chat-completions/unknown-part /p",
      "chat-completions/empty-message /named"
    ])
  })

  it.each([chatCompletions, messagesFormat, generateContent, responses])(
    "a result in the assistant's turn, where it answers no call: $id",
    (to) => {
      const messages = [user, { role: "assistant", parts: [call, result], at: "/a" } as const, user]
      expect(noted(to, { messages })).toEqual(
        expect.arrayContaining([`${to.id}/unpaired-call /result`, `${to.id}/unpaired-call /call`])
      )
    }
  )

  it("citations of a text of the client's", () => {
    const source = { kind: "url", url: "https://a.example/" } as const
    const cited: ContentPart = { ...text, citations: [{ source, at: "/cited" }, { source }] }
    expect(noted(responses, { messages: [{ ...user, parts: [cited] }] })).toEqual([
      "responses/citation /cited",
      "responses/citation /text/citations"
    ])
  })

  it("what a vendor's own search found, beside the result of a call", () => {
    const messages = [user, { role: "assistant", parts: [call] } as const, { ...user, parts: [result, found, text] }]
    expect(noted(responses, { messages })).toEqual(["responses/unknown-part /found"])
  })

  it("that log probabilities are not wanted, where a number of likely tokens is", () => {
    expect(noted(responses, { logprobs: false, topLogprobs: 2 })).toEqual(["responses/unsupported /logprobs"])
    expect(noted(responses, { topLogprobs: 2 })).toEqual([])
  })

  it("that thinking is asked for, where only its form was said", () => {
    const adaptive: RequestTarget = { model: "m", thinking: { adaptive: true, effort: true, off: true } }
    expect(noted(messagesFormat, { thinking: { visible: "summarized" } }, adaptive)).toEqual([
      "messages/thinking-form /thinking"
    ])
    expect(noted(messagesFormat, { thinking: { mode: "auto", visible: "summarized" } }, adaptive)).toEqual([])
  })

  it("calls one at a time, beside a choice that says nothing without tools", () => {
    expect(noted(messagesFormat, { parallelToolCalls: false, toolChoice: { mode: "auto" } })).toEqual([
      "messages/idle-setting /toolChoice",
      "messages/idle-setting /parallelToolCalls"
    ])
  })
})

describe("what is lost of an answer is told", () => {
  const notedOf = (to: ChatFormat, parts: readonly ContentPart[], finish: FinishReason) =>
    to
      .encodeResponse({ candidates: [{ index: 0, parts, finish }] }, defaultReplyPreferences, {
        id: "a",
        created: 1,
        model: "m"
      })
      .notes.map(({ rule, path }) => `${rule} ${path}`)

  it("what a search found whose id only a call of the client's has", () => {
    expect(notedOf(responses, [call, { ...found, id: "c1" }], { kind: "tool-calls" })).toEqual([
      "responses/provider-call /found"
    ])
  })

  it("that a sound is moved before a picture", () => {
    const source = { kind: "base64", data: "AAAA" } as const
    const picture: ContentPart = { type: "media", media: "image", mime: "image/png", source, at: "/picture" }
    const sound: ContentPart = { type: "media", media: "audio", source, at: "/sound" }
    expect(notedOf(chatCompletions, [picture, sound], { kind: "stop" })).toEqual(["chat-completions/part-order /sound"])
    expect(notedOf(chatCompletions, [sound, picture], { kind: "stop" })).toEqual([])
  })
})

/** @see `FinishReason` of `@google/genai` 3.3: what was withheld, and why, in more words than other vendors have */
describe.each([
  [chatCompletions, "Chat Completions"],
  [messagesFormat, "Messages"],
  [responses, "Responses"]
] as const)("why Gemini withheld something, told in $id", (to, api) => {
  const noted = (finishReason: string) => {
    const body = { candidates: [{ index: 0, content: { parts: [{ text: "Half" }] }, finishReason }] }
    const back = translateResponse({ from: generateContent, to }, body)
    const stream = translateStream({ from: generateContent, to })
    stream.push(eventsOf([body]))
    stream.end()
    if (!back.ok) throw back.error
    return [back.value.notes, stream.notes()].map((notes) =>
      notes.filter(({ rule }) => rule === `${to.id}/finish-reason`).map(({ severity, detail }) => [severity, detail])
    )
  }

  it.each(["RECITATION", "SPII", "LANGUAGE"])("is named in the note: %s", (word) => {
    const note = ["meaning", `The ${api} API has no such reason; the nearest was written. It was \`${word}\`.`]
    expect(noted(word)).toEqual([[note], [note]])
  })
})
