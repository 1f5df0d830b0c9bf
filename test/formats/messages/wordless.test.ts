import { describe, expect, it } from "vitest"
import type { ContentPart } from "../../../src/core/chat/chat.ts"
import {
  assistant,
  bodyOf,
  call,
  decoded,
  encoded,
  foreign,
  minimal,
  refusedBy,
  result,
  rulesOf,
  system,
  target,
  text,
  user
} from "./reading.ts"

const signed: ContentPart = {
  type: "reasoning",
  text: "hm",
  opaque: [{ vendor: "anthropic", kind: "signature", data: "c2ln" }],
  at: "/messages/1/reasoning"
}
const sealed: ContentPart = { type: "reasoning", opaque: [{ vendor: "anthropic", kind: "redacted", data: "ZGF0" }] }
const thinking = { type: "thinking", thinking: "hm", signature: "c2ln" }
const said = (words: string) => ({ type: "text", text: words })

describe("thinking at the end of an assistant's turn", () => {
  const between = (...parts: readonly ContentPart[]) =>
    foreign({ messages: [user(text("A")), assistant(...parts), user(text("B"))] })

  it.each([
    ["of a thought", [signed]],
    ["of a thought that is withheld", [sealed]],
    ["of both", [signed, sealed]],
    ["of a thought and white space", [signed, text("\n\n")]]
  ])("%s alone leaves no turn, and the user's around it are one", (_, parts) => {
    expect(bodyOf(between(...parts))["messages"]).toEqual([{ role: "user", content: [said("A"), said("B")] }])
  })

  it("is left out behind text, and what comes before the text stays", () => {
    expect(bodyOf(between(signed, text("So"), sealed))["messages"]).toEqual([
      { role: "user", content: [said("A")] },
      { role: "assistant", content: [thinking, said("So")] },
      { role: "user", content: [said("B")] }
    ])
  })

  it("has a note at its place", () => {
    expect(encoded(between(text("So"), signed)).notes).toMatchObject([
      { rule: "messages/last-thinking", kind: "dropped", severity: "meaning", path: "/messages/1/reasoning" }
    ])
  })

  it("is left out where the next message of the same turn was empty", () => {
    const request = foreign({ messages: [user(text("A")), assistant(text("So"), signed), assistant(text(""))] })
    expect(bodyOf(request)["messages"]).toEqual([
      { role: "user", content: [said("A")] },
      { role: "assistant", content: [said("So")] }
    ])
  })

  it("is its own client's affair", () => {
    const messages = [
      { role: "user", content: "A" },
      { role: "assistant", content: [thinking] },
      { role: "user", content: "B" }
    ]
    expect(bodyOf(decoded(minimal({ messages })))["messages"]).toEqual(messages)
  })

  it("that is left out between a result and words leaves the calls without thinking", () => {
    const messages = [
      user(text("A")),
      assistant(text("So"), call("a")),
      user(result("a")),
      assistant(signed),
      user(text("B"))
    ]
    const budgets = { ...target, thinking: { budget: { minimum: 1024, maximum: 2048 } } }
    expect(bodyOf(foreign({ messages, thinking: { budget: 1024 } }), budgets)["thinking"]).toEqual({ type: "disabled" })
  })
})

describe("a text of white space alone", () => {
  it("is left out beside a call", () => {
    const request = foreign({ messages: [user(text("A")), assistant(text("\n\n"), call("a")), user(result("a"))] })
    expect(bodyOf(request)["messages"]).toMatchObject([{}, { content: [{ type: "tool_use" }] }, {}])
    expect(rulesOf(request)).toEqual(["empty-part"])
  })

  it("is left out among other parts", () => {
    const request = foreign({ messages: [user(text("A"), text("\n"), text(" B "))] })
    expect(bodyOf(request)["messages"]).toEqual([{ role: "user", content: [said("A"), said(" B ")] }])
  })

  it("is no result's content", () => {
    const request = foreign({ messages: [user(text("A")), assistant(call("a")), user(result("a", " \n"))] })
    expect(bodyOf(request)["messages"]).toMatchObject([
      {},
      {},
      { content: [{ type: "tool_result", tool_use_id: "a" }] }
    ])
    expect(JSON.stringify(bodyOf(request))).not.toContain('" \\n"')
  })

  it("is nothing that an answer goes on from", () => {
    const request = foreign({ messages: [user(text("A")), assistant(text(" \n"))] })
    expect(bodyOf(request)["messages"]).toEqual([{ role: "user", content: [said("A")] }])
    expect(rulesOf(request)).toEqual(["empty-part", "empty-message"])
  })

  it("is no system prompt", () => {
    const request = foreign({ messages: [system(" "), user(text("A"))] })
    expect(bodyOf(request)["system"]).toBeUndefined()
    expect(rulesOf(request)).toEqual(["empty-part", "empty-message"])
  })

  it("is refused where a user says nothing else", () => {
    expect(refusedBy(foreign({ messages: [user(text(" "))] }))).toContain("empty-user")
  })

  it("leaves a refusal out that says no more", () => {
    const messages = [user(text("A")), assistant({ type: "refusal", text: " " }, text("B")), user(text("C"))]
    expect(bodyOf(foreign({ messages }))["messages"]).toMatchObject([{}, { content: [said("B")] }, {}])
  })

  it("is its own client's affair", () => {
    const messages = [{ role: "user", content: [said("A"), said(" ")] }]
    expect(bodyOf(decoded(minimal({ messages, system: [said(" ")] })))).toMatchObject({ messages, system: [said(" ")] })
  })
})
