import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest } from "../../../src/translate.ts"

const user = { role: "user", content: "Hi" }
const schema = { type: "object", properties: {} }

/** How each of OpenAI's APIs says a request, a function and a choice of one. */
const apis = [
  {
    from: responses,
    body: { input: "Hi" },
    fn: (name: string) => ({ type: "function", name, parameters: schema, strict: false }),
    chosen: (type: string, name: string) => ({ type, name })
  },
  {
    from: chatCompletions,
    body: { messages: [user] },
    fn: (name: string) => ({ type: "function", function: { name, parameters: schema } }),
    chosen: (type: string, name: string) => ({ type, [type]: { name } })
  }
] as const

const formats = [responses, chatCompletions, messages, generateContent]

const crossings = apis.flatMap((api) =>
  formats.filter(({ id }) => id !== api.from.id).map((to) => ({ ...api, to, name: `${api.from.id} to ${to.id}` }))
)

/** @see https://github.com/anomalyco/opencode/pull/48857 both of OpenAI's APIs answer with a 400 (2026-09) */
describe.each(crossings)("a call that is demanded, from $name", ({ from, to, body, fn, chosen }) => {
  const sent = (members: object) =>
    translateRequest({ from, to, target: { model: "m" } }, JSON.stringify({ model: "m", ...body, ...members }))
  const place = (members: object) => {
    const there = sent(members)
    return there.ok ? undefined : there.error.message.split(":")[0]
  }

  it.each([
    ["without tools", { tool_choice: "required" }],
    ["with an empty list of tools", { tools: [], tool_choice: "required" }],
    ["of a function without tools", { tool_choice: chosen("function", "f") }],
    ["of a function that is not declared", { tools: [fn("f")], tool_choice: chosen("function", "g") }]
  ])("is refused %s", (_, members) => {
    expect(place(members)).toBe("/tool_choice")
  })

  it.each(["auto", "none"])("may be left or forbidden without tools: %s", (tool_choice) => {
    expect(place({ tool_choice })).toBeUndefined()
  })

  it("is sent where it can be made", () => {
    expect(place({ tools: [fn("f")], tool_choice: chosen("function", "f") })).toBeUndefined()
  })
})

describe("a function that chat completions chooses as a custom tool", () => {
  it("is chosen as the function that it is", () => {
    const tools = [{ type: "function", function: { name: "f", parameters: schema } }]
    const tool_choice = { type: "custom", custom: { name: "f" } }
    const body = JSON.stringify({ model: "m", messages: [user], tools, tool_choice })
    const there = translateRequest({ from: chatCompletions, to: responses, target: { model: "m" } }, body)
    expect(there.ok && JSON.parse(there.value.body).tool_choice).toEqual({ type: "function", name: "f" })
  })
})
