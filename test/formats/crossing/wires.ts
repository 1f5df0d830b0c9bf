import * as Formats from "../../../src/formats.ts"
import { readFileSync } from "node:fs"
import type { Json } from "../../../src/core/json/json.ts"
import { type Format, type Target } from "../../../src/translate.ts"

/** How one format writes the smallest bodies in which something can be said, and where it stands in them. */
export interface Wire {
  readonly format: Format
  readonly target: Partial<Target>
  /** A request whose only message of that role holds some items and the text `z`. */
  readonly request: (role: string, items: readonly Json[]) => Json
  /** What the first message of a role holds before the text `z`. */
  readonly items: (request: Json, role: string) => Json
  /** An answer that ended with a word, with a call of a tool or with text. */
  readonly answer: (word: string, calls: boolean) => Json
  /** With which word an answer ended. */
  readonly finish: (answer: Json) => Json | undefined
  readonly error: (status: number, says: readonly Json[]) => Json
  /** How an error says its kind. */
  readonly says: (error: Json) => readonly (Json | undefined)[]
}

/** The value at some keys of a JSON value. */
export const at = (value: Json | undefined, ...keys: readonly (string | number)[]): Json | undefined =>
  keys.reduce<Json | undefined>(
    (here, key) =>
      typeof here === "object" && here !== null ? new Map(Object.entries(here)).get(String(key)) : undefined,
    value
  )

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** A message, with a user's before and behind it where it is the model's. */
const between = (role: string, message: Json, question: Json): readonly Json[] =>
  role === "user" ? [message] : [question, message, question]

const isUser = (message: Json): boolean => at(message, "role") === "user"

/** The items of a role's first message; text alone may stand there by itself. */
const itemsIn = (messages: Json | undefined, role: string, member: string): Json => {
  const message = list(messages).find((one) => isUser(one) === (role === "user"))
  const items = at(message, member)
  return items === "z" ? [] : list(items).slice(0, -1)
}

const typed = (role: string, items: readonly Json[]): Json => [
  ...between(role, { role, content: [...items, { type: "text", text: "z" }] }, { role: "user", content: "q" })
]

/** What `function_call` and `tool_calls` end. */
const chatMessage = (word: string): Json => {
  const call = { name: "f", arguments: "{}" }
  return word === "function_call"
    ? { role: "assistant", content: null, function_call: call }
    : { role: "assistant", content: null, tool_calls: [{ id: "c", type: "function", function: call }] }
}

const chat: Wire = {
  format: Formats.chatCompletions,
  target: { vendor: "openai" },
  request: (role, items) => ({ model: "m", messages: typed(role, items) }),
  items: (request, role) => itemsIn(at(request, "messages"), role, "content"),
  answer: (word, calls) => ({
    id: "a",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [
      { index: 0, message: calls ? chatMessage(word) : { role: "assistant", content: "a" }, finish_reason: word }
    ]
  }),
  finish: (answer) => at(answer, "choices", 0, "finish_reason"),
  error: (_, [type = null, code = null]) => ({ error: { message: "No.", type, param: null, code } }),
  says: (error) => [at(error, "error", "type"), at(error, "error", "code")]
}

const messages: Wire = {
  format: Formats.messages,
  target: { vendor: "anthropic", maxTokens: 100 },
  request: (role, items) => ({ model: "m", max_tokens: 9, messages: typed(role, items) }),
  items: (request, role) => itemsIn(at(request, "messages"), role, "content"),
  answer: (word, calls) => ({
    id: "a",
    type: "message",
    role: "assistant",
    model: "m",
    content: calls ? [{ type: "tool_use", id: "c", name: "f", input: {} }] : [{ type: "text", text: "a" }],
    stop_reason: word,
    stop_sequence: word === "stop_sequence" ? "END" : null,
    usage: { input_tokens: 1, output_tokens: 1 }
  }),
  finish: (answer) => at(answer, "stop_reason"),
  error: (_, [type = null]) => ({ type: "error", error: { type, message: "No." }, request_id: "req_1" }),
  says: (error) => [at(error, "error", "type")]
}

const generate: Wire = {
  format: Formats.generateContent,
  target: { vendor: "google" },
  request: (role, parts) => ({
    contents: [...between(role, { role, parts: [...parts, { text: "z" }] }, { role: "user", parts: [{ text: "q" }] })]
  }),
  items: (request, role) => itemsIn(at(request, "contents"), role, "parts"),
  answer: (word, calls) => ({
    candidates: [
      {
        content: { role: "model", parts: calls ? [{ functionCall: { name: "f", args: {} } }] : [{ text: "a" }] },
        finishReason: word,
        index: 0
      }
    ]
  }),
  finish: (answer) => at(answer, "candidates", 0, "finishReason"),
  error: (code, [status = null, reason]) => ({
    error: {
      code,
      message: "No.",
      status,
      details: reason === undefined ? [] : [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason }]
    }
  }),
  says: (error) => [at(error, "error", "status")]
}

/** The formats by their ids. */
export const wires: Readonly<Record<string, Wire>> = {
  "chat-completions": chat,
  messages,
  "generate-content": generate
}

/** A table of what one format says and what it becomes in the others: test/fixtures/crossing. */
export const rowsOf = (name: string): readonly { readonly [key: string]: Json }[] => {
  const file = new URL(`../../fixtures/crossing/${name}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly rows: readonly { readonly [key: string]: Json }[] }).rows
}
