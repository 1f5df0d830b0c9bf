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
 * Google's and OpenAI's accounts have a setting for where nothing is said. That these do not keep it can be said in all of
 * their APIs.
 *
 * @see https://ai.google.dev/gemini-api/docs/logs-datasets that new projects log what does not say otherwise (2026-11)
 * @see https://developers.openai.com/api/docs/guides/migrate-to-responses that new accounts store chat completions (2026-11)
 */
describe("whether a request is to be stored", () => {
  const bodyOf = {
    responses: { model: "m", input: "q" },
    "chat-completions": { model: "m", max_tokens: 20, messages: [{ role: "user", content: "q" }] },
    "generate-content": { contents: [{ role: "user", parts: [{ text: "q" }] }] }
  }
  const { responses, messages, chatCompletions, generateContent } = Formats
  const asked = (from: keyof typeof bodyOf, to: Format, store: boolean, vendor: string, strict = false) => {
    const format = { responses, "chat-completions": chatCompletions, "generate-content": generateContent }[from]
    const call = { from: format, to, target: { model: "m", vendor }, strict }
    const sent = translateRequest(call, { ...bodyOf[from], store })
    if (!sent.ok) throw sent.error
    return {
      store: JSON.parse(sent.value.body).store,
      notes: sent.value.notes.filter(({ path }) => path === "/store").map(({ severity, detail }) => [severity, detail])
    }
  }
  const told = ["cosmetic", "Nothing is stored at the vendor: `store` was sent as false."]
  const unknown = ["cosmetic", "`store` is not supported by the Messages API and was left out."]
  const set = ["cosmetic", "Whether this is stored is a setting of the vendor's account; `store` was not sent."]

  it.each(["chat-completions", "generate-content"] as const)("is told to a Responses upstream: no, from %s", (from) => {
    expect(asked(from, responses, true, "openai", true)).toEqual({ store: false, notes: [told] })
    expect(asked(from, responses, false, "openai", true)).toEqual({ store: false, notes: [] })
  })

  it.each(["responses", "generate-content"] as const)("is told to OpenAI's chat completions: no, from %s", (from) => {
    expect(asked(from, chatCompletions, false, "openai", true)).toEqual({ store: false, notes: [] })
  })

  it.each(["responses", "chat-completions"] as const)("is told to Gemini: no, from %s", (from) => {
    expect(asked(from, generateContent, false, "google", true)).toEqual({ store: false, notes: [] })
  })

  it.each([
    ["responses", chatCompletions, "deepseek"],
    ["generate-content", chatCompletions, "deepseek"]
  ] as const)("is left to the account, from %s to $1.id of %s", (from, to, vendor) => {
    expect(asked(from, to, false, vendor, true)).toEqual({ store: undefined, notes: [set] })
  })

  it("is nothing that Anthropic asks", () => {
    for (const from of ["responses", "chat-completions", "generate-content"] as const)
      expect(asked(from, messages, false, "anthropic", true)).toEqual({ store: undefined, notes: [unknown] })
  })

  it("is a wish that another vendor's account decides", () => {
    expect(asked("responses", chatCompletions, true, "openai").notes).toEqual([set])
    expect(asked("responses", generateContent, true, "google").notes).toEqual([set])
    expect(asked("chat-completions", generateContent, true, "google").notes).toEqual([set])
    expect(asked("generate-content", chatCompletions, true, "openai").notes).toEqual([set])
  })
})
