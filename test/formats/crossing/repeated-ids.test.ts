import { describe, expect, it } from "vitest"
import * as Formats from "../../../src/formats.ts"
import { passthrough } from "../../../src/formats/responses/passthrough.ts"
import { type Format, translateRequest } from "../../../src/translate.ts"
import { callOf } from "../../laws/calling.ts"

/** What a vendor calls the first call of each of its answers (https://github.com/vllm-project/vllm/issues/50295). */
const id = "call_0"

const tools = { name: "f", parameters: { type: "object", properties: { n: { type: "integer" } } } }

/** A client's history of so many turns in each of which `f` is called with the turn's number, and answers with it. */
const histories: Readonly<Record<string, (turns: number) => object>> = {
  "chat-completions": (turns) => ({
    model: "m",
    tools: [{ type: "function", function: tools }],
    messages: [
      { role: "user", content: "q" },
      ...numbers(turns).flatMap((n) => [
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id, type: "function", function: { name: "f", arguments: `{"n":${n}}` } }]
        },
        { role: "tool", tool_call_id: id, content: `r${n}` }
      ])
    ]
  }),
  messages: (turns) => ({
    model: "m",
    max_tokens: 10,
    tools: [{ name: "f", input_schema: tools.parameters }],
    messages: [
      { role: "user", content: "q" },
      ...numbers(turns).flatMap((n) => [
        { role: "assistant", content: [{ type: "tool_use", id, name: "f", input: { n } }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: `r${n}` }] }
      ])
    ]
  }),
  "generate-content": (turns) => ({
    tools: [{ functionDeclarations: [tools] }],
    contents: [
      { role: "user", parts: [{ text: "q" }] },
      ...numbers(turns).flatMap((n) => [
        { role: "model", parts: [{ functionCall: { id, name: "f", args: { n } } }] },
        { role: "user", parts: [{ functionResponse: { id, name: "f", response: { output: `r${n}` } } }] }
      ])
    ]
  }),
  responses: (turns) => ({ model: "m", input: [{ role: "user", content: "q" }, ...numbers(turns).flatMap(itemsOf)] })
}

const numbers = (turns: number): readonly number[] => Array.from({ length: turns }, (_, at) => at + 1)

const callItem = (n: number) => ({ type: "function_call", call_id: id, name: "f", arguments: `{"n":${n}}` })

const outputItem = (n: number) => ({ type: "function_call_output", call_id: id, output: `r${n}` })

const itemsOf = (n: number): readonly object[] => [callItem(n), outputItem(n)]

/** The calls and results of a body in their order, each as its id and its words; read by the vendors' own names. */
const said = (body: string): readonly (readonly [id: string, words: string])[] => {
  const ids = /"(?:id|call_id|tool_call_id|tool_use_id)":"([^"]+)"|(?:\\"|")n(?:\\"|"): ?(\d)|"(r\d)"/g
  const found: [string, string][] = []
  let last = "none"
  for (const [, named, number, result] of body.matchAll(ids)) {
    if (named !== undefined) last = named
    else found.push([last, number ?? result ?? ""])
  }
  return found
}

const sent = (from: Format, to: Format, vendor: string, body: object): string => {
  const made = translateRequest({ from, to, target: { model: "m", vendor, maxTokens: 10 } }, body)
  if (!made.ok) throw made.error
  return made.value.body
}

const formats = [Formats.chatCompletions, Formats.messages, Formats.generateContent, Formats.responses]

/** Each upstream's format, and its vendor. */
const vendors = [
  { to: Formats.chatCompletions, vendor: "openai" },
  { to: Formats.chatCompletions, vendor: "deepseek" },
  { to: Formats.messages, vendor: "anthropic" },
  { to: Formats.generateContent, vendor: "google" },
  { to: Formats.responses, vendor: "openai" }
]

const pairs = formats.flatMap((from) => vendors.map((one) => ({ from, ...one })))

