import { describe, expect, it } from "vitest"
import { bodyOf, decoded, minimal } from "./reading.ts"

describe("what this format's own client said", () => {
  it("keeps a message apart that has members of this format's own", () => {
    const messages = [
      { role: "user", content: "A" },
      { role: "user", content: "B", x_new: 1 },
      { role: "user", content: [{ type: "text", text: "C" }] }
    ]
    expect(bodyOf(decoded(minimal({ messages })))["messages"]).toEqual(messages)
  })

  it("reads a summary of earlier turns with its place, and without bytes where it has none", () => {
    const content = [{ type: "compaction", content: "They met." }]
    const { messages } = decoded(minimal({ messages: [{ role: "assistant", content }] }))
    const [summary] = messages[0]?.parts ?? []
    expect(summary).toMatchObject({ type: "compaction", text: "They met.", at: "/messages/0/content/0" })
    expect(summary).not.toHaveProperty("opaque")
  })

  it("takes a mark of the kind `persistent` for one of an hour", () => {
    const content = [{ type: "text", text: "A", cache_control: { type: "persistent" } }]
    const { messages } = decoded(minimal({ messages: [{ role: "user", content }] }))
    expect(messages[0]?.parts[0]).toMatchObject({ cache: { ttl: "1h" } })
  })

  it("asks for thinking as this format's client said it, of a model that nothing is known of", () => {
    const said = { thinking: { type: "enabled", budget_tokens: 2000 }, output_config: { effort: "high" } }
    expect(bodyOf(decoded(minimal({ ...said, max_tokens: 1 })))).toMatchObject(said)
  })

  it("keeps a choice that came without tools in this format", () => {
    expect(bodyOf(decoded(minimal({ tool_choice: { type: "auto" } })))["tool_choice"]).toEqual({ type: "auto" })
  })
})
