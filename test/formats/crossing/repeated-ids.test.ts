import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as Formats from "../../../src/formats.ts"
import { passthrough } from "../../../src/formats/responses/passthrough.ts"
import { type Format, translateRequest, translator } from "../../../src/translate.ts"
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

describe("ids of one turn that are spelled alike for a target", () => {
  /** One that no target takes, and what is made of it by its SHA-256. */
  const long = "a ".repeat(300)
  const digest = createHash("sha256").update(long).digest("hex").slice(0, 16)
  const made = `isg_${digest}`
  const asked = ([first, second]: readonly [string, string]): object => {
    const calls = [callItem(1), callItem(2)].map((call, at) => ({ ...call, call_id: [first, second][at] }))
    const results = [outputItem(1), outputItem(2)].map((it, at) => ({ ...it, call_id: [first, second][at] }))
    return { model: "m", input: [question, ...calls, ...results] }
  }

  it.each(foreign)("stay two for $to.id of $vendor", ({ to, vendor }) => {
    for (const ids of [
      [long, made],
      [made, long]
    ] as const) {
      const all = said(sent(Formats.responses, to, vendor, asked(ids)))
      expect(all.map(([, words]) => words)).toEqual(["1", "2", "r1", "r2"])
      expect([all[2]?.[0], all[3]?.[0]]).toEqual([all[0]?.[0], all[1]?.[0]])
      expect(all[0]?.[0]).not.toBe(all[1]?.[0])
    }
  })

  it.each([
    [long, made],
    [made, long],
    ["functions.f:0", "isg_ZnVuY3Rpb25zLmY6MA"]
  ])("stay two where a client of Messages is answered", (...ids) => {
    const between = translator({ client: Formats.messages, upstream: Formats.chatCompletions, model: "m" })
    const there = between.request({ model: "m", max_tokens: 9, messages: [{ role: "user", content: "q" }] })
    if (!there.ok) throw there.error
    const tool_calls = ids.map((id) => ({ id, type: "function", function: { name: "f", arguments: "{}" } }))
    const choices = [
      { index: 0, message: { role: "assistant", content: null, tool_calls }, finish_reason: "tool_calls" }
    ]
    const back = between.response({ id: "c", object: "chat.completion", created: 1, model: "m", choices }, there.value)
    const found = back.ok ? [...back.value.body.matchAll(/"type":"tool_use","id":"([^"]+)"/g)].map(([, id]) => id) : []
    expect(new Set(found).size).toBe(2)
  })
})
