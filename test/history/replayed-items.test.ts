import type OpenAI from "openai"
import { beforeAll, describe, expect, it } from "vitest"
import { modelOf, scriptedVendor, whole } from "../shell/scripted-vendor.ts"

const { answers, ask, received } = scriptedVendor()

type Item = OpenAI.Responses.ResponseOutputItem

/** Items of an answer by the types of the SDK (7.57.0), with all null that may be, and with a result where one must be. */
const items: Readonly<Record<string, readonly Item[]>> = {
  file_search_call: [{ type: "file_search_call", id: "fs_1", status: "completed", queries: ["a"], results: null }],
  code_interpreter_call: [
    {
      type: "code_interpreter_call",
      id: "ci_1",
      status: "completed",
      container_id: "cntr_1",
      code: null,
      outputs: null
    }
  ],
  mcp_call: [
    {
      type: "mcp_call",
      id: "mcp_1",
      server_label: "s",
      name: "f",
      arguments: "{}",
      status: "incomplete",
      approval_request_id: null,
      error: null,
      output: null
    }
  ],
  mcp_list_tools: [{ type: "mcp_list_tools", id: "mcpl_1", server_label: "s", tools: [], error: null }],
  image_generation_call: [
    {
      type: "image_generation_call",
      id: "ig_1",
      status: "failed",
      result: null,
      action: null,
      background: null,
      output_format: null,
      quality: null,
      revised_prompt: null,
      size: null
    }
  ],
  web_search_call: [
    { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "open_page", url: null } }
  ],
  local_shell_call: [
    {
      type: "local_shell_call",
      id: "lsh_1",
      call_id: "call_1",
      status: "completed",
      action: { type: "exec", command: ["true"], env: {}, timeout_ms: null, user: null, working_directory: null }
    },
    { type: "local_shell_call_output", id: "call_1", output: "", status: null }
  ],
  shell_call: [
    {
      type: "shell_call",
      id: "sh_1",
      call_id: "call_1",
      status: "completed",
      action: { commands: ["true"], max_output_length: null, timeout_ms: null },
      environment: null,
      caller: null
    },
    {
      type: "shell_call_output",
      id: "sho_1",
      call_id: "call_1",
      status: "completed",
      max_output_length: null,
      output: [],
      caller: null
    }
  ],
  apply_patch_call: [
    {
      type: "apply_patch_call",
      id: "apc_1",
      call_id: "call_1",
      status: "completed",
      operation: { type: "delete_file", path: "a" },
      caller: null
    },
    {
      type: "apply_patch_call_output",
      id: "apco_1",
      call_id: "call_1",
      status: "completed",
      caller: null,
      output: null
    }
  ],
  computer_call: [
    { type: "computer_call", id: "cu_1", call_id: "call_1", status: "completed", pending_safety_checks: [] },
    {
      type: "computer_call_output",
      id: "cuo_1",
      call_id: "call_1",
      status: "completed",
      output: { type: "computer_screenshot" }
    }
  ],
  tool_search_call: [
    { type: "tool_search_call", id: "tsc_1", call_id: null, arguments: null, execution: "server", status: "completed" },
    { type: "tool_search_output", id: "tso_1", call_id: null, execution: "server", status: "completed", tools: [] }
  ],
  program: [
    { type: "program", id: "prog_1", call_id: "call_1", code: "", fingerprint: "" },
    { type: "program_output", id: "progo_1", call_id: "call_1", result: "", status: "completed" }
  ],
  function_call: [
    { type: "function_call", id: "fc_1", call_id: "call_1", name: "f", arguments: "{}", caller: null },
    { type: "function_call_output", id: "fco_1", call_id: "call_1", output: "", status: "completed", caller: null }
  ],
  custom_tool_call: [
    { type: "custom_tool_call", id: "ctc_1", call_id: "call_1", name: "f", input: "", caller: null },
    { type: "custom_tool_call_output", id: "ctco_1", call_id: "call_1", output: "", status: "completed", caller: null }
  ],
  message: [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content: [], phase: null }],
  reasoning: [{ type: "reasoning", id: "rs_1", summary: [], encrypted_content: null }]
}

/** Types of items whose ids the vendor may know another's item by: they go under ids that nobody has. */
const renamed: ReadonlySet<string> = new Set([
  "file_search_call",
  "code_interpreter_call",
  "mcp_call",
  "mcp_list_tools",
  "image_generation_call"
])

/** Types that other vendors are told, too. */
const said: ReadonlySet<string> = new Set(["function_call", "custom_tool_call", "message"])

const user = { role: "user", content: "go on" }

/** A short answer of the vendor that has this path. */
const told = (path: string): object => {
  if (path.includes("generateContent"))
    return { candidates: [{ index: 0, content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }] }
  if (path.endsWith("/messages"))
    return { id: "m", type: "message", role: "assistant", model: "m", content: [], stop_reason: "end_turn" }
  const message = { role: "assistant", content: "Hi" }
  return { id: "c", model: "m", choices: [{ index: 0, message, finish_reason: "stop" }] }
}

const send = async (model: string, kind: string, store = true) => {
  const before = received.length
  const input = [user, ...(items[kind] ?? []), user]
  const { headers, text } = await ask(["/v1/responses", { model, store, input }])
  const sent = Object(received[before]?.body)
  return { sent, notes: headers.get("x-isogloss-notes") ?? "", text, isSent: received.length > before }
}

describe.each(Object.keys(items))("an answer's %s that its client sends back", (kind) => {
  beforeAll(() => answers((answer, asked) => whole(told(asked.path))(answer, asked)))

  it.each([true, false])("is passed where it is not known, stored or not: %s", async (store) => {
    const { sent } = await send(modelOf.responses, kind, store)
    const expected = (items[kind] ?? []).map((item) =>
      renamed.has(kind) ? { ...item, id: expect.stringMatching(/^[a-z]{2,4}_[0-9a-f]{16}$/) } : item
    )
    expect(sent.input?.slice(1, -1)).toEqual(kind === "reasoning" ? [] : expected)
  })

  it.each(["chat-completions", "messages", "generate-content"] as const)(
    "is told as lost toward %s, or is said there",
    async (format) => {
      const { isSent, notes, text } = await send(modelOf[format], kind)
      expect(isSent ? "" : text).toBe("")
      if (!said.has(kind)) expect(notes).toMatch(/dropped \/input\/1/)
    }
  )
})

it("a picture that was drawn and is sent without its bytes is looked for", async () => {
  const picture = { type: "image_generation_call", id: "ig_1", status: "completed", result: null }
  const { status } = await ask(["/v1/responses", { model: modelOf.responses, input: [user, picture, user] }])
  expect(status).toBe(404)
})
