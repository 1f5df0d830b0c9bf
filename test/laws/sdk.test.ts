import Anthropic from "@anthropic-ai/sdk"
import OpenAI from "openai"
import EarlierOpenAI from "openai-previous"
import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { messages } from "../../src/formats/messages/index.ts"
import { responses } from "../../src/formats/responses/index.ts"
import type { ChatResponse as Answer } from "../../src/core/chat/chat.ts"
import { defaultReplyPreferences, type ChatFormat } from "../../src/core/format.ts"
import { unfoldResponse } from "../../src/core/events/fold.ts"
import { bytesOf, framesOf, isReadable, stamp } from "./calling.ts"
import type { Choices } from "./choices.ts"
import { differences, plain } from "./differ.ts"
import { samples } from "./law.ts"
import { commonResponse } from "./made/common.ts"
import { wildResponse } from "./made/wild.ts"
import { runs } from "./runs.ts"

/** An answer that can be streamed: with a candidate, and with inputs that are JSON objects. */
const told = (c: Choices): Answer => {
  const wild = wildResponse(c)
  return c.chance(50) || wild.candidates.length === 0 || !isReadable(wild) ? commonResponse(c) : wild
}

const client = (body: string | Uint8Array<ArrayBuffer>, type: string) => ({
  apiKey: "none",
  baseURL: "http://sdk.test/v1",
  maxRetries: 0,
  fetch: async (): Promise<Response> => new Response(body, { headers: { "content-type": type } })
})

const question = { role: "user" as const, content: "q" }

/** What an official SDK reads of a whole answer, and what its helper folds of a stream. */
interface Reading {
  readonly format: ChatFormat
  readonly whole: (body: string) => Promise<unknown>
  readonly folded: (body: Uint8Array<ArrayBuffer>) => Promise<unknown>
}

const readings: readonly Reading[] = [
  {
    format: chatCompletions,
    whole: (body) =>
      new OpenAI(client(body, "application/json")).chat.completions.create({ model: "m", messages: [question] }),
    folded: (body) =>
      new OpenAI(client(body, "text/event-stream")).chat.completions
        .stream({ model: "m", messages: [question] })
        .finalChatCompletion()
  },
  {
    format: messages,
    whole: (body) =>
      new Anthropic(client(body, "application/json")).messages.create({
        model: "m",
        max_tokens: 1,
        messages: [question]
      }),
    folded: (body) =>
      new Anthropic(client(body, "text/event-stream")).messages
        .stream({ model: "m", max_tokens: 1, messages: [question] })
        .finalMessage()
  },
  {
    format: responses,
    whole: (body) => new OpenAI(client(body, "application/json")).responses.create({ model: "m", input: "q" }),
    folded: (body) =>
      new OpenAI(client(body, "text/event-stream")).responses.stream({ model: "m", input: "q" }).finalResponse()
  },
  {
    format: responses,
    whole: (body) => new EarlierOpenAI(client(body, "application/json")).responses.create({ model: "m", input: "q" }),
    folded: (body) =>
      new EarlierOpenAI(client(body, "text/event-stream")).responses.stream({ model: "m", input: "q" }).finalResponse()
  }
]

/** Where the two may differ, and why. Each must still occur. */
const exceptions: readonly { readonly format: string; readonly at: RegExp; readonly why: string }[] = [
  {
    format: "chat-completions",
    at: /^\/choices\/\d+\/message\/content$/,
    why: "a stream begins before it shows that there is no text: null is an empty text there"
  },
  { format: "chat-completions", at: /^\/choices\/\d+\/message\/parsed$/, why: "only the helper writes it" },
  {
    format: "chat-completions",
    at: /^\/choices\/\d+\/message\/images\/\d+/,
    why: "the helper does not know the member, and keeps the last list of it"
  },
  {
    format: "chat-completions",
    at: /^\/usage$/,
    why: "the last chunk that was asked for says null of what is unknown"
  },
  { format: "messages", at: /^\/parsed_output$/, why: "only the helper writes it" },
  { format: "responses", at: /^\/output_parsed$/, why: "only the helper writes it" },
  { format: "responses", at: /^\/output\/\d+\/content\/\d+\/parsed$/, why: "only the helper writes it" },
  { format: "responses", at: /^\/output\/\d+\/parsed_arguments$/, why: "only the helper writes it" }
]

describe.each(readings)("the official SDK of $format.id", ({ format, whole, folded }) => {
  it("folds of a stream what it reads of the whole answer", async () => {
    const allowed = exceptions.filter((it) => it.format === format.id)
    const occurred = new Set<RegExp>()
    const answers = samples(told, runs, 4)
    expect(answers).toHaveLength(runs)
    for (const answer of answers) {
      const one = plain(await whole(format.encodeResponse(answer, defaultReplyPreferences, stamp).value.text))
      const other = plain(await folded(new Uint8Array(bytesOf(format, framesOf(format, unfoldResponse(answer))))))
      const found = differences(one, other)
      for (const { at } of allowed) if (found.some((place) => at.test(place))) occurred.add(at)
      expect(found.filter((place) => !allowed.some(({ at }) => at.test(place)))).toEqual([])
    }
    expect([...occurred]).toHaveLength(allowed.length)
  }, 600_000)
})
