import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest } from "../../../src/translate.ts"

const schema = { type: "object", properties: {} }

/** A name that Google alone takes, and one that it alone does not: it must begin with a letter or `_`. */
const [dotted, numbered] = ["fs.read", "7zip"]

const clients = {
  chat: {
    from: chatCompletions,
    bodyOf: (name: string) => ({
      max_tokens: 99,
      messages: [{ role: "user", content: "Hi" }],
      tools: [
        { type: "function", function: { name: "plain", parameters: schema } },
        { type: "function", function: { name, parameters: schema } }
      ],
      tool_choice: { type: "function", function: { name } }
    }),
    place: "/tools/1/function/name"
  },
  gemini: {
    from: generateContent,
    bodyOf: (name: string) => ({
      generationConfig: { maxOutputTokens: 99 },
      contents: [{ role: "user", parts: [{ text: "Hi" }] }],
      tools: [{ functionDeclarations: [{ name: "plain" }, { name }] }]
    }),
    place: "/tools/0/functionDeclarations/1/name"
  }
}

/** The notes of names: severity, rule, place and words. */
const renamed = (from: typeof chatCompletions | typeof generateContent, to: typeof messages, body: object) => {
  const there = translateRequest({ from, to, target: { model: "m" }, strict: true }, { model: "m", ...body })
  if (!there.ok) throw there.error
  return there.value.notes
    .filter(({ rule }) => rule.endsWith("/spelling"))
    .map(({ severity, rule, path, detail }) => [severity, rule, path, detail])
}

/**
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use names at Anthropic: `^[a-zA-Z0-9_-]{1,128}$`
 * @see https://github.com/openai/openai-node `FunctionDefinition.name` (openai 7.57.0): letters, digits, `_` and `-`, 64 of them
 * @see https://ai.google.dev/api/caching#FunctionDeclaration names at Google (read 2026-11)
 */
describe("the name of a tool that its target does not take", () => {
  it.each([
    ["chat", messages, "Messages", dotted],
    ["chat", responses, "Responses", dotted],
    ["chat", generateContent, "Gemini", numbered],
    ["gemini", messages, "Messages", dotted],
    ["gemini", chatCompletions, "Chat Completions", dotted],
    ["gemini", responses, "Responses", "n".repeat(65)]
  ] as const)("is told once, and where it stands: from %s to $1.id", (client, to, api, name) => {
    const { from, bodyOf, place } = clients[client]
    const words = `The ${api} API does not take the name of this tool; it was sent under another.`
    expect(renamed(from, to as typeof messages, bodyOf(name))).toEqual([
      ["cosmetic", `${to.id}/spelling`, place, words]
    ])
  })

  it.each([
    ["chat", messages, "n".repeat(65)],
    ["chat", generateContent, dotted],
    ["gemini", chatCompletions, numbered]
  ] as const)("is none where it is taken: from %s to $1.id", (client, to, name) => {
    const { from, bodyOf } = clients[client]
    expect(renamed(from, to as typeof messages, bodyOf(name))).toEqual([])
  })

  it("is told at its call where the tool is not there any more", () => {
    const call = { id: "c1", type: "function", function: { name: dotted, arguments: "{}" } }
    const talk = [
      { role: "user", content: "Hi" },
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "x" }
    ]
    const notes = renamed(chatCompletions, messages, { max_tokens: 99, messages: talk })
    expect(notes.map(([, , path]) => path)).toEqual(["/messages/1/tool_calls/0/function/name"])
  })
})
