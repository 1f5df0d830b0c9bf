import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest } from "../../../src/translate.ts"

const pdf = { type: "base64", media_type: "application/pdf", data: "JVBERi0=" }
const byUrl = { type: "url", url: "https://a.example/c.pdf" }
const ofParts = { type: "content", content: [{ type: "text", text: "body" }] }
const about = { title: "Contract", context: "It was revoked in 2023." }
const head = "Contract\nIt was revoked in 2023."

const asked = (content: readonly object[]) => ({ model: "m", max_tokens: 99, messages: [{ role: "user", content }] })

const sent = (to: typeof chatCompletions | typeof generateContent | typeof responses, body: object) => {
  const there = translateRequest({ from: messages, to, target: { model: "m" }, strict: true }, body)
  if (!there.ok) throw there.error
  const { contents, messages: turns, input } = JSON.parse(there.value.body)
  const [{ parts, content }] = contents ?? turns ?? input
  return { content: parts ?? content, notes: there.value.notes.map(({ rule, path }) => `${rule} ${path}`) }
}

/**
 * @see https://platform.claude.com/docs/en/build-with-claude/citations the model reads `title` and `context` (read 2026-11)
 * @see https://docs.aws.amazon.com/sdk-for-python/v1/reference/clients/bedrock-runtime/structures/DocumentBlock the same there (read 2026-11)
 */
describe("what is said of a document stands as text before it", () => {
  it.each([
    ["Gemini", generateContent, pdf, { text: head }, { inlineData: { mimeType: "application/pdf", data: "JVBERi0=" } }],
    ["Gemini, by its URL", generateContent, byUrl, { text: head }, { fileData: { fileUri: byUrl.url } }],
    [
      "chat completions",
      chatCompletions,
      pdf,
      { type: "text", text: head },
      { type: "file", file: { file_data: "data:application/pdf;base64,JVBERi0=", filename: "Contract" } }
    ],
    [
      "the Responses API",
      responses,
      pdf,
      { type: "input_text", text: head },
      { type: "input_file", file_data: "data:application/pdf;base64,JVBERi0=", filename: "Contract" }
    ],
    [
      "the Responses API, by its URL",
      responses,
      byUrl,
      { type: "input_text", text: head },
      { type: "input_file", file_url: byUrl.url }
    ]
  ] as const)("for %s", (_, to, source, text, file) => {
    const { content, notes } = sent(to, asked([{ type: "document", source, ...about }]))
    expect(content).toEqual([text, file])
    expect(notes).toContain(`${to.id}/part-text /messages/0/content/0`)
  })

  it("for Gemini, of a text", () => {
    const text = { type: "text", media_type: "text/plain", data: "hi" }
    expect(sent(generateContent, asked([{ type: "document", source: text, ...about }])).content).toEqual([
      { text: head },
      { inlineData: { mimeType: "text/plain", data: "aGk=" } }
    ])
  })

  it("for Gemini, of parts, which alone is a loss", () => {
    const body = asked([{ type: "document", source: ofParts, ...about }])
    const there = translateRequest({ from: messages, to: generateContent, target: { model: "m" } }, body)
    expect(there.ok && JSON.parse(there.value.body).contents[0].parts).toEqual([{ text: head }, { text: "body" }])
  })

  it("in the text of a result, which has none among its media", () => {
    const { contents } = JSON.parse(
      unwrapped({
        model: "m",
        max_tokens: 99,
        messages: [
          { role: "user", content: "q" },
          { role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: {} }] },
          {
            role: "user",
            content: [
              {
                type: "tool_result",
                tool_use_id: "t",
                content: [
                  { type: "text", text: "found" },
                  { type: "document", source: pdf, ...about },
                  { type: "document", source: ofParts }
                ]
              }
            ]
          }
        ]
      })
    )
    expect(contents[2].parts[0].functionResponse).toMatchObject({
      response: { output: `found\n${head}\nbody` },
      parts: [{ inlineData: { mimeType: "application/pdf", data: "JVBERi0=" } }]
    })
  })
})

const unwrapped = (body: object): string => {
  const there = translateRequest({ from: messages, to: generateContent, target: { model: "m" } }, body)
  if (!there.ok) throw there.error
  return there.value.body
}

it("a title alone is the name of a file's bytes, and a text before what has no name", () => {
  const titled = (source: object) => asked([{ type: "document", source, title: "Contract" }])
  expect(sent(chatCompletions, titled(pdf)).content).toHaveLength(1)
  expect(sent(responses, titled(pdf)).content).toHaveLength(1)
  expect(sent(responses, titled(byUrl)).content[0]).toEqual({ type: "input_text", text: "Contract" })
  expect(sent(generateContent, titled(pdf)).content[0]).toEqual({ text: "Contract" })
})

it("an empty title and nothing said of it are no text", () =>
  expect(sent(generateContent, asked([{ type: "document", source: pdf, title: "", context: "" }])).content).toEqual([
    { inlineData: { mimeType: "application/pdf", data: "JVBERi0=" } }
  ]))

/**
 * @see https://github.com/QwenLM/qwen-code/issues/243 the refusal (2025-08)
 * @see https://community.openai.com/t/can-messages-have-metadata-in-chat-completions/1109098 that `store` must be true (read 2026-11)
 */
it.each([
  ["the Responses API", responses, { model: "m", input: "x", metadata: { k: "v" }, store: true }, "/metadata"],
  ["Gemini", generateContent, { contents: [{ parts: [{ text: "x" }] }], labels: { k: "v" } }, "/labels"]
] as const)("labels of %s are not sent to chat completions, which stores nothing", (_, from, body, path) => {
  const there = translateRequest({ from, to: chatCompletions, target: { model: "m" } }, body)
  expect(there.ok && JSON.parse(there.value.body)).toEqual({ model: "m", messages: [{ role: "user", content: "x" }] })
  expect(there.ok && there.value.notes.filter((note) => note.path !== "/store")).toMatchObject([
    { kind: "dropped", severity: "cosmetic", path }
  ])
})

it("labels stay where client and upstream speak chat completions", () => {
  const body = { model: "m", messages: [{ role: "user", content: "x" }], metadata: { k: "v" }, store: true }
  const there = translateRequest({ from: chatCompletions, to: chatCompletions }, body)
  expect(there.ok && JSON.parse(there.value.body)).toEqual(body)
})
