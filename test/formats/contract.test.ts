import { describe, expect, it } from "vitest"
import { chatFormats, contract, missingIn } from "./contract.ts"

describe("the formats of chats", () => {
  it("are found, and no other format is one", () => {
    expect(chatFormats).toEqual(expect.arrayContaining(["chat-completions", "generate-content", "messages"]))
    expect(chatFormats).not.toContain("embeddings")
  })

  it("would be told what they lack", () => {
    expect(missingIn("embeddings", "stream-decode")).toEqual(["decodeStream"])
    expect(missingIn("messages", "tool-calls")).toEqual([])
  })

  it.each(chatFormats)("have one shape: %s names its files and functions as the others do", (format) => {
    const missing = Object.keys(contract).flatMap((file) => missingIn(format, file).map((name) => `${file}: ${name}`))
    expect(missing).toEqual([])
  })
})
