import { sealEnvelope } from "../../src/core/chat/envelope.ts"
import { list, members } from "./list.ts"
import type { Bodies } from "./requests-chat-completions.ts"

const user = { role: "user", content: "x" }
const body = (more: object): object => ({ max_tokens: 9, messages: [user], ...more })
const said = (...content: readonly unknown[]): object =>
  body({ messages: [user, { role: "assistant", content }, user] })
const asked = (calls: readonly object[], results: readonly object[]): object =>
  body({ messages: [user, { role: "assistant", content: calls }, { role: "user", content: results }] })
const use = (at: number) => ({ type: "tool_use", id: `c${at}`, name: "f", input: {} })
const result = (at: number) => ({ type: "tool_result", tool_use_id: `c${at}`, content: "z" })
const carrier = { vendor: "google", kind: "signature", data: "AAAA" } as const

/** Requests of messages. */
export const messages: Bodies = {
  messages: (size) =>
    body({ messages: list(size, (at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: "x" })) }),
  "messages of one role": (size) => body({ messages: list(size, () => user) }),
  "system blocks": (size) => body({ system: list(size, () => ({ type: "text", text: "x" })) }),
  blocks: (size) => body({ messages: [{ role: "user", content: list(size, () => ({ type: "text", text: "x" })) }] }),
  "marked blocks": (size) =>
    body({
      messages: [
        { role: "user", content: list(size, () => ({ type: "text", text: "x", cache_control: { type: "ephemeral" } })) }
      ]
    }),
  documents: (size) =>
    body({
      messages: [
        {
          role: "user",
          content: list(size, () => ({
            type: "document",
            source: { type: "text", media_type: "text/plain", data: "x" }
          }))
        }
      ]
    }),
  "documents of blocks": (size) =>
    body({
      messages: [
        {
          role: "user",
          content: [
            { type: "document", source: { type: "content", content: list(size, () => ({ type: "text", text: "x" })) } }
          ]
        }
      ]
    }),
  "search results": (size) =>
    body({
      messages: [
        {
          role: "user",
          content: list(size, (at) => ({
            type: "search_result",
            source: `s${at}`,
            title: "t",
            content: [{ type: "text", text: "x" }]
          }))
        }
      ]
    }),
  calls: (size) => asked(list(size, use), list(size, result)),
  "calls answered from the end": (size) =>
    asked(
      list(size, use),
      list(size, (at) => result(size - 1 - at))
    ),
  "calls without results": (size) => asked(list(size, use), [{ type: "text", text: "x" }]),
  "results without calls": (size) => asked([use(-1)], list(size, result)),
  "blocks of a result": (size) =>
    asked(
      [use(0)],
      [{ type: "tool_result", tool_use_id: "c0", content: list(size, () => ({ type: "text", text: "x" })) }]
    ),
  "calls of the vendor's tools": (size) =>
    said(
      ...list(size, (at) => [
        { type: "server_tool_use", id: `srvtoolu_${at}`, name: "web_search", input: { query: "q" } },
        { type: "web_search_tool_result", tool_use_id: `srvtoolu_${at}`, content: [] }
      ]).flat()
    ),
  thinking: (size) => said(...list(size, (at) => ({ type: "thinking", thinking: "t", signature: `s${at}` }))),
  "thinking that was redacted": (size) => said(...list(size, (at) => ({ type: "redacted_thinking", data: `d${at}` }))),
  "carriers of one long text": (size) => {
    const text = "y".repeat(size * 8)
    const signature = sealEnvelope(carrier, 0, `text\n${text}`)
    return said({ type: "text", text }, ...list(size / 8, () => ({ type: "thinking", thinking: "", signature })))
  },
  "carriers that cover nothing": (size) => {
    const signature = sealEnvelope(carrier, 0, "nothing of this")
    const empty = { type: "thinking", thinking: "", signature }
    return said({ type: "text", text: "y".repeat(size * 8) }, ...list(size / 8, () => empty))
  },
  "carriers of empty texts": (size) => {
    const signature = sealEnvelope(carrier, 0, "text\n")
    return said(...list(size, () => ({ type: "thinking", thinking: "", signature })), { type: "text", text: "y" })
  },
  "signatures of padding": (size) =>
    said({ type: "thinking", thinking: "t", signature: `${"=".repeat(size * 8)}x` }, { type: "text", text: "y" }),
  citations: (size) =>
    said({
      type: "text",
      text: "y".repeat(size),
      citations: list(size, (at) => ({
        type: "char_location",
        cited_text: "y",
        document_index: 0,
        document_title: "t",
        start_char_index: at,
        end_char_index: at + 1
      }))
    }),
  numbers: (size) => asked([{ ...use(0), input: { a: list(size, (at) => at + 0.5) } }], [result(0)]),
  tools: (size) => body({ tools: list(size / 2, (at) => ({ name: `f${at}`, input_schema: { type: "object" } })) }),
  "a strict tool": (size) =>
    body({
      tools: [
        {
          name: "f",
          strict: true,
          input_schema: {
            type: "object",
            properties: members(size, () => ({ type: "string" }), "p"),
            required: list(size, (at) => `p${size - 1 - at}`),
            additionalProperties: false
          }
        }
      ]
    }),
  "tools of one name": (size) =>
    body({ tools: list(size / 2, () => ({ name: "f", input_schema: { type: "object" } })) }),
  "tools that are not known": (size) => body({ tools: list(size / 2, (at) => ({ type: `t_${at}`, name: `f${at}` })) }),
  "a wide schema": (size) =>
    body({
      tools: [
        {
          name: "f",
          input_schema: {
            type: "object",
            properties: members(size, () => ({ type: "string" })),
            required: list(size, (at) => `k${at}`)
          }
        }
      ]
    }),
  "stop sequences": (size) => body({ stop_sequences: list(size, (at) => `s${at}`) }),
  "unknown members": (size) => body(members(size, () => 1)),
  "servers of tools": (size) =>
    body({ mcp_servers: list(size, (at) => ({ type: "url", url: `https://m.test/${at}`, name: `m${at}` })) }),
  "a document of text in padded bytes": (size) =>
    body({
      messages: [
        {
          role: "user",
          content: [
            {
              type: "document",
              source: { type: "base64", media_type: "text/plain", data: `${"=".repeat(size * 8)}x` }
            }
          ]
        }
      ]
    })
}
