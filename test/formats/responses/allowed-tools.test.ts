import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import type { ChatFormat, RequestTarget } from "../../../src/core/format.ts"
import { translateRequest } from "../../../src/translate.ts"
import { wrong } from "./given.ts"

const tools = [
  { type: "web_search" },
  { type: "mcp", server_label: "wiki", server_url: "https://wiki.example/mcp" },
  { type: "function", name: "weather", parameters: { type: "object" } },
  { type: "function", name: "clock", parameters: { type: "object" } }
]

const allowing = (mode: string | undefined, ...allowed: readonly object[]) => ({
  type: "allowed_tools",
  mode,
  tools: allowed
})

/** What is sent for a request that allows some of its tools, with what is noted of it. */
const sent = (to: ChatFormat, mode: string | undefined, ...allowed: readonly object[]) =>
  sentTo({ to, target: { model: "m" } }, mode, ...allowed)

/** The same for a model that is told of. */
const sentTo = (
  { to, target }: { readonly to: ChatFormat; readonly target: RequestTarget },
  mode: string | undefined,
  ...allowed: readonly object[]
) => {
  const body = JSON.stringify({ model: "m", input: "Hi", tools, tool_choice: allowing(mode, ...allowed) })
  const there = translateRequest({ from: responses, to, target }, body)
  if (!there.ok) throw there.error
  return { body: JSON.parse(there.value.body), notes: there.value.notes.map(({ rule, path }) => `${rule} ${path}`) }
}

const weather = { type: "function", name: "weather" }

/** @see https://platform.openai.com/docs/guides/function-calling `allowed_tools` names the vendor's own tools by their types (read 2026-11) */
describe("allowed tools", () => {
  it("leave out Claude's own that are not among them", () => {
    const { body, notes } = sent(messages, "auto", weather)
    expect(body.tools.map(({ name }: { readonly name: string }) => name)).toEqual(["weather"])
    expect(notes).toContain("messages/unchosen-tool /tools/0")
  })

  it("may be one of Claude's own alone", () => {
    const { body } = sent(messages, "required", { type: "web_search" })
    expect(body.tools.map(({ name }: { readonly name: string }) => name)).toEqual(["web_search"])
    expect(body.tool_choice).toEqual({ type: "any" })
  })

  it("leave out Google's own that are not among them", () => {
    const { body, notes } = sent(generateContent, "required", weather)
    expect(body.tools.flatMap(Object.keys)).toEqual(["functionDeclarations"])
    expect(notes).toContain("generate-content/unchosen-tool /tools/0")
  })

  it("leave out the search of chat completions that is not among them", () => {
    const { body, notes } = sent(chatCompletions, "auto", weather)
    expect(body.web_search_options).toBeUndefined()
    expect(notes).toContain("chat-completions/unchosen-tool /tools/0")
  })

  it("must be among the tools that are declared", () => {
    const unknown = { type: "function", name: "unknown" }
    expect(wrong({ input: "Hi", tools, tool_choice: allowing("auto", weather, unknown) })).toEqual([
      ["/tool_choice/tools/1", "No tool of this type and name is among `tools`."]
    ])
  })

  it("are called at the model's pleasure where no mode is said", () => {
    expect(sent(chatCompletions, undefined, weather).body.tool_choice.allowed_tools.mode).toBe("auto")
  })

  it("have one of two modes", () => {
    expect(wrong({ input: "Hi", tools, tool_choice: allowing("sometimes", weather) })).toEqual([
      ["/tool_choice/mode", "`mode` must be auto or required."]
    ])
  })

  it("are a list", () => {
    expect(wrong({ input: "Hi", tools, tool_choice: { type: "allowed_tools", mode: "auto" } })).toEqual([
      ["/tool_choice", "`tools` is required."]
    ])
  })

  it("are no functions for chat completions where they are the vendor's own alone", () => {
    const { body, notes } = sent(chatCompletions, "auto", { type: "web_search" })
    expect(body.tool_choice).toBe("none")
    expect(body.web_search_options).toEqual({})
    expect(notes).toContain("chat-completions/tool-choice /tool_choice")
  })

  it.each([chatCompletions, generateContent])("cannot be the vendor's own alone that must be called ($id)", (to) => {
    expect(() => sent(to, "required", { type: "web_search" })).toThrow("The tool that must be called cannot be sent.")
  })

  const clock = { type: "function", name: "clock" }
  const deepseek = { to: chatCompletions, target: { model: "m", vendor: "deepseek" } }

  it.each([
    ["auto", [weather], "auto"],
    ["required", [weather, clock], "required"],
    ["required", [clock], { type: "function", function: { name: "clock" } }]
  ])("alone are sent to a vendor of chat completions that has no such choice: %s of %j", (mode, allowed, choice) => {
    const { body, notes } = sentTo(deepseek, mode, ...allowed)
    const names = allowed.map(({ name }) => name)
    expect(body.tools.map((tool: { readonly function: { readonly name: string } }) => tool.function.name)).toEqual(
      names
    )
    expect(body.tool_choice).toEqual(choice)
    const unchosen = ["web_search", "wiki", "weather", "clock"].flatMap((name, index) =>
      names.includes(name) ? [] : [`chat-completions/unchosen-tool /tools/${index}`]
    )
    expect(notes.filter((note) => note.includes("unchosen-tool"))).toEqual(unchosen)
  })

  it("name the server that they are of, which no other API has", () => {
    const mcp = { type: "mcp", server_label: "wiki" }
    const { notes } = sent(messages, "auto", weather, mcp)
    expect(notes).toContain("messages/unknown-member /tool_choice/tools/1/server_label")
  })

  it("are told again, as they were, to the API that they come from", () => {
    const allowed = [{ type: "mcp", server_label: "wiki" }, weather, { type: "web_search" }]
    expect(sent(responses, "auto", ...allowed).body.tool_choice).toEqual(allowing("auto", ...allowed))
  })
})
