import * as Formats from "../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { type Format, translateRequest, translateResponse } from "../../src/translate.ts"

/** Answers with what each vendor says in every one of its own work, as their API references and SDK types have it. */
const answers: readonly (readonly [Format, string, object])[] = [
  [
    Formats.chatCompletions,
    "/system_fingerprint",
    {
      id: "c",
      object: "chat.completion",
      created: 1,
      model: "gpt-4o",
      system_fingerprint: "fp_1",
      choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }]
    }
  ],
  [
    Formats.generateContent,
    "/candidates/0/safetyRatings",
    {
      candidates: [
        {
          content: { role: "model", parts: [{ text: "Hi" }] },
          finishReason: "STOP",
          avgLogprobs: -0.1,
          safetyRatings: [{ category: "HARM_CATEGORY_HATE_SPEECH", probability: "NEGLIGIBLE" }]
        }
      ],
      modelVersion: "gemini-2.5-flash"
    }
  ],
  [
    Formats.messages,
    "/usage/inference_geo",
    {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-x",
      content: [{ type: "text", text: "Hi" }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1, inference_geo: "global" }
    }
  ]
]

const pairs = answers.flatMap(([from, path, body]) =>
  [Formats.chatCompletions, Formats.generateContent, Formats.messages]
    .filter((to) => to !== from)
    .map((to) => ({ from, to, path, body }))
)

describe("what a vendor says of its own work", () => {
  it.each(pairs)("is dropped with a cosmetic note alone: $path to $to.id", ({ from, to, path, body }) => {
    const back = translateResponse({ from, to }, body)
    const notes = back.ok ? back.value.notes : []
    expect(notes.find((note) => note.path === path)).toMatchObject({ kind: "dropped", severity: "cosmetic" })
    expect(notes.filter(({ severity }) => severity !== "cosmetic")).toEqual([])
  })
})

describe("when an answer was made", () => {
  const made: readonly (readonly [path: string, from: Format, body: object])[] = [
    ["/created", Formats.chatCompletions, { ...answers[0]?.[2] }],
    ["/createTime", Formats.generateContent, { ...answers[1]?.[2], createTime: "2026-11-23T00:00:00Z" }],
    [
      "/created_at",
      Formats.responses,
      {
        id: "resp_1",
        object: "response",
        created_at: 1_790_000_000,
        status: "completed",
        model: "gpt-5.5",
        output: [
          {
            id: "msg_1",
            type: "message",
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: "Hi", annotations: [] }]
          }
        ]
      }
    ]
  ]

  it.each(made)("is noted where the answer says it: %s", (path, from, body) => {
    const back = translateResponse({ from, to: Formats.messages }, body)
    expect(back.ok && back.value.notes).toContainEqual(expect.objectContaining({ path, rule: "messages/bookkeeping" }))
  })
})

/**
 * Whether a vendor keeps a request. A Responses upstream is told that it does not, and Anthropic's API has no such choice;
 * Google's and OpenAI's accounts have a setting for where nothing is said.
 *
 * @see https://ai.google.dev/gemini-api/docs/logs-datasets that new projects log what does not say otherwise (2026-11)
 */
describe.each([true, false])("that a request is to be stored or not (%s)", (store) => {
  const chat = { model: "m", max_tokens: 20, store, messages: [{ role: "user", content: "q" }] }
  const gemini = { store, contents: [{ role: "user", parts: [{ text: "q" }] }] }
  const asked = (from: Format, to: Format, body: object, strict: boolean) =>
    translateRequest({ from, to, target: { model: "m" }, strict }, body)

  it.each([
    [Formats.responses, "Nothing is stored at the vendor: `store` was sent as false."],
    [Formats.messages, "`store` is not supported by the Messages API and was left out."]
  ])("is a cosmetic note, true to what is sent, for $id, which strict does not refuse", (to, detail) => {
    const sent = asked(Formats.chatCompletions, to, chat, true)
    if (!sent.ok) throw sent.error
    expect(sent.value.notes.filter(({ path }) => path === "/store")).toMatchObject([{ severity: "cosmetic", detail }])
    expect(JSON.parse(sent.value.body).store).toBe(to === Formats.responses ? false : undefined)
  })

  it.each([
    [Formats.chatCompletions, Formats.generateContent, chat],
    [Formats.generateContent, Formats.chatCompletions, gemini]
  ])("may be lost from $id on: an account's setting decides", (from, to, body) => {
    const sent = asked(from, to, body, false)
    const detail = "Whether this is stored is a setting of the vendor's account; `store` was not sent."
    expect(sent.ok && sent.value.notes).toContainEqual(
      expect.objectContaining({ path: "/store", severity: "meaning", detail })
    )
  })
})
