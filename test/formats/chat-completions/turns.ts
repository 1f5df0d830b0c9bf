import type { ChatMessage, ContentPart } from "../../../src/core/chat/chat.ts"
import { JsonText } from "../../../src/core/json/json.ts"

/** Parts and messages as another format read them: each says where it stood. */
export const text = (value: string): ContentPart => ({ type: "text", text: value })
export const call = (id: string, more: object = {}): ContentPart => ({
  type: "tool-call",
  id,
  name: "f",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source('{"a":12345678901234567890}') },
  at: `/messages/1/content/${id}`,
  ...more
})
export const result = (id: string, parts: readonly ContentPart[], more: object = {}): ContentPart => ({
  type: "tool-result",
  id,
  of: "function",
  runBy: "client",
  output: { kind: "parts", parts },
  at: `/messages/2/content/${id}`,
  ...more
})
export const user = (...parts: readonly ContentPart[]): ChatMessage => ({ role: "user", parts, at: "/messages/0" })
export const assistant = (...parts: readonly ContentPart[]): ChatMessage => ({
  role: "assistant",
  parts,
  at: "/messages/1"
})
