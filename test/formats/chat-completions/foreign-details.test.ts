import { describe, expect, it } from "vitest"
import { decoded } from "./given.ts"

describe("another gateway's reasoning_details", () => {
  it.each([
    ["belong to the vendor that their format names", "anthropic-claude-v1", "anthropic"],
    ["of a vendor that is not named are the format's own", "unknown", "openai"]
  ])("%s", (_, format, vendor) => {
    const details = [{ type: "reasoning.text", text: "r", signature: "c2ln", format, index: 0 }]
    const messages = [{ role: "assistant", content: "a", reasoning_details: details }]
    expect(decoded({ model: "m", messages }).request.messages.at(-1)?.parts).toMatchObject([
      { type: "reasoning", text: "r", opaque: [{ vendor, kind: "signature", data: "c2ln" }] },
      { type: "text", text: "a" }
    ])
  })
})
