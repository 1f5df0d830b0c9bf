import { list, members } from "./list.ts"

/** Bodies of a size, by what grows in them. */
export type Bodies = Readonly<Record<string, (size: number) => object>>

const user = { role: "user", content: "x" }
const said = (more: object): object => ({ messages: [user, { role: "assistant", content: "y", ...more }, user] })
const parts = (...content: readonly unknown[]): object => ({ messages: [{ role: "user", content }] })
const tools = (parameters: object): object => ({
  messages: [user],
  tools: [{ type: "function", function: { name: "f", parameters } }]
})
const call = (id: string, args = "{}", name = "f") => ({ id, type: "function", function: { name, arguments: args } })
const answer = (id: string) => ({ role: "tool", tool_call_id: id, content: "z" })
const asked = (calls: readonly object[], answers: readonly object[]): object => ({
  messages: [user, { role: "assistant", content: null, tool_calls: calls }, ...answers]
})
const detail = (index: number, more: object) => ({ type: "reasoning.text", text: "t", index, ...more })

/** Requests of chat completions. */
export const chatCompletions: Bodies = {
  messages: (size) => ({ messages: list(size, (at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: "x" })) }),
  "messages of one role": (size) => ({ messages: list(size, () => user) }),
  "system messages": (size) => ({ messages: [...list(size, () => ({ role: "system", content: "x" })), user] }),
  "system messages between": (size) => ({
    messages: list(size, (at) => ({ role: at % 2 === 0 ? "user" : "system", content: "x" }))
  }),
  "named messages": (size) => ({ messages: list(size, (at) => ({ role: "user", name: `n${at}`, content: "x" })) }),
  parts: (size) => parts(...list(size, () => ({ type: "text", text: "x" }))),
  "marked parts": (size) =>
    parts(...list(size, () => ({ type: "text", text: "x", cache_control: { type: "ephemeral" } }))),
  "unknown parts": (size) => parts(...list(size, (at) => ({ type: `t${at}`, value: at }))),
  pictures: (size) =>
    parts(...list(size, () => ({ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }))),
  "pictures elsewhere": (size) =>
    parts(...list(size, (at) => ({ type: "image_url", image_url: { url: `https://pictures.test/${at}.png` } }))),
  refusals: (size) => said({ content: list(size, () => ({ type: "refusal", refusal: "no" })) }),
  tools: (size) => ({
    messages: [user],
    tools: list(size / 2, (at) => ({ type: "function", function: { name: `f${at}`, parameters: { type: "object" } } }))
  }),
  "tools of one name": (size) => ({
    messages: [user],
    tools: list(size / 2, () => ({ type: "function", function: { name: "f", parameters: {} } }))
  }),
  "tools of long names": (size) => ({
    messages: [user],
    tools: list(size / 8, (at) => ({ type: "function", function: { name: `${"é".repeat(80)}${at}` } }))
  }),
  "tools that take text": (size) => ({
    ...said({
      tool_calls: list(size / 2, (at) => ({ id: `c${at}`, type: "custom", custom: { name: `f${at}`, input: "x" } }))
    }),
    tools: list(size / 2, (at) => ({ type: "custom", custom: { name: `f${at}` } }))
  }),
  "the search as many tools": (size) => ({
    messages: [user],
    tools: list(size / 2, () => ({ type: "function", function: { name: "webSearch" } }))
  }),
  "tools to choose from": (size) => ({
    messages: [user],
    tools: list(size / 4, (at) => ({ type: "function", function: { name: `f${at}` } })),
    tool_choice: {
      type: "allowed_tools",
      allowed_tools: {
        mode: "auto",
        tools: list(size / 4, (at) => ({ type: "function", function: { name: `f${at}` } }))
      }
    }
  }),
  calls: (size) =>
    asked(
      list(size, (at) => call(`c${at}`)),
      list(size, (at) => answer(`c${at}`))
    ),
  "calls answered from the end": (size) =>
    asked(
      list(size, (at) => call(`c${at}`)),
      list(size, (at) => answer(`c${size - 1 - at}`))
    ),
  "calls without answers": (size) =>
    asked(
      list(size, (at) => call(`c${at}`)),
      []
    ),
  "answers without calls": (size) =>
    asked(
      [call("c")],
      list(size, (at) => answer(`o${at}`))
    ),
  "calls one by one": (size) => ({
    messages: [
      user,
      ...list(size, (at) => [{ role: "assistant", tool_calls: [call(`c${at}`)] }, answer(`c${at}`)]).flat()
    ]
  }),
  "calls of one id": (size) => ({
    messages: [user, ...list(size, () => [{ role: "assistant", tool_calls: [call("c")] }, answer("c")]).flat()]
  }),
  "calls of ids that do not fit": (size) =>
    asked(
      list(size / 4, (at) => call(`c.${"x".repeat(60)}.${at}`)),
      list(size / 4, (at) => answer(`c.${"x".repeat(60)}.${at}`))
    ),
  "long arguments": (size) => asked([call("c", JSON.stringify({ a: '\\"'.repeat(size * 4) }))], [answer("c")]),
  "arguments that never close": (size) => asked([call("c", "[".repeat(size * 4))], [answer("c")]),
  "thoughts in details": (size) =>
    said({ reasoning_details: list(size, (at) => detail(at, { signature: "s", format: "anthropic-claude-v1" })) }),
  "thoughts in carriers": (size) =>
    said({ reasoning_details: list(size, (at) => detail(at, { format: "isogloss-v1" })) }),
  "carriers of one place": (size) =>
    said({ reasoning_details: list(size, () => detail(0, { format: "isogloss-v1" })) }),
  "marks of thinking": (size) => said({ content: "<think>".repeat(size * 4) }),
  "unknown members": (size) => ({ messages: [user], ...members(size, () => 1) }),
  "members in a container": (size) => ({ messages: [user], parameters: { top_k: 1, ...members(size, () => 1) } }),
  "unknown members of messages": (size) => ({ messages: list(size, () => ({ ...user, other: 1, more: null })) }),
  stop: (size) => ({ messages: [user], stop: list(size, (at) => `s${at}`) }),
  logit_bias: (size) => ({ messages: [user], logit_bias: members(size, () => 1, "1") }),
  metadata: (size) => ({ messages: [user], metadata: members(size, () => "v") }),
  modalities: (size) => ({ messages: [user], modalities: list(size, () => "text") }),
  "a wide schema": (size) =>
    tools({
      type: "object",
      properties: members(size, () => ({ type: "string" })),
      required: list(size, (at) => `k${at}`)
    }),
  "a schema that lacks what it requires": (size) =>
    tools({ type: "object", properties: {}, required: list(size, (at) => `k${at}`) }),
  "a schema of all of many": (size) =>
    tools({
      allOf: list(size / 2, (at) => ({
        type: "object",
        properties: members(1, () => ({}), `p${at}`),
        required: [`p${at}0`]
      }))
    }),
  "a schema of any of many": (size) => tools({ anyOf: list(size, (at) => ({ type: "string", const: `v${at}` })) }),
  "a schema of definitions in a row": (size) =>
    tools({
      $defs: Object.fromEntries(list(size, (at) => [`d${at}`, { $ref: `#/$defs/d${at + 1}` }])),
      properties: { a: { $ref: "#/$defs/d0" } }
    }),
  "a schema of definitions that fan out": (size) =>
    tools({
      $defs: Object.fromEntries(
        list(size, (at) => [
          `d${at}`,
          { properties: { a: { $ref: `#/$defs/d${at + 1}` }, b: { $ref: `#/$defs/d${at + 1}` } } }
        ])
      ),
      properties: { a: { $ref: "#/$defs/d0" } }
    }),
  "a schema of one definition many times": (size) =>
    tools({
      $defs: { wide: { properties: members(size / 8, () => ({ type: "string" })) } },
      properties: members(size / 8, () => ({ $ref: "#/$defs/wide" }))
    }),
  "an enumeration": (size) => tools({ enum: list(size, (at) => (at % 2 === 0 ? at : `s${at}`)) }),
  "types of a schema": (size) => tools({ type: list(size, () => "string") }),
  "lines of a text": (size) => ({ messages: [{ role: "user", content: "\n".repeat(size * 8) }] }),
  "spaces inside of a prefill": (size) => said({ content: `x${" ".repeat(size * 8)}y` }),
  "spaces at the end of a prefill": (size) => ({
    messages: [user, { role: "assistant", content: `x${" ".repeat(size * 8)}` }]
  }),
  "a type of a picture": (size) =>
    parts({ type: "image_url", image_url: { url: `data:image/png${";a=b".repeat(size)};base64,AAAA` } }),
  "a picture that is none": (size) =>
    parts({ type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(size * 8)}!` } }),
  "suffixes of a model": (size) => ({ model: `gemini-2.5-flash${"-thinking".repeat(size)}`, messages: [user] }),
  "documents and their names": (size) =>
    parts(
      ...list(size, (at) => ({
        type: "file",
        file: { filename: `${at}.pdf`, file_data: "data:application/pdf;base64,AAAA" }
      }))
    )
}
