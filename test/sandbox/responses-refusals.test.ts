import OpenAI from "openai"
import { describe, expect, it } from "vitest"
import { responseRefusals } from "../../src/sandbox/openai/responses/refusals.ts"
import { clients, post } from "./clients.ts"

interface Row {
  /** Members that replace those of the valid request; undefined takes one out. */
  readonly body?: Record<string, unknown>
  readonly key?: string
  readonly raw?: string
  readonly status?: 401 | 404
}

const user = { role: "user", content: "hi" }
const after = (...items: unknown[]) => ({ input: [user, ...items] })
const thought = { type: "reasoning", id: "rs_pa0", summary: [] }
const call = { type: "function_call", call_id: "call_1", name: "f", arguments: "{}" }
const output = { type: "function_call_output", call_id: "call_1", output: "ok" }
const tool = (change: Record<string, unknown>) => ({ tools: [{ type: "function", name: "f", ...change }] })
const reasoning = { model: "gpt-5.5" }

const rows: Record<string, readonly Row[]> = {
  "wrong-key": [{ key: "other", status: 401 }],
  "malformed-json": [{ raw: "{" }, { raw: "[]" }],
  "missing-model": [{ body: { model: undefined } }],
  "field-type": [{ body: { input: 1 } }, { body: { max_output_tokens: 16.5 } }, { body: { store: "no" } }],
  "unknown-model": [{ body: { model: "gpt-unknown" } }, { body: { model: "claude-sonnet-4-5" } }],
  "unknown-field": [{ body: { stop: "x" } }, { body: { messages: [] } }, { body: { n: 1 } }, { body: { seed: 1 } }],
  "missing-input": [{ body: { input: undefined } }],
  "few-tokens": [{ body: { max_output_tokens: 15 } }, { body: { max_output_tokens: 0 } }],
  "sampling-on-reasoning": [{ body: { ...reasoning, temperature: 0 } }, { body: { ...reasoning, top_p: 0.5 } }],
  "effort-missing": [{ body: { reasoning: { effort: "low" } } }],
  "seal-missing": [{ body: { include: ["reasoning.encrypted_content"] } }],
  "unsupported-effort": [{ body: { model: "gpt-5.2", reasoning: { effort: "max" } } }],
  "unnamed-schema": [{ body: { text: { format: { type: "json_schema", schema: {} } } } }],
  "tool-type": [{ body: tool({ type: "hammer" }) }],
  "unnamed-tool": [{ body: { tools: [{ type: "function", function: { name: "f" } }] } }],
  "function-parameters": [
    { body: tool({ parameters: { type: "string" } }) },
    { body: tool({ parameters: { anyOf: [] } }) },
    { body: tool({ parameters: { type: "object" } }) },
    { body: tool({ parameters: { type: "object", properties: {}, oneOf: [] } }) },
    { body: tool({ parameters: { type: "object", properties: { a: { type: "array" } } } }) },
    { body: tool({ parameters: { type: "object", properties: { a: { anyOf: [{ type: ["array", "null"] }] } } } }) }
  ],
  "unknown-choice-name": [{ body: { ...tool({}), tool_choice: { type: "function", name: "g" } } }],
  "unknown-previous": [{ body: { previous_response_id: "resp_1" } }],
  "unknown-item": [{ body: after({ type: "item_reference", id: "msg_1" }), status: 404 }],
  "id-prefix": [
    { body: after({ ...call, id: "call_1" }, output) },
    { body: after({ ...thought, id: "1" }, call, output) }
  ],
  "long-call-id": [{ body: after({ ...call, call_id: "c".repeat(65) }) }],
  "thought-status": [{ body: after({ ...thought, status: "completed" }, call, output) }],
  "unknown-part": [
    { body: { input: [{ role: "user", content: [{ type: "text", text: "hi" }] }] } },
    { body: after({ role: "assistant", content: [{ type: "input_text", text: "hi" }] }) }
  ],
  "foreign-thought": [{ body: after({ ...thought, encrypted_content: "gAAAAAforeign" }, call, output) }],
  "lonely-thought": [{ body: after(thought) }, { body: after(thought, user) }],
  "lost-thought": [{ body: after({ ...call, id: "fc_rabcdefghijklmnopqrst1" }, output) }],
  "unanswered-call": [{ body: after(call) }],
  "orphan-output": [{ body: after(output) }],
  "empty-input": [{ body: { input: [] } }, { body: { input: "" } }],
  "thought-missing": [{ body: after(thought, call, output) }]
}

const valid = { model: "gpt-4o", input: "hi" }

describe("what the Responses API refuses", () => {
  it("has a row for each of its names", () => {
    expect(Object.keys(rows)).toEqual(responseRefusals.map(({ name }) => name))
    expect(responseRefusals).toHaveLength(30)
  })

  it("takes the request that the rows change", async () => {
    expect((await clients().openai.responses.create(valid)).object).toBe("response")
  })

  const cases = Object.entries(rows).flatMap(([name, list]) => list.map((row, index) => [name, index, row] as const))

  it.each(cases)("%s (%i)", async (name, _, row) => {
    const headers = { authorization: `Bearer ${row.key ?? "sandbox"}` }
    const response = await post(clients().sandbox, "/v1/responses", row.raw ?? { ...valid, ...row.body }, headers)
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, row.status ?? 400])
    const refusal = responseRefusals.find((each) => each.name === name)
    expect(await response.json()).toMatchObject({
      error: { type: "invalid_request_error", code: refusal?.code, message: expect.any(String) }
    })
  })

  it.each([
    [
      "few-tokens",
      "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 15 instead.",
      "max_output_tokens"
    ],
    ["unknown-previous", "Previous response with id 'resp_1' not found.", "previous_response_id"],
    [
      "unknown-item",
      "Item with id 'msg_1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
      "input"
    ],
    ["lonely-thought", "Item 'rs_pa0' of type 'reasoning' was provided without its required following item.", "input"],
    ["seal-missing", "Encrypted content is not supported with this model.", "include"],
    ["unanswered-call", "No tool output found for function call call_1.", "input"],
    ["orphan-output", "No tool call found for function call output with call_id call_1.", "input"],
    ["unnamed-tool", "Missing required parameter: 'tools[0].name'.", "tools[0].name"],
    ["foreign-thought", "The encrypted content gAAA...eign could not be verified.", null],
    ["id-prefix", "Invalid 'input[1].id': 'call_1'. Expected an ID that begins with 'fc'.", "input[1].id"]
  ])("says %s in the vendor's words", async (name, message, param) => {
    const sent = clients().openai.post("/responses", { body: { ...valid, ...rows[name]?.[0]?.body } })
    await expect(sent).rejects.toMatchObject({ error: { message, param } })
  })

  it("is the SDK's error for an answer that is not kept", async () => {
    await expect(clients().openai.responses.retrieve("resp_1")).rejects.toBeInstanceOf(OpenAI.NotFoundError)
  })
})
