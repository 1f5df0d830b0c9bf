import type {
  FinishReason,
  FunctionTool,
  ContentPart,
  ToolCallPart,
  ToolResultPart
} from "../../../src/core/chat/chat.ts"
import type { OpaqueBytes } from "../../../src/core/chat/node.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import type { Choices } from "../choices.ts"
import { hardStrings, jsonObject } from "./json.ts"

export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="

const words = [
  "hello",
  "é日😀",
  "What is the weather?",
  "a\nb",
  " lead",
  "1.0",
  '{"a":1}',
  "__proto__",
  "x".repeat(80)
] as const

/** Ordinary text. */
export const text = (c: Choices): string => c.pick(words)

/** Text that is sometimes hard. */
export const anyText = (c: Choices): string => (c.chance(60) ? text(c) : c.pick(hardStrings))

/** Names of tools. */
export const toolNames = ["get_weather", "get_time", "__proto__", "a-b", "x1"] as const

/** Members that are present in about half of the values; absent, not undefined. */
export const some = <A extends object>(
  c: Choices,
  members: { readonly [K in keyof A]?: () => NonNullable<A[K]> },
  percent = 40
): Partial<A> => {
  const out: Partial<A> = {}
  for (const key in members) if (c.chance(percent)) Object.assign(out, { [key]: members[key]?.() })
  return out
}

/** A schema of an object. */
export const schemaText = (c: Choices): JsonText =>
  JsonText.source(
    c.pick([
      '{"type":"object","properties":{}}',
      '{"type":"object","properties":{"city":{"type":"string"},"n":{"type":"integer","minimum":0}},"required":["city"]}',
      '{"type":"object","properties":{"10":{"type":"string"},"2":{"type":"number","maximum":1.0},"__proto__":{"type":"null"}}}',
      '{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"enum":["x",12345678901234567890]}}}'
    ])
  )

/** A function as every vendor takes it. */
export const functionTool = (c: Choices, name: string): FunctionTool => ({
  type: "function",
  name,
  ...some<Pick<FunctionTool, "description">>(c, { description: () => text(c) }),
  input: { dialect: "json-schema", source: schemaText(c) }
})

/** A call of a function. */
export const call = (c: Choices, id: string): ToolCallPart => ({
  type: "tool-call",
  id,
  name: c.pick(toolNames),
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source(dense(jsonObject(c))) }
})

/** JSON text without the white space that only a string-valued member keeps. */
const dense = (json: string): string => json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string?: string) => string ?? "")

/** What a function answered. */
export const answer = (c: Choices, id: string): ToolResultPart => ({
  type: "tool-result",
  id,
  of: "function",
  runBy: "client",
  output: { kind: "parts", parts: [{ type: "text", text: text(c) }] }
})

/** Bytes of a vendor. No format reads empty ones but a signature of Google's, and Anthropic's redacted thinking. */
export const bytes = (c: Choices): OpaqueBytes => {
  const vendor = c.pick(["anthropic", "openai", "google"])
  const kind = c.pick(["signature", "redacted", "encrypted"] as const)
  const data = c.pick(["c2ln", "", "é"])
  const mayBeEmpty = vendor === "google" || (vendor === "anthropic" && kind === "redacted")
  return { vendor, kind, data: data === "" && !mayBeEmpty ? "c2ln" : data }
}

/** A small image. */
export const image: ContentPart = {
  type: "media",
  media: "image",
  mime: "image/png",
  source: { kind: "base64", data: pixel }
}

/** Why an answer with or without calls ended. */
export const finish = (c: Choices, calls: boolean): FinishReason =>
  calls ? { kind: "tool-calls" } : { kind: c.pick(["stop", "length", "blocked"]) }
