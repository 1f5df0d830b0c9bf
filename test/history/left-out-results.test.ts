import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type KeepingGateway, keepingGateway, opened, passing, storeKinds } from "./rig.ts"

let gateway: KeepingGateway
let close: () => Promise<void>

beforeAll(async () => {
  const [memory] = storeKinds
  if (memory === undefined) throw new Error("There is no store.")
  ;[gateway, close] = await opened(Effect.flatMap(memory.open, ({ layer }) => keepingGateway(layer())))
})

afterAll(() => close())

const sentOf = async (item: object): Promise<unknown> => {
  const body = JSON.stringify({ model: passing, input: [{ role: "user", content: "x" }, item] })
  const { status } = await gateway.fetch("/v1/responses", { method: "POST", body })
  expect(status).toBe(200)
  const { input: sent }: { input: object[] } = JSON.parse(gateway.sent.at(-1)?.text ?? "")
  return sent[1]
}

it("a question of the account's own may be answered without being repeated", async () => {
  const { output } = await gateway.client().responses.create({ model: passing, input: "x" })
  const approval = { type: "mcp_approval_response", approval_request_id: output[0]?.id ?? "", approve: true }
  expect(await sentOf(approval)).toEqual(approval)
})

it("an item of the account's own is sent as it was kept where its result is left out", async () => {
  const { output } = await gateway.client().responses.create({ model: passing, input: "x" })
  const message = output.find(({ type }) => type === "message")
  const call = { type: "file_search_call", id: message?.id, status: "completed", queries: ["a"] }
  expect(await sentOf(call)).toEqual(message)
})

it.each([
  {
    type: "file_search_call",
    id: "fs_0",
    status: "completed",
    queries: ["a"],
    results: [{ file_id: "f", text: "b" }]
  },
  { type: "mcp_call", id: "mcp_0", server_label: "s", name: "f", arguments: "{}", output: "1" },
  { type: "code_interpreter_call", id: "ci_0", container_id: "c", code: "1", outputs: [{ type: "logs", logs: "1" }] }
])("an item may have any id where it has its result: $type", async (item) => {
  expect(await sentOf(item)).toEqual(item)
})

it("a question that stands in the request may have any id", async () => {
  const question = { type: "mcp_approval_request", id: "mcpr_0", server_label: "s", name: "f", arguments: "{}" }
  const approval = { type: "mcp_approval_response", approval_request_id: "mcpr_0", approve: true }
  const body = JSON.stringify({ model: passing, input: [question, approval] })
  expect((await gateway.fetch("/v1/responses", { method: "POST", body })).status).toBe(200)
})