describe("ids that a vendor gives anew in each answer", () => {
  it.each(pairs)("of $from.id reach $to.id of $vendor, each result behind its own call", ({ from, to, vendor }) => {
    const all = said(sent(from, to, vendor, histories[from.id]?.(3) ?? {}))
    expect(all.map(([, words]) => words)).toEqual(["1", "r1", "2", "r2", "3", "r3"])
    for (const turn of [0, 2, 4]) expect(all[turn]?.[0]).toBe(all[turn + 1]?.[0])
    expect(all[0]?.[0]).toBe(id)
  })

  it.each(pairs.filter(({ from, to }) => to === Formats.messages || (to === Formats.responses && from !== to)))(
    "of $from.id are told apart for $to.id, which refuses repeated ones",
    ({ from, to, vendor }) => {
      expect(new Set(said(sent(from, to, vendor, histories[from.id]?.(3) ?? {})).map(([one]) => one)).size).toBe(3)
    }
  )

  it.each(pairs)("of $from.id are the same at $to.id of $vendor when a turn is added", ({ from, to, vendor }) => {
    const [two, three] = [2, 3].map((turns) => said(sent(from, to, vendor, histories[from.id]?.(turns) ?? {})))
    expect(three?.slice(0, 4)).toEqual(two)
  })
})

const question = { role: "user", content: "and?" }

const foreign = vendors.filter(({ to }) => to !== Formats.responses)

describe("a result that comes late, of a call whose id comes again", () => {
  const late = { model: "m", input: [question, callItem(1), question, outputItem(1), ...itemsOf(2)] }

  it.each(foreign)("stands behind its own for $to.id of $vendor", ({ to, vendor }) => {
    expect(said(sent(Formats.responses, to, vendor, late)).map(([, words]) => words)).toEqual(["1", "r1", "2", "r2"])
  })

  it.each(foreign)(
    "is refused for $to.id of $vendor where both calls wait, as nobody knows whose it is",
    ({ to, vendor }) => {
      const both = [question, callItem(1), question, callItem(2), outputItem(1), outputItem(2)]
      expect(() => sent(Formats.responses, to, vendor, { model: "m", input: both })).toThrow(
        "/input/1: The tool call has no result."
      )
    }
  )
})

describe("a call that broke off, whose id an earlier one had", () => {
  const broken = { ...callItem(2), arguments: '{"n":2', status: "incomplete" }
  const body = { model: "m", input: [question, ...itemsOf(1), broken, question, ...itemsOf(3)] }

  it.each(vendors)("is left out for $to.id of $vendor", ({ to, vendor }) => {
    expect(said(sent(Formats.responses, to, vendor, body)).map(([, words]) => words)).toEqual(["1", "r1", "3", "r3"])
  })

  it("is left out where the items pass", () => {
    const edits = passthrough.edits(callOf(JSON.stringify(body)))
    expect(edits.value.map(({ path }) => path)).toEqual(["/input/3"])
  })
})

describe("two calls of one id in one turn", () => {
  it("are refused at the second", () => {
    const input = [question, callItem(1), callItem(2), outputItem(1), outputItem(2)]
    const content = [1, 2].map((n) => ({ type: "tool_use", id, name: "f", input: { n } }))
    const results = [1, 2].map((n) => ({ type: "tool_result", tool_use_id: id, content: `r${n}` }))
    const messages = [question, { role: "assistant", content }, { role: "user", content: results }]
    const wrong = (from: Format, body: object) => {
      const made = translateRequest({ from, to: Formats.chatCompletions, target: { model: "m" } }, body)
      return made.ok || !("issues" in made.error) ? [] : made.error.issues
    }
    const message = "Another tool call has the same id."
    expect(wrong(Formats.responses, { model: "m", input })).toMatchObject([{ path: "/input/2/call_id", message }])
    expect(wrong(Formats.messages, { model: "m", max_tokens: 10, messages })).toMatchObject([
      { path: "/messages/1/content/1/id", message }
    ])
  })
})
