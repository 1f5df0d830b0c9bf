import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest, translateResponse, translateStream } from "../../../src/translate.ts"
import { eventsOf } from "./saying.ts"

const given = [
  { to: responses, body: { model: "m", input: "Hi" } },
  { to: chatCompletions, body: { model: "m", messages: [{ role: "user", content: "Hi" }] } },
  { to: messages, body: { model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] } }
] as const

/** How the answer to a request is translated. */
const replyOf = ({ to, body }: (typeof given)[number], from: typeof generateContent | typeof chatCompletions) => {
  const there = translateRequest({ from: to, to: from, target: { model: "m" } }, JSON.stringify(body))
  if (!there.ok) throw there.error
  return there.value.reply
}

const counts = { promptTokenCount: 3, totalTokenCount: 3 }

/** Answers without anything in them, and without a reason for that. */
const empty = [
  { from: generateContent, body: { candidates: [], usageMetadata: counts } },
  { from: generateContent, body: { usageMetadata: counts } },
  { from: generateContent, body: { candidates: [], promptFeedback: { safetyRatings: [] } } },
  { from: chatCompletions, body: { id: "c", object: "chat.completion", created: 1, model: "m", choices: [] } }
]

/** @see https://github.com/google-gemini-php/client/issues/168 (2026-07) */
describe.each(given)("an answer that says neither anything nor why, told in $to.id", (client) => {
  it.each(empty.filter(({ from }) => from.id !== client.to.id))(
    "fails whole as it does streamed: %j",
    ({ from, body }) => {
      const reply = replyOf(client, from)
      const whole = translateResponse(reply, JSON.stringify(body))
      const stream = translateStream(reply)
      stream.push(eventsOf([body]))
      stream.end()
      const failed = whole.ok ? undefined : whole.error
      expect([failed, stream.failure()]).toMatchObject([{ reason: "UpstreamFailed" }, { reason: "UpstreamFailed" }])
    }
  )

  it("is an answer where the vendor blocked the prompt", () => {
    const reply = replyOf(client, generateContent)
    const body = { candidates: [], promptFeedback: { blockReason: "SAFETY" }, usageMetadata: counts }
    const stream = translateStream(reply)
    stream.push(eventsOf([body]))
    stream.end()
    expect([translateResponse(reply, JSON.stringify(body)).ok, stream.failure()]).toEqual([true, undefined])
  })
})

/** @see https://ai.google.dev/api/generate-content `PromptFeedback`: a blocked prompt has no candidates (read 2026-11) */
describe.each(given)("a prompt that Gemini blocked, told in $to.id", (client) => {
  it("leaves the same notes whole as streamed", () => {
    const reply = replyOf(client, generateContent)
    const feedback = { blockReason: "SAFETY", blockReasonMessage: "No." }
    const body = { promptFeedback: feedback, usageMetadata: { ...counts, candidatesTokenCount: 0 } }
    const whole = translateResponse(reply, JSON.stringify(body))
    const stream = translateStream(reply)
    stream.push(eventsOf([body]))
    stream.end()
    const said = (notes: readonly { readonly rule: string; readonly path: string }[]) =>
      notes.map(({ rule, path }) => `${rule} ${path}`).toSorted()
    expect(said(stream.notes())).toEqual(said(whole.ok ? whole.value.notes : []))
  })
})
