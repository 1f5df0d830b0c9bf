import { describe, expect, it } from "vitest"
import type { ChatMessage, ContentPart } from "../../../src/core/chat/chat.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { clientCalls, inCallOrder, systemAsUser, unpairedCalls } from "../../../src/core/chat/turns.ts"

const call = (id: string): ContentPart & { readonly type: "tool-call" } => ({
  type: "tool-call",
  id,
  name: "f",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source("{}") },
  at: `/call/${id}`
})

const result = (id: string): ContentPart & { readonly type: "tool-result" } => ({
  type: "tool-result",
  id,
  of: "function",
  runBy: "client",
  output: { kind: "parts", parts: [] },
  at: `/result/${id}`
})

const assistant = (...parts: readonly ContentPart[]): ChatMessage => ({ role: "assistant", parts })
const user = (...parts: readonly ContentPart[]): ChatMessage => ({ role: "user", parts })
const text: ContentPart = { type: "text", text: "x" }

const unnamed = (name: string, at: string): ContentPart & { readonly type: "tool-call" } => {
  const { id: _, ...rest } = call("x")
  return { ...rest, name, at: `/call/${at}` }
}

const named = (name: string | undefined, at: string): ContentPart & { readonly type: "tool-result" } => {
  const { id: _, ...rest } = result("x")
  return { ...rest, at: `/result/${at}`, ...(name === undefined ? {} : { name }) }
}

describe("pairing calls and results", () => {
  it("finds nothing where every call is answered, in any order and over several messages", () => {
    expect(
      unpairedCalls([user(text), assistant(call("a"), call("b")), user(result("b")), user(result("a"), text)])
    ).toEqual([])
  })

  it.each<[string, readonly ChatMessage[], readonly unknown[]]>([
    [
      "a user's own call, and its result",
      [user(call("a"), result("a"))],
      [
        { problem: "unanswered-call", path: "/call/a" },
        { problem: "orphan-result", path: "/result/a" }
      ]
    ],
    ["a result without a call", [user(result("a"))], [{ problem: "orphan-result", path: "/result/a" }]],
    ["a call without a result", [assistant(call("a")), user(text)], [{ problem: "unanswered-call", path: "/call/a" }]],
    ["a call at the end", [user(text), assistant(call("a"))], [{ problem: "unanswered-call", path: "/call/a" }]],
    [
      "a result of an earlier turn",
      [assistant(call("a")), user(result("a")), assistant(text), user(result("a"))],
      [{ problem: "orphan-result", path: "/result/a" }]
    ],
    [
      "two calls of one id",
      [assistant(call("a"), call("a")), user(result("a"))],
      [{ problem: "duplicate-call", path: "/call/a" }]
    ],
    [
      "two results of one call",
      [assistant(call("a")), user(result("a"), result("a"))],
      [{ problem: "duplicate-result", path: "/result/a" }]
    ]
  ])("finds %s", (_, messages, expected) => {
    expect(unpairedCalls(messages)).toEqual(expected)
  })

  it("takes the same id again in a later turn", () => {
    expect(unpairedCalls([assistant(call("a")), user(result("a")), assistant(call("a")), user(result("a"))])).toEqual(
      []
    )
  })

  it("puts results first, in the order of their calls, and keeps the rest in its own", () => {
    const ordered = inCallOrder([text, result("b"), result("a")], [call("a"), call("b")])
    expect(ordered.map((part) => part.at ?? part.type)).toEqual(["/result/a", "/result/b", "text"])
  })

  it.each<[string, readonly ContentPart[], readonly ContentPart[], readonly unknown[]]>([
    [
      "answers by name in another order",
      [unnamed("f", "0"), unnamed("g", "1")],
      [named("g", "1"), named("f", "0")],
      []
    ],
    [
      "answers in order where nothing tells",
      [unnamed("f", "0"), unnamed("f", "1")],
      [named("f", "0"), named(undefined, "1")],
      []
    ],
    ["a call with an id, answered by name alone", [call("a")], [named("f", "0")], []],
    ["an answer with an id to a call without", [unnamed("f", "0")], [{ ...result("z"), name: "f" }], []],
    [
      "an answer of another name",
      [unnamed("f", "0")],
      [named("h", "0")],
      [
        { problem: "orphan-result", path: "/result/0" },
        { problem: "unanswered-call", path: "/call/0" }
      ]
    ],
    [
      "one answer to two calls",
      [unnamed("f", "0"), unnamed("f", "1")],
      [named("f", "0")],
      [{ problem: "unanswered-call", path: "/call/1" }]
    ],
    [
      "two answers to one call",
      [unnamed("f", "0")],
      [named("f", "0"), named("f", "1")],
      [{ problem: "orphan-result", path: "/result/1" }]
    ]
  ])("pairs calls without ids: %s", (_, calls, results, expected) => {
    expect(unpairedCalls([assistant(...calls), user(...results)])).toEqual(expected)
  })

  it("orders answers without ids by the calls of their names", () => {
    const ordered = inCallOrder([named("g", "g"), named("f", "f")], [unnamed("f", "0"), unnamed("g", "1")])
    expect(ordered.map((part) => part.at)).toEqual(["/result/f", "/result/g"])
  })
})

describe("very many calls at once", () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `f${index}`)
  const pairing = (calls: readonly ContentPart[], results: readonly ContentPart[]) =>
    unpairedCalls([
      { role: "assistant", parts: calls },
      { role: "user", parts: results }
    ])
  const expectOrdered = (
    calls: readonly ContentPart[],
    said: readonly ContentPart[],
    results: readonly ContentPart[]
  ): void => {
    expect(pairing(calls, said)).toEqual([])
    const ordered = inCallOrder(said, clientCalls(calls))
    expect(ordered.every((part, index) => part === results[index])).toBe(true)
  }

  it("are paired by their ids, and ordered", () => {
    const results = names.map(result)
    expectOrdered(names.map(call), results.toReversed(), results)
  })

  it("are paired by their names, and ordered", () => {
    const results = names.map((name) => named(name, name))
    const calls = names.map((name) => unnamed(name, name))
    expectOrdered(calls, results.toReversed(), results)
  })

  it("are paired in their order, where nothing tells", () => {
    const results = names.map((name) => named(undefined, name))
    const calls = names.map((name) => unnamed("f", name))
    expectOrdered(calls, results, results)
  })

  it("are paired where those of a name without an id stand behind many with one", () => {
    const calls = names.flatMap((name) => [call(name), unnamed("f", name)])
    const results = names.map((name) => ({ ...result(`other ${name}`), name: "f" }))
    expect(pairing(calls, results)).toHaveLength(names.length)
  })
})

it("a system message goes out as one text of the user's, a line for each of its texts", () => {
  const said: ChatMessage = { role: "system", parts: [text, { type: "text", text: "" }, { type: "text", text: "y" }] }
  expect(systemAsUser(said)).toEqual({
    role: "user",
    parts: [{ type: "text", text: "<system>\nx\ny\n</system>" }]
  })
})
