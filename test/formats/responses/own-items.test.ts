import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { responses } from "../../../src/formats/responses/index.ts"
import { translateRequest } from "../../../src/translate/translator.ts"
import { again, losses, read, to } from "./given.ts"

const asked = { role: "user", content: "Look." }
const answered = { role: "user", content: "Go on." }
const exit = { stdout: "a", stderr: "", outcome: { type: "exit", exit_code: 0 } }
const screenshot = { type: "computer_screenshot", image_url: "data:image/png;base64,iVBORw0KGgo=" }

/** Calls of kinds that this API alone has, each with its result, as the types of openai 7.57.0 say them. */
const pairs: Readonly<Record<string, readonly [call: object, result: object]>> = {
  shell: [
    { type: "shell_call", call_id: "c", action: { commands: ["ls"], timeout_ms: null, max_output_length: null } },
    { type: "shell_call_output", call_id: "c", output: [exit] }
  ],
  "local shell": [
    { type: "local_shell_call", id: "lsh_1", call_id: "c", action: { type: "exec", command: ["ls"], env: {} } },
    { type: "local_shell_call_output", id: "c", output: "a" }
  ],
  "apply patch": [
    { type: "apply_patch_call", call_id: "c", operation: { type: "delete_file", path: "a" }, status: "completed" },
    { type: "apply_patch_call_output", call_id: "c", status: "completed", output: "gone" }
  ],
  computer: [
    { type: "computer_call", id: "cu_1", call_id: "c", action: { type: "wait" }, pending_safety_checks: [] },
    { type: "computer_call_output", call_id: "c", output: screenshot }
  ],
  "a search for tools of the client's": [
    { type: "tool_search_call", call_id: "c", execution: "client", arguments: { goal: "rates" } },
    { type: "tool_search_output", call_id: "c", execution: "client", tools: [] }
  ],
  "a search for tools of the vendor's": [
    { type: "tool_search_call", call_id: null, execution: "server", arguments: { paths: ["rates"] } },
    { type: "tool_search_output", call_id: null, execution: "server", tools: [] }
  ]
}

const formats = [
  ["chat completions", chatCompletions, { model: "gpt-4o", vendor: "openai" }],
  ["messages", messages, { model: "claude", vendor: "anthropic", maxTokens: 4096 }],
  ["generate content", generateContent, { model: "gemini-3", vendor: "google" }]
] as const

describe.each(Object.entries(pairs))("calls and results of a kind of its own: %s", (_, pair) => {
  it.each(formats)("are left out of %s, both with a note", (_, format, target) => {
    const { body, notes } = to(format, { input: [asked, ...pair, answered] }, target)
    expect(JSON.stringify(body)).toMatch(/Look\..*Go on\./)
    expect(JSON.stringify(body)).not.toMatch(/tool_calls|tool_use|functionCall|tool_result|functionResponse/)
    expect(losses(notes)).toEqual([`/input/1 ${format.id}/provider-call`, `/input/2 ${format.id}/provider-call`])
  })

  it("come back to the vendor as they were", () => {
    const input = [asked, ...pair, answered]
    expect(again({ input })).toMatchObject({ input })
  })
})

/** Why a conversation is refused that ends with items, by the place and in words. */
const refusal = (
  format: (typeof formats)[number][1],
  target: (typeof formats)[number][2],
  ...last: readonly object[]
) => {
  const result = format.encodeRequest(read({ input: [asked, ...last] }).request, target)
  return result.ok ? [] : result.error.notes.map(({ path, detail }) => `${path} ${detail}`)
}

const ranByClient = Object.entries(pairs).filter(([name]) => !name.endsWith("of the vendor's"))

describe.each(ranByClient)("a conversation that ends with %s is for the vendor's models alone", (_, [call, result]) => {
  it.each(formats)("so that %s refuse it, with the result and without", (_name, format, target) => {
    const words =
      "Only models of the vendor that has this tool can go on from here: name one of them, or add a user message."
    expect(refusal(format, target, call)).toEqual([`/input/1 ${words}`])
    expect(refusal(format, target, call, result)).toEqual([`/input/2 ${words}`])
  })
})

it.each(formats)("a conversation that is to be compacted is refused by %s", (_, format, target) => {
  expect(refusal(format, target, { type: "compaction_trigger" })).toEqual([
    "/input/1 Only models of another vendor compact conversations so: leave this out, and ask for a summary in a user message."
  ])
})

describe.each(["mcp_approval_request", "mcp_approval_response"])("%s is for the vendor's models alone", (type) => {
  it.each(formats)("so that %s refuse it, and say what to do", (_, format, target) => {
    const approval = { type, id: "mcpr_1", approval_request_id: "mcpr_1", approve: true, name: "f", arguments: "{}" }
    expect(refusal(format, target, approval)).toEqual([
      "/input/1 Only the vendor that asked can go on from an approval: name one of its models, or leave this out."
    ])
  })
})

/** @see https://github.com/openai/openai-node `ResponseInputItem` of openai 7.57.0 (read 2026-11) */
const strange = {
  "an update of its settings": { type: "configuration_update", effort: "high" },
  "a program": { type: "program", id: "p_1", call_id: "c", code: "x", fingerprint: "f" },
  "one that is newer than this": { type: "something_new", x: 1 }
}

describe.each(Object.entries(strange))("an item that no other vendor has: %s", (_, item) => {
  it.each(formats)("makes no message of %s", (_, format, target) => {
    const request = (input: readonly unknown[]) =>
      translateRequest({ from: responses, to: format, target }, { model: "m", input })
    const [alone, without, with_] = [[item], [asked], [asked, item]].map(request)
    expect(alone?.ok).toBe(false)
    expect(with_?.ok && with_.value.body).toEqual(without?.ok && without.value.body)
    expect(with_?.ok && with_.value.notes.filter(({ severity }) => severity === "meaning")).toMatchObject([
      { kind: "dropped", path: "/input/1" }
    ])
  })
})
