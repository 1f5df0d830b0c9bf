import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { translateRequest } from "../../../src/translate/request.ts"

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
