import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { Invalid } from "../../../src/core/errors/invalid.ts"
import type { ChatFormat } from "../../../src/core/format.ts"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest, translateResponse } from "../../../src/translate.ts"

const fn = (name: string) => ({ type: "function", name, parameters: { type: "object" } })
const space = (name: string, ...tools: readonly object[]) => ({ type: "namespace", name, tools })

/** A plain function, and one of a namespace that together are called like it. */
const both = [space("ns", fn("inner")), fn("ns__inner")]

/** The name of the second: its digest is the beginning of the SHA-256 of both of its names. */
const apart = `ns__inner_${createHash("sha256").update('["ns","inner"]').digest("hex").slice(0, 6)}`

const translated = (to: ChatFormat, tools: readonly object[], more: object = {}) =>
  translateRequest(
    { from: responses, to, target: { model: "m" } },
    JSON.stringify({ model: "m", input: "Hi", tools, ...more })
  )

/** What Claude is sent, and how its answer is read. */
const sent = (tools: readonly object[], more: object = {}) => {
  const there = translated(messages, tools, more)
  if (!there.ok) throw there.error
  return { body: JSON.parse(there.value.body), reply: there.value.reply }
}

const namesOf = (tools: readonly object[]): readonly string[] =>
  sent(tools).body.tools.map(({ name }: { readonly name: string }) => name)

/** The call that a client is told when Claude calls a tool. */
const told = (tools: readonly object[], name: string) => {
  const content = [{ type: "tool_use", id: "toolu_1", name, input: {} }]
  const answer = { id: "msg_1", type: "message", role: "assistant", model: "m", content, stop_reason: "tool_use" }
  const back = translateResponse(sent(tools).reply, JSON.stringify(answer))
  if (!back.ok) throw back.error
  const [{ name: called, namespace }] = JSON.parse(back.value.body).output
  return { called, namespace }
}

describe("a function that is called as another one of a namespace", () => {
  it("keeps its name, and the other has a digest behind it", () => {
    expect(namesOf(both)).toEqual([apart, "ns__inner"])
  })

  it.each([[[space("a", fn("b__c")), space("a__b", fn("c"))]], [[fn("mcp__git__log"), space("mcp__git", fn("log"))]]])(
    "is told apart from it (%#)",
    (tools) => {
      expect(new Set(namesOf(tools)).size).toBe(2)
    }
  )

  it("is the one that its client is told, where the model calls it", () => {
    expect(told(both, "ns__inner")).toEqual({ called: "ns__inner", namespace: undefined })
  })

  it("is not the one that its client is told, where the model calls the other", () => {
    expect(told(both, apart)).toEqual({ called: "inner", namespace: "ns" })
  })

  it("has other calls in the history than the other", () => {
    const call = { type: "function_call", call_id: "call_1", name: "inner", namespace: "ns", arguments: "{}" }
    const output = { type: "function_call_output", call_id: "call_1", output: "1" }
    const { body } = sent(both, { input: [{ role: "user", content: "Hi" }, call, output] })
    expect(body.messages[1].content[0].name).toBe(apart)
  })

  it("is another choice than the other", () => {
    const { body } = sent(both, { tool_choice: { type: "function", name: "inner", namespace: "ns" } })
    expect(body.tool_choice).toEqual({ type: "tool", name: apart })
  })

  it("is another allowed tool than the other", () => {
    const allowed = [{ type: "function", name: "inner", namespace: "ns" }]
    const { body } = sent(both, { tool_choice: { type: "allowed_tools", mode: "auto", tools: allowed } })
    expect(body.tools.map(({ name }: { readonly name: string }) => name)).toEqual([apart])
  })

  it("is told apart though an item of the input brings it", () => {
    const brings = { type: "additional_tools", role: "developer", tools: [fn("ns__inner")] }
    const { body } = sent([space("ns", fn("inner"))], { input: [brings, { role: "user", content: "Hi" }] })
    expect(body.tools.map(({ name }: { readonly name: string }) => name)).toEqual(["ns__inner", apart])
  })

  it("may have the very name that would tell the other apart", () => {
    expect(namesOf([...both, fn(apart)])).toEqual([`${apart}_`, "ns__inner", apart])
  })

  it.each([chatCompletions, generateContent])("is sent under another name to others, too ($id)", (to) => {
    const there = translated(to, both)
    expect(there.ok && there.value.body.split(`"${apart}"`).length).toBe(2)
  })
})

describe("two tools of one name", () => {
  const issues = (tools: readonly object[]) => {
    const there = translated(messages, tools)
    return !there.ok && there.error instanceof Invalid ? there.error.issues : []
  }

  it("are refused with the place of the second", () => {
    const custom = { type: "custom", name: "clock" }
    expect(issues([fn("clock"), custom])).toEqual([
      { path: "/tools/1/name", message: "Another tool has the same name." }
    ])
  })

  it("are refused inside a namespace", () => {
    expect(issues([space("ns", fn("a"), fn("a"))]).map(({ path }) => path)).toEqual(["/tools/0/tools/1/name"])
  })

  it("may come again with an item of the input, which is told the vendor as it is", () => {
    const brings = { type: "additional_tools", role: "developer", tools: [fn("clock")] }
    const input = [brings, brings, { role: "user", content: "Hi" }]
    expect(translated(messages, [], { input }).ok).toBe(true)
  })
})
