import { describe, expect, it } from "vitest"
import { messages } from "../../../src/formats/messages/index.ts"
import { callOf, decoded, minimal, wrong } from "./reading.ts"

describe("the endpoint's limits", () => {
  it.each([
    ["no model", { model: null }, [""]],
    ["no messages", { messages: null }, [""]],
    ["empty messages", { messages: [] }, ["/messages"]],
    ["no max_tokens", { max_tokens: null }, [""]],
    ["max_tokens of 0", { max_tokens: 0 }, ["/max_tokens"]],
    ["max_tokens of 1.5", { max_tokens: 1.5 }, ["/max_tokens"]],
    ["max_tokens as text", { max_tokens: "10" }, ["/max_tokens"]],
    ["a temperature above 1", { temperature: 1.1 }, ["/temperature"]],
    ["a temperature below 0", { temperature: -0.1 }, ["/temperature"]],
    ["top_p above 1", { top_p: 2 }, ["/top_p"]],
    ["a budget of 1024", { thinking: { type: "enabled", budget_tokens: 1024 } }, ["/thinking/budget_tokens"]],
    ["thinking without its budget", { thinking: { type: "enabled" } }, ["/thinking"]],
    ["a stop sequence that is no text", { stop_sequences: ["a", 1] }, ["/stop_sequences/1"]],
    ["system of a wrong type", { system: 1 }, ["/system"]],
    ["content of a wrong type", { messages: [{ role: "user", content: 1 }] }, ["/messages/0/content"]],
    ["a message without content", { messages: [{ role: "user" }] }, ["/messages/0"]],
    ["a role that is none", { messages: [{ role: "tool", content: "A" }] }, ["/messages/0/role"]],
    ["a block without a type", { messages: [{ role: "user", content: [{}] }] }, ["/messages/0/content/0"]],
    ["a tool without a schema", { tools: [{ name: "f" }] }, ["/tools/0"]],
    ["a forced tool without a name", { tool_choice: { type: "tool" } }, ["/tool_choice"]],
    [
      "text that is no text",
      { messages: [{ role: "user", content: [{ type: "text", text: 1 }] }] },
      ["/messages/0/content/0/text"]
    ],
    ["an integer that is not exact", { max_tokens: 2 ** 53 }, ["/max_tokens"]]
  ])("find %s", (_what, over, paths) => {
    expect(wrong(minimal(over))).toEqual(paths)
  })

  it("find everything at once", () => {
    expect(wrong({ model: 1, max_tokens: -1, messages: [] })).toEqual(["/model", "/messages", "/max_tokens"])
  })

  it.each([
    ["a budget of 1025", { thinking: { type: "enabled", budget_tokens: 1025 } }],
    ["members of tomorrow", { member_of_tomorrow: [1] }],
    ["a thinking type of tomorrow", { thinking: { type: "type_of_tomorrow" } }],
    ["a tool type of tomorrow", { tools: [{ type: "tool_of_tomorrow" }] }],
    ["nulls of optional members", { temperature: null, tools: null, system: null, thinking: null }],
    ["zeros", { temperature: 0, top_p: 0, top_k: 0 }]
  ])("let %s pass", (_what, over) => {
    expect(wrong(minimal(over))).toEqual([])
  })

  it("take a body that is no object for malformed", () => {
    expect(wrong("[]")).toEqual([""])
  })
})

describe("how a client wants its answer", () => {
  const askedBy = (over: object) => {
    const read = messages.decodeRequest(callOf(minimal(over)))
    return read.ok ? read.value.value.asked : undefined
  }

  it("is as a stream where it says so", () => {
    expect(askedBy({ stream: true })?.stream).toBe(true)
  })

  it("shows thinking in its own blocks", () => {
    expect(askedBy({})?.thinking).toBe("field")
  })

  it("hides thinking that is to be left out", () => {
    expect(askedBy({ thinking: { type: "adaptive", display: "omitted" } })?.thinking).toBe("hidden")
  })
})

describe("what is read of a request", () => {
  it("knows where members stood", () => {
    const request = decoded(minimal({ messages: [{ role: "user", content: [{ type: "text", text: "A" }] }] }))
    expect(request.messages[0]?.parts[0]?.at).toBe("/messages/0/content/0")
  })

  it("keeps members named like those of every object", () => {
    const request = decoded(
      '{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"A"}],"__proto__":{"a":1}}'
    )
    expect(request.native?.rest?.get("__proto__")?.text).toBe('{"a":1}')
  })
})
