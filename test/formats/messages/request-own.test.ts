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

  it("names the server whose tool was called", () => {
    const content = [{ type: "mcp_tool_use", id: "mcptoolu_1", name: "f", server_name: "srv", input: {} }]
    const { messages } = decoded(minimal({ messages: [{ role: "assistant", content }] }))
    expect(messages[0]?.parts[0]).toMatchObject({ type: "tool-call", of: "mcp", server: "srv" })
  })

  it("names the documents and the finds that a text cites", () => {
    const block = { start_block_index: 0, end_block_index: 1 }
    const text = {
      type: "text",
      text: "a",
      citations: [
        { type: "content_block_location", cited_text: "b", document_index: 0, document_title: "T", ...block },
        { type: "search_result_location", cited_text: "c", search_result_index: 0, title: "S", source: "s", ...block }
      ]
    }
    const { messages } = decoded(minimal({ messages: [{ role: "assistant", content: [text] }] }))
    expect(messages[0]?.parts[0]).toMatchObject({
      citations: [{ source: { kind: "document", title: "T" } }, { source: { kind: "search-result", title: "S" } }]
    })
  })

  it("asks for thinking as this format's client said it, of a model that nothing is known of", () => {
    const said = { thinking: { type: "enabled", budget_tokens: 2000 }, output_config: { effort: "high" } }
    expect(bodyOf(decoded(minimal({ ...said, max_tokens: 1 })))).toMatchObject(said)
  })

  it("keeps a choice that came without tools in this format", () => {
    expect(bodyOf(decoded(minimal({ tool_choice: { type: "auto" } })))["tool_choice"]).toEqual({ type: "auto" })
  })
})
