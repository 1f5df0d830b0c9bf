import { describe, expect, it } from "vitest"
import { ChatCompletions, GenerateContent, Messages, translateRequest } from "../../../src/translate.ts"

const translated = (to: typeof GenerateContent | typeof Messages, messages: readonly object[]) => {
  const there = translateRequest({ from: ChatCompletions, to, target: { model: "m" } }, { model: "m", messages })
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
    const there = translated(Messages, asking("data:application/pdf;base64,JVBERi0="))
    const source = { type: "base64", media_type: "application/pdf", data: "JVBERi0=" }
    expect(there?.body.messages[0].content[1]).toEqual({ type: "document", source })
  })

  it("is sent where it is a URL", () => {
    const there = translated(GenerateContent, asking("https://a.example/1.pdf"))
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
    const paths = translated(Messages, repeated([]))?.notes.map(({ path }) => path)
    expect(paths).not.toContain("/messages/1/annotations")
  })

  it("needs one with anything in it", () => {
    const paths = translated(Messages, repeated([{ type: "url_citation" }]))?.notes.map(({ path }) => path)
    expect(paths).toContain("/messages/1/annotations")
  })
})
