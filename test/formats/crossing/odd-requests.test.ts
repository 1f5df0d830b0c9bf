import * as Formats from "../../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { translateRequest } from "../../../src/translate.ts"

const translated = (
  to: typeof Formats.generateContent | typeof Formats.messages,
  messages: readonly object[],
  more: { readonly tools?: readonly object[] } = {}
) => {
  const there = translateRequest(
    { from: Formats.chatCompletions, to, target: { model: "m" } },
    { model: "m", messages, ...more }
  )
  return there.ok ? { body: JSON.parse(there.value.body), notes: there.value.notes } : undefined
}

describe("a document behind a part of its own", () => {
  const asking = (document: unknown) => [
    {
      role: "user",
      content: [
        { type: "text", text: "a" },
        { type: "document_url", document_url: document }
      ]
    }
  ]

  it("is sent where it is data", () => {
    const there = translated(Formats.messages, asking("data:application/pdf;base64,JVBERi0="))
    const source = { type: "base64", media_type: "application/pdf", data: "JVBERi0=" }
    expect(there?.body.messages[0].content[1]).toEqual({ type: "document", source })
  })

  it("is sent where it is a URL", () => {
    const there = translated(Formats.generateContent, asking("https://a.example/1.pdf"))
    expect(there?.body.contents[0].parts[1]).toEqual({ fileData: { fileUri: "https://a.example/1.pdf" } })
  })
})

describe("an empty list that only its own format has", () => {
  const repeated = (annotations: readonly object[]) => [
    { role: "user", content: "a" },
    { role: "assistant", content: "b", annotations },
    { role: "user", content: "c" }
  ]

  it("needs no note", () => {
    const paths = translated(Formats.messages, repeated([]))?.notes.map(({ path }) => path)
    expect(paths).not.toContain("/messages/1/annotations")
  })

  it("needs one with anything in it", () => {
    const paths = translated(Formats.messages, repeated([{ type: "url_citation" }]))?.notes.map(({ path }) => path)
    expect(paths).toContain("/messages/1/annotations")
  })
})

describe("a picture of a type that is registered by another name", () => {
  const asking = (type: string) => {
    const url = `data:${type};base64,/9j/4AAQSkY=`
    return [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }]
  }
  const spellings = ["image/jpg", "image/JPEG", "Image/Jpg; charset=utf-8"]

  it.each(spellings)("is sent to messages by the registered name: %s", (type) => {
    const source = { type: "base64", media_type: "image/jpeg", data: "/9j/4AAQSkY=" }
    expect(translated(Formats.messages, asking(type))?.body.messages[0].content).toEqual([{ type: "image", source }])
  })

  it.each(spellings)("is sent to generate content by the registered name: %s", (type) => {
    const inlineData = { mimeType: "image/jpeg", data: "/9j/4AAQSkY=" }
    expect(translated(Formats.generateContent, asking(type))?.body.contents[0].parts).toEqual([{ inlineData }])
  })
})

describe("a document that is no PDF and has no name", () => {
  it("is named by its type", () => {
    const parts = ["text/plain", "text/csv", "application/json"].map((mimeType) => ({
      inlineData: { mimeType, data: "aGk=" }
    }))
    const there = translateRequest(
      { from: Formats.generateContent, to: Formats.chatCompletions, target: { model: "m" } },
      { contents: [{ role: "user", parts }] }
    )
    const body = there.ok ? JSON.parse(there.value.body) : undefined
    expect(body.messages[0].content.map((it: { file: { filename: string } }) => it.file.filename)).toEqual([
      "document.txt",
      "document.csv",
      "document.json"
    ])
  })
})

describe("a tool whose schema is a choice at its root", () => {
  const asking = [{ role: "user", content: "a" }]
  const sent = (parameters: object) =>
    translated(Formats.messages, asking, { tools: [{ type: "function", function: { name: "f", parameters } }] })
  const text = { type: "string" }
  const number = { type: "number" }

  it("has the members of its schemas, and a choice for what they say otherwise", () => {
    const first = { type: "object", properties: { kind: { const: "a" }, x: text }, required: ["kind", "x"] }
    const other = { type: "object", properties: { kind: { const: "b" }, x: text, y: number }, required: ["kind"] }
    const there = sent({ oneOf: [first, { $ref: "#/$defs/Other" }], $defs: { Other: other } })
    expect(there?.body.tools[0].input_schema).toEqual({
      type: "object",
      $defs: { Other: other },
      properties: { kind: { anyOf: [{ const: "a" }, { const: "b" }] }, x: text, y: number }
    })
  })

  it("keeps its own members and demands, without those of a choice", () => {
    const root = { type: "object", properties: { a: text, b: text }, required: ["a"], additionalProperties: false }
    const there = sent({ ...root, anyOf: [{ required: ["b"] }, { properties: { a: number } }] })
    expect(there?.body.tools[0].input_schema).toEqual(root)
  })

  it("demands what all of its schemas demand that hold together", () => {
    const there = sent({
      allOf: [
        { properties: { a: text }, required: ["a"] },
        { properties: { b: number }, required: ["a", "b"] }
      ]
    })
    expect(there?.body.tools[0].input_schema).toEqual({
      type: "object",
      properties: { a: text, b: number },
      required: ["a", "b"]
    })
  })

  it("leaves a note at the schema", () => {
    const note = { kind: "approximated", rule: "messages/schema", path: "/tools/0/function/parameters" }
    expect(sent({ anyOf: [{ type: "object" }] })?.notes).toContainEqual(expect.objectContaining(note))
  })
})
