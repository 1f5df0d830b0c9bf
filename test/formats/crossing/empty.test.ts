import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { responses } from "../../../src/formats/responses/index.ts"
import { translateRequest } from "../../../src/translate/translator.ts"

const formats = { "chat-completions": chatCompletions, messages, "generate-content": generateContent }

const bodies = {
  "chat-completions": { model: "m", messages: [{ role: "user", content: "a" }] },
  messages: { model: "m", max_tokens: 5, messages: [{ role: "user", content: "a" }] },
  "generate-content": { contents: [{ role: "user", parts: [{ text: "a" }] }] }
}

/** The member, the value that holds nothing, and where the note stands where that is deeper. */
const members: Readonly<Record<keyof typeof formats, readonly (readonly [string, unknown, string?])[]>> = {
  "chat-completions": [
    ["tools", []],
    ["functions", []],
    ["stream_options", {}],
    ["extra_body", {}],
    ["extra_body", { google: {} }, "/extra_body/google"],
    ["parameters", {}],
    ["chat_template_kwargs", {}],
    ["generationConfig", {}]
  ],
  messages: [
    ["metadata", {}],
    ["tools", []],
    ["system", []],
    ["mcp_servers", []],
    ["container", {}],
    ["output_config", {}]
  ],
  "generate-content": [
    ["generationConfig", {}],
    ["safety_settings", []],
    ["tools", []],
    ["tools", [{}], "/tools/0"],
    ["tools", [{ functionDeclarations: [] }], "/tools/0/functionDeclarations"],
    ["toolConfig", {}],
    ["toolConfig", { functionCallingConfig: {} }, "/toolConfig/functionCallingConfig"]
  ]
}

const names = ["chat-completions", "messages", "generate-content"] as const

describe.each(names)("a member of %s that is known and holds nothing", (from) => {
  const others = names.filter((name) => name !== from)
  const cases = members[from].flatMap(([member, value, at = `/${member}`]) =>
    others.map((to) => [member, JSON.stringify(value), to, at] as const)
  )

  it.each(cases)("%s: %s has one cosmetic note into %s", (member, value, to, at) => {
    const body = JSON.stringify({ ...bodies[from], [member]: JSON.parse(value) as unknown })
    const translated = translateRequest({ from: formats[from], to: formats[to], target: { model: "m" } }, body)
    const notes = translated.ok ? translated.value.notes : []
    expect(notes.filter(({ kind }) => kind === "dropped")).toMatchObject([{ path: at, severity: "cosmetic" }])
  })

  it.each(others)("is not written in %s", (to) => {
    const body = JSON.stringify({ ...bodies[from], tools: [] })
    const translated = translateRequest({ from: formats[from], to: formats[to], target: { model: "m" } }, body)
    expect(translated.ok && Object.hasOwn(JSON.parse(translated.value.body) as object, "tools")).toBe(false)
  })
})

/** The dropped notes of a body's translation, but for those of what every body of its format holds. */
const dropped = (from: keyof typeof formats, to: keyof typeof formats, more: object) => {
  const target = { model: "m" }
  const there = translateRequest({ from: formats[from], to: formats[to], target }, { ...bodies[from], ...more })
  return there.ok ? there.value.notes.filter(({ kind }) => kind === "dropped") : []
}

describe("a system text without words", () => {
  it.each([["messages", "generate-content"] as const])("of %s has a note into %s", (from, to) => {
    expect(dropped(from, to, { system: "" })).toMatchObject([{ path: "/system", severity: "cosmetic" }])
  })

  it.each(["messages", "generate-content"] as const)("of chat-completions has a note into %s", (to) => {
    const messages = [
      { role: "system", content: "" },
      { role: "user", content: "a" }
    ]
    expect(dropped("chat-completions", to, { messages })).toMatchObject([{ path: "/messages/0", severity: "cosmetic" }])
  })
})

/** The items that OpenAI is sent of a conversation, and the rules of their notes. */
const sentItems = (from: keyof typeof formats, body: object) => {
  const target = { model: "gpt-5.5", vendor: "openai" }
  const there = translateRequest({ from: formats[from], to: responses, target }, body)
  if (!there.ok) throw there.error
  const sent: { readonly input: readonly { readonly type: string; readonly role?: string }[] } = JSON.parse(
    there.value.body
  )
  return {
    items: sent.input.map(({ type, role }) => role ?? type),
    notes: there.value.notes.map(({ rule, path, severity }) => `${severity} ${rule} ${path}`)
  }
}

describe("an assistant's text without words", () => {
  const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } }
  const result = { role: "tool", tool_call_id: "c", content: "r" }
  const user = { role: "user", content: "Hi" }

  it("is left out of what a Responses upstream is sent, with its message", () => {
    const messages = [user, { role: "assistant", content: "" }, user]
    expect(sentItems("chat-completions", { model: "m", messages })).toEqual({
      items: ["user", "user"],
      notes: ["cosmetic responses/empty-message /messages/1"]
    })
  })

  it("is left out beside calls, without a note", () => {
    const messages = [user, { role: "assistant", content: "", tool_calls: [call] }, result]
    expect(sentItems("chat-completions", { model: "m", messages })).toEqual({
      items: ["user", "function_call", "function_call_output"],
      notes: []
    })
  })

  it("is left out of Gemini's turns, too", () => {
    const turn = (role: string, text: string) => ({ role, parts: [{ text }] })
    const contents = [turn("user", "Hi"), turn("model", ""), turn("user", "Hi")]
    expect(sentItems("generate-content", { contents })).toEqual({
      items: ["user", "user"],
      notes: ["cosmetic responses/empty-message /contents/1"]
    })
  })
})

describe("what is inside a member that is read, and no field holds", () => {
  it.each(["messages", "generate-content"] as const)("is a level of thinking that nobody knows, into %s", (to) => {
    const generationConfig = { thinkingConfig: { thinkingLevel: "ultra", includeThoughts: true } }
    const paths = dropped("chat-completions", to, { generationConfig }).map(({ path }) => path)
    expect(paths).toContain("/generationConfig/thinkingConfig/thinkingLevel")
  })

  it.each(["chat-completions", "generate-content"] as const)(
    "are skills of a container that is not named, into %s",
    (to) => {
      const container = { skills: [{ type: "anthropic", skill_id: "pptx", version: "latest" }] }
      expect(dropped("messages", to, { container })).toMatchObject([{ path: "/container/skills", severity: "meaning" }])
    }
  )
})
