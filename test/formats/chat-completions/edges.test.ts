import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { renamedReasoning } from "../../../src/formats/chat-completions/passthrough.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import type { ContentPart } from "../../../src/core/chat/chat.ts"
import { answer, answered, brief, chunk, decoded, encoded, events, foreign, said, stamp, written } from "./given.ts"

describe("a request", () => {
  it("wants JSON where the other vendor's client named its media type", () => {
    const { body } = encoded(foreign({ output: { type: "mime", mime: "application/json" } }))
    expect(body.response_format).toEqual({ type: "json_object" })
  })

  it("keeps what stands under the name of a cache mark and is none", () => {
    const cache_control = { type: "tomorrow" }
    const content = [{ type: "text", text: "a", cache_control }]
    const again = encoded(decoded(said({ role: "user", content })).request).body
    expect(again.messages).toEqual([{ role: "user", content }])
  })

  it("goes back to its own vendor with the results of calls in the order in which they stood", () => {
    const calls = ["c1", "c2"].map((id) => ({ id, type: "function", function: { name: "f", arguments: "{}" } }))
    const results = ["c2", "c1"].map((tool_call_id) => ({ role: "tool", tool_call_id, content: "ok" }))
    const messages = [
      { role: "user", content: "a" },
      { role: "assistant", content: null, tool_calls: calls },
      ...results
    ]
    const again = encoded(decoded({ model: "m", messages }).request).body.messages
    expect(again.slice(2).map((it: { tool_call_id: string }) => it.tool_call_id)).toEqual(["c2", "c1"])
  })
})

describe("an answer", () => {
  it("that counts its completion alone has written no more than that", () => {
    expect(answered(answer({ content: "a" }, { usage: { completion_tokens: 0 } })).response.usage?.text).toBe(0)
  })

  const call = (id?: string): ContentPart => ({
    type: "tool-call",
    name: "f",
    of: "function",
    runBy: "client",
    input: { kind: "json", json: JsonText.source('{"a":1}') },
    ...(id === undefined ? {} : { id })
  })

  it.each([
    ["without one is noted, as one was made", undefined, [["required-member", ""]]],
    ["with its own is not", "c1", []]
  ])("has an id for each call: %s", (_, id, notes) => {
    const response = { candidates: [{ index: 0, parts: [call(id)], finish: { kind: "tool-calls" } }] } as const
    expect(brief(written(response).notes)).toEqual(notes)
  })

  it("of one's own kind that has a refusal among its parts tells it there again", () => {
    const content = [
      { type: "text", text: "a" },
      { type: "refusal", refusal: "no" }
    ]
    const { request } = decoded({
      model: "m",
      messages: [
        { role: "user", content: "q" },
        { role: "assistant", content }
      ]
    })
    expect(encoded(request).body.messages[1]).toEqual({ role: "assistant", content })
  })
})

describe("a stream", () => {
  it.each([
    ["a name that is no text", { name: 5 }],
    ["an input that is no text", { input: 5 }]
  ])("breaks with a call of %s", (_, custom) => {
    const told = events([chunk({ tool_calls: [{ index: 0, id: "c", type: "custom", custom }] })])
    expect(told.map(({ type }) => type)).toContain("error")
  })

  it("notes at its top an event that only another API has", () => {
    const machine = chatCompletions.encodeStream({ ...defaultReplyPreferences, stream: true }, stamp)
    machine.push({ type: "frame", format: "elsewhere", kind: "heartbeat", body: JsonText.source("{}") })
    expect(machine.notes().map(({ path }) => path)).toEqual([""])
  })
})

describe("reasoning under its newer name", () => {
  it("is told under the older one, too", () => {
    const [edit] = renamedReasoning({ reasoning: "Hm." }, "/d")
    expect(edit?.path).toBe("/d/reasoning_content")
    expect(edit?.value instanceof JsonText && edit.value.value).toBe("Hm.")
  })

  it.each([
    ["has it already", { reasoning: "Hm.", reasoning_content: "Hm." }],
    ["has none", {}]
  ])("is not, where a message %s", (_, delta) => expect(renamedReasoning(delta, "/d")).toEqual([]))
})
