import { describe, expect, it } from "vitest"
import { geminiModels, target as targetOf } from "../../../src/families/gemini/models.ts"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest } from "../../../src/translate.ts"

const schema = { type: "object", properties: { city: { type: "string" } } }
const declared = { name: "weather", parameters: schema }
const line = "Answer with one JSON value and nothing else: no other text, and no code fence around it."
const said = { role: "user", content: "Hi" }

const bodies = {
  "chat-completions": {
    messages: [said],
    tools: [{ type: "function", function: declared }],
    response_format: { type: "json_schema", json_schema: { name: "place", schema } }
  },
  messages: {
    max_tokens: 9,
    messages: [said],
    tools: [{ name: "weather", input_schema: schema }],
    output_config: { format: { type: "json_schema", schema } }
  },
  responses: {
    input: "Hi",
    tools: [{ type: "function", ...declared }],
    text: { format: { type: "json_schema", name: "place", schema } }
  }
}

const sent = (id: string, from: typeof chatCompletions | typeof messages | typeof responses, over: object = {}) => {
  const target = { model: id, ...targetOf(geminiModels.get(id), id) }
  const body = { model: id, ...bodies[from.id], ...over }
  const there = translateRequest({ from, to: generateContent, target }, body)
  if (!there.ok) throw there.error
  return { body: JSON.parse(there.value.body), notes: there.value.notes }
}

const everyOther = [chatCompletions, messages, responses]

describe("JSON output beside tools", () => {
  it.each(everyOther)("is asked for in words of a model before Gemini 3, with a note ($id)", (from) => {
    const { body, notes } = sent("gemini-2.5-flash", from)
    expect(body.generationConfig?.responseMimeType).toBeUndefined()
    expect(body.generationConfig?.responseJsonSchema).toBeUndefined()
    expect(body.systemInstruction).toEqual({
      parts: [{ text: `${line} It must fit this schema: ${JSON.stringify(schema)}` }]
    })
    expect(notes.map(({ rule, kind }) => [rule, kind])).toContainEqual([
      "generate-content/output-format",
      "approximated"
    ])
  })

  /** @see https://github.com/snailyp/gemini-balance/issues/264 that 2.5 refuses JSON beside the vendor's own tools (2025-07) */
  it.each([
    [chatCompletions, { tools: undefined, web_search_options: {} }],
    [messages, { tools: [{ type: "web_search_20250305", name: "web_search" }] }],
    [messages, { tools: [{ type: "code_execution_20250825", name: "code_execution" }] }],
    [messages, { tools: [{ type: "web_fetch_20250910", name: "web_fetch" }] }],
    [responses, { tools: [{ type: "web_search" }] }]
  ] as const)("is asked for in words beside the vendor's own tools ($0.id, $1)", (from, over) => {
    const { body, notes } = sent("gemini-2.5-flash", from, over)
    expect(body.tools).toHaveLength(1)
    expect(body.tools[0]).not.toHaveProperty("functionDeclarations")
    expect(body.generationConfig?.responseMimeType).toBeUndefined()
    expect(body.generationConfig?.responseJsonSchema).toBeUndefined()
    expect(body.systemInstruction.parts[0].text).toContain(line)
    expect(notes.map(({ rule }) => rule)).toContain("generate-content/output-format")
  })

  it("is asked for behind the client's own instruction", () => {
    const all = [{ role: "system", content: "Be brief." }, said]
    const { body } = sent("gemini-2.5-flash", chatCompletions, {
      messages: all,
      response_format: { type: "json_object" }
    })
    expect(body.systemInstruction.parts).toEqual([{ text: "Be brief." }, { text: line }])
  })

  it.each(everyOther)("is sent as it is to Gemini 3 ($id)", (from) => {
    const { body, notes } = sent("gemini-3.1-pro-preview", from)
    expect(body.generationConfig.responseMimeType).toBe("application/json")
    expect(notes.map(({ rule }) => rule)).not.toContain("generate-content/output-format")
  })

  it("is sent as it is without tools", () => {
    expect(sent("gemini-2.5-flash", chatCompletions, { tools: undefined }).body).toMatchObject({
      generationConfig: { responseMimeType: "application/json" }
    })
  })

  it("leaves a wish for text alone", () => {
    const { body } = sent("gemini-2.5-flash", chatCompletions, { response_format: { type: "text" } })
    expect(body.systemInstruction).toBeUndefined()
  })
})
