import { describe, expect, it } from "vitest"
import { passthrough } from "../../../src/formats/messages/passthrough.ts"
import { betasFor } from "../../../src/formats/messages/wire.ts"
import { sealEnvelope } from "../../../src/core/chat/envelope.ts"
import { callOf, minimal } from "./reading.ts"

const editsOf = (over: object) => passthrough.edits(callOf(minimal(over))).value

const turn = (...content: readonly object[]) => ({
  messages: [
    { role: "user", content: "A" },
    { role: "assistant", content },
    { role: "user", content: "B" }
  ]
})

describe("edits of bytes that pass", () => {
  it("are none for the vendor's own spelling", () => {
    expect(
      editsOf(turn({ type: "thinking", thinking: "Hm.", signature: "c2ln" }, { type: "text", text: "C" }))
    ).toEqual([])
  })

  it("spell the persistent cache as the vendor does, wherever it stands", () => {
    const cache_control = { type: "persistent" }
    const over = {
      cache_control,
      system: [{ type: "text", text: "S", cache_control }],
      tools: [{ name: "f", cache_control }],
      ...turn({ type: "text", text: "C", cache_control })
    }
    const value = { type: "ephemeral", ttl: "1h" }
    expect(editsOf(over)).toEqual([
      { path: "/cache_control", value },
      { path: "/tools/0/cache_control", value },
      { path: "/system/0/cache_control", value },
      { path: "/messages/1/content/0/cache_control", value }
    ])
  })

  it("take out thinking that nobody signed", () => {
    expect(editsOf(turn({ type: "thinking", thinking: "Hm.", signature: "" }, { type: "text", text: "C" }))).toEqual([
      { path: "/messages/1/content/0" }
    ])
  })

  it("take out another vendor's opaque bytes", () => {
    const signature = sealEnvelope({ vendor: "google", kind: "signature", data: "x" }, 0, "")
    expect(editsOf(turn({ type: "thinking", thinking: "", signature }, { type: "text", text: "C" }))).toEqual([
      { path: "/messages/1/content/0" }
    ])
  })

  it("take out a message that held nothing else", () => {
    expect(editsOf(turn({ type: "thinking", thinking: "Hm.", signature: "" }))).toEqual([{ path: "/messages/1" }])
  })

  it("put the vendor's own opaque bytes back into their place", () => {
    const signature = sealEnvelope({ vendor: "anthropic", kind: "signature", data: "c2ln" }, 0, "Hm.")
    expect(editsOf(turn({ type: "thinking", thinking: "Hm.", signature }, { type: "text", text: "C" }))).toEqual([
      { path: "/messages/1/content/0/signature", value: "c2ln" }
    ])
  })

  it("take out citations that a translation made", () => {
    const made = {
      type: "web_search_result_location",
      cited_text: "",
      url: "https://example.com",
      title: null,
      encrypted_index: ""
    }
    const own = { ...made, encrypted_index: "aWR4" }
    expect(editsOf(turn({ type: "text", text: "C", citations: [made, own] }))).toEqual([
      { path: "/messages/1/content/0/citations/0" }
    ])
    expect(editsOf(turn({ type: "text", text: "C", citations: [made] }))).toEqual([
      { path: "/messages/1/content/0/citations" }
    ])
  })
})

it("a beta whose name only begins like one that is needed does not stand for it", () => {
  expect(betasFor({ mcp_servers: [] }, "mcp-clientele-2026-01-01")).toBe(
    "mcp-clientele-2026-01-01,mcp-client-2025-04-04"
  )
})

describe("thinking with a budget, where the calls that are answered have none", () => {
  const foreign = { type: "thinking", thinking: "Hm.", signature: "" }
  const own = { type: "thinking", thinking: "Hm.", signature: "c2ln" }
  const use = { type: "tool_use", id: "a", name: "f", input: {} }
  const result = { type: "tool_result", tool_use_id: "a", content: "ok" }
  const text = { type: "text", text: "So" }
  const budget = { thinking: { type: "enabled", budget_tokens: 1024 } }
  const off = { path: "/thinking", value: { type: "disabled" } }
  const loop = (content: readonly object[], last: readonly object[] = [result]) => ({
    messages: [
      { role: "user", content: "A" },
      { role: "assistant", content },
      { role: "user", content: last }
    ]
  })

  it("is turned off, with a note", () => {
    const found = passthrough.edits(callOf(minimal({ ...budget, ...loop([foreign, text, use]) })))
    expect(found.value).toEqual([{ path: "/messages/1/content/0" }, off])
    expect(found.notes).toMatchObject([
      { rule: "messages/unsigned-thinking", path: "/messages/1/content/0" },
      { rule: "messages/thinking", kind: "approximated", path: "/thinking" }
    ])
  })

  it("is turned off where the turn is several messages", () => {
    const messages = [
      { role: "user", content: "A" },
      { role: "assistant", content: [foreign, text] },
      { role: "assistant", content: [use] },
      { role: "user", content: [result] }
    ]
    expect(editsOf({ ...budget, messages })).toContainEqual(off)
  })

  it.each([
    ["the vendor's own stays before the calls", { ...budget, ...loop([own, foreign, use]) }],
    ["the turn called nothing", { ...budget, ...loop([foreign, text], [text]) }],
    ["the calls are not answered", { ...budget, ...loop([foreign, text, use], [text]) }],
    ["the model decides about it", { thinking: { type: "adaptive" }, ...loop([foreign, text, use]) }]
  ])("stays where %s", (_, over) => {
    expect(editsOf(over)).toEqual([{ path: expect.stringMatching(/^.messages.1.content.[01]$/) }])
  })

  // another model made the calls
  it("is turned off where the client brought none, with a note", () => {
    const found = passthrough.edits(callOf(minimal({ ...budget, ...loop([text, use]) })))
    expect(found.value).toEqual([off])
    expect(found.notes).toMatchObject([{ rule: "messages/thinking", kind: "approximated", path: "/thinking" }])
  })

  it("wants its body read", () => {
    const reads = (over: object): boolean => passthrough.unread?.leaves(JSON.stringify(over), {}) === false
    expect([reads(budget), reads({ thinking: { type: "adaptive" } })]).toEqual([true, false])
  })

  // a loop of calls is one turn, which begins with thinking
  it("stays where the turn began with the vendor's own, some calls before", () => {
    const messages = [...loop([own, use]).messages, { role: "assistant", content: [use] }, loop([]).messages[2]]
    expect(editsOf({ ...budget, messages })).toEqual([])
    const spoken = messages.with(2, { role: "user", content: [result, text] })
    expect(editsOf({ ...budget, messages: spoken })).toEqual([])
  })

  it("is turned off where only an earlier turn thought", () => {
    const messages = [
      { role: "user", content: "A" },
      { role: "assistant", content: [own, text] },
      ...loop([use]).messages
    ]
    expect(editsOf({ ...budget, messages })).toEqual([off])
  })

  it("stays where an earlier turn lost its own", () => {
    const messages = [
      ...loop([foreign, use]).messages,
      { role: "assistant", content: [own, use] },
      loop([]).messages[2]
    ]
    expect(editsOf({ ...budget, messages })).toEqual([{ path: "/messages/1/content/0" }])
  })
})
