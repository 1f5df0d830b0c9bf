import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest } from "../../../src/translate.ts"
import { again, read, wrong } from "./given.ts"

const fn = { type: "function", name: "f", parameters: { type: "object", properties: {} }, strict: false }
const custom = { type: "custom", name: "c" }
const tools = [fn, custom, { type: "local_shell" }, { type: "tool_search" }, { type: "programmatic_tool_calling" }]

const stranger = [["/tool_choice", "No tool of this type and name is among `tools`."]]

/** What is wrong with a choice among those tools. */
const refused = (tool_choice: unknown) => wrong({ input: "Hi", tools, tool_choice })

/** @see https://github.com/vercel/ai OpenAI names a choice that it does not find in `tools` (2026-08) */
describe("a tool that must be called", () => {
  it.each([
    ["a function that is not declared", { type: "function", name: "g" }],
    ["a function that takes free text", { type: "function", name: "c" }],
    ["a custom tool that is a function", { type: "custom", name: "f" }],
    ["the vendor's own that is not declared", { type: "image_generation" }],
    ["one of a type that is not known", { type: "teleport" }],
    ["a function as another API names the vendor's own", { type: "function", name: "local_shell" }]
  ])("is not %s", (_, choice) => {
    expect(refused(choice)).toEqual(stranger)
  })

  it.each(tools)("is one that is declared ($type)", ({ type, ...rest }) => {
    expect(refused({ type, ...("name" in rest && { name: rest.name }) })).toEqual([])
  })

  it("may be one that the vendor holds", () => {
    expect(wrong({ input: "Hi", tools, tool_choice: { type: "custom", name: "x" }, prompt: { id: "p" } })).toEqual([])
  })

  it("is the vendor's search by any of its types", () => {
    const searching = { input: "Hi", tools: [{ type: "web_search" }] }
    const { request } = read({ ...searching, tool_choice: { type: "web_search_preview" } })
    expect(request.toolChoice).toMatchObject({ mode: "tool", of: "web-search" })
  })

  it.each([
    ["says its type", {}, ["/tool_choice", "`type` is required."]],
    ["says its name", { type: "function" }, ["/tool_choice", "`name` is required."]],
    ["is an object", 5, ["/tool_choice", "`tool_choice` must be an object."]]
  ])("%s", (_, choice, issue) => {
    expect(refused(choice)).toEqual([issue])
  })

  const vendors = [messages, chatCompletions, generateContent]
  it.each(vendors.flatMap((to) => tools.slice(2).map(({ type }) => ({ id: to.id, to, type }))))(
    "is refused where $id has no $type",
    ({ to, type }) => {
      const body = JSON.stringify({ model: "m", input: "Hi", tools, tool_choice: { type } })
      const there = translateRequest({ from: responses, to, target: { model: "m" } }, body)
      expect(!there.ok && there.error.message).toContain("/tool_choice: The tool that must be called cannot be sent.")
    }
  )

  it("is told its vendor under its own name, within its namespace", () => {
    const choice = { type: "function", name: "f", namespace: "ns" }
    const space = { type: "namespace", name: "ns", tools: [fn] }
    expect(again({ input: "Hi", tools: [space], tool_choice: choice })).toMatchObject({ tool_choice: choice })
  })
})

/** @see https://github.com/openai/openai-node `ResponseCreateParams.StreamOptions` of openai 7.57.0 */
describe("how a stream is told", () => {
  it.each([
    ["x", ["/stream_options", "`stream_options` must be an object."]],
    [{ include_obfuscation: "x" }, ["/stream_options/include_obfuscation", "`include_obfuscation` must be a boolean."]]
  ])("is not %j", (stream_options, issue) => {
    expect(wrong({ input: "Hi", stream: true, stream_options })).toEqual([issue])
  })
})

describe("two calls of one id", () => {
  const call = { type: "function_call", call_id: "a", name: "f", arguments: "{}" }
  const output = { type: "function_call_output", call_id: "a", output: "1" }

  it("are refused in one turn, with the member and its place", () => {
    const input = [{ role: "user", content: "Hi" }, call, call, output, output]
    expect(wrong({ input })).toEqual([["/input/2/call_id", "Another tool call has the same id."]])
  })

  it("are taken in two", () => {
    const input = [{ role: "user", content: "Hi" }, call, output, call, output]
    expect(wrong({ input })).toEqual([])
  })
})
