import * as Formats from "../../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { type Format, translateRequest } from "../../../src/translate.ts"

const call = (name: string, id?: string) => ({ functionCall: { ...(id === undefined ? {} : { id }), name, args: {} } })
const answer = (name: string, output: string) => ({ functionResponse: { name, response: { output } } })

const body = (calls: readonly unknown[], answers: readonly unknown[]) => ({
  contents: [
    { role: "user", parts: [{ text: "Go." }] },
    { role: "model", parts: calls },
    { role: "user", parts: answers }
  ]
})

interface Block {
  readonly type: string
  readonly id?: string
  readonly name?: string
  readonly tool_use_id?: string
  readonly content?: readonly { readonly text: string }[]
}

interface ChatMessage {
  readonly role: string
  readonly content: string
  readonly tool_call_id?: string
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[]
}

/** Each answer as the target reads it: the name of the call whose id it bears, and what it says. */
const readers: readonly [Format, (sent: string) => readonly (readonly [string | undefined, string | undefined])[]][] = [
  [
    Formats.chatCompletions,
    (sent) => {
      const { messages } = JSON.parse(sent) as { messages: readonly ChatMessage[] }
      const names = new Map(
        messages.flatMap(({ tool_calls: calls }) => (calls ?? []).map((it) => [it.id, it.function.name]))
      )
      return messages.filter(({ role }) => role === "tool").map((it) => [names.get(it.tool_call_id ?? ""), it.content])
    }
  ],
  [
    Formats.messages,
    (sent) => {
      const { messages } = JSON.parse(sent) as { messages: readonly { readonly content: readonly Block[] }[] }
      const blocks = messages.flatMap(({ content }) => content)
      const names = new Map(blocks.filter(({ type }) => type === "tool_use").map((it) => [it.id, it.name]))
      return blocks
        .filter(({ type }) => type === "tool_result")
        .map((it) => [names.get(it.tool_use_id), it.content?.[0]?.text])
    }
  ]
]

const translated = (to: Format, calls: readonly unknown[], answers: readonly unknown[]) =>
  translateRequest({ from: Formats.generateContent, to, target: { model: "m" } }, body(calls, answers))

describe.each(readers)("calls of generate content without ids, into $id", (to, read) => {
  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ["in their order", [call("f"), call("g")], [answer("f", "1"), answer("g", "2")]],
    ["out of their order", [call("f"), call("g")], [answer("g", "2"), answer("f", "1")]],
    ["though the calls have ids", [call("f", "a"), call("g", "b")], [answer("g", "2"), answer("f", "1")]]
  ])("are answered by name, %s", (_, calls, answers) => {
    const there = translated(to, calls, answers)
    expect(there.ok && read(there.value.body)).toEqual([
      ["f", "1"],
      ["g", "2"]
    ])
  })

  it.each<[string, readonly unknown[], readonly unknown[], string]>([
    ["a call that nothing answers", [call("f"), call("g")], [answer("f", "1")], "/contents/1/parts/1"],
    ["an answer that nothing asked for", [call("f")], [answer("f", "1"), answer("g", "2")], "/contents/2/parts/1"],
    ["a second answer", [call("f")], [answer("f", "1"), answer("f", "2")], "/contents/2/parts/1"]
  ])("are refused with %s", (_, calls, answers, path) => {
    const there = translated(to, calls, answers)
    expect(!there.ok && "notes" in there.error && there.error.notes.map((note) => note.path)).toEqual([path])
  })
})
