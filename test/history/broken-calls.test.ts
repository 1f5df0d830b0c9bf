import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerMemory, ResponseStore } from "../../src/history.ts"
import { built, keepingGateway, passing, translated } from "./rig.ts"

const said = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Let me see.", annotations: [] }]
}
const thought = { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "gAAAA" }
const half = {
  id: "fc_1",
  type: "function_call",
  status: "incomplete",
  call_id: "call_1",
  name: "clock",
  arguments: '{"zo'
}
const free = { id: "ctc_1", type: "custom_tool_call", status: "incomplete", call_id: "call_1", name: "p", input: "a" }

it.live.each([
  [passing, half],
  [passing, free],
  [translated, half],
  [translated, free]
] as const)(
  "a conversation goes on from an answer that broke off in a call, which is left out with a note: %s",
  ([model, call]) =>
    Effect.gen(function* () {
      const store = yield* built(layerMemory())
      const answer = JSON.stringify({ id: "resp_1", status: "incomplete", output: [said, thought, call] })
      yield* store.put("one", { id: "resp_1", input: ['{"role":"user","content":"Hi"}'], issuer: "openai", answer })
      const gateway = yield* keepingGateway(Layer.succeed(ResponseStore)(store))
      const body = JSON.stringify({ model, input: "Go on.", previous_response_id: "resp_1" })
      const told = yield* Effect.promise(() => gateway.fetch("/v1/responses", { method: "POST", body }))
      expect(told.status).toBe(200)
      expect(told.headers.get("x-isogloss-notes")).toMatch(/dropped \/previous_response_id \w+\/broken-off/)
      const { text = "" } = gateway.sent.at(-1) ?? {}
      expect(text).toContain("Let me see.")
      expect(text).not.toMatch(/call_1|rs_1|gAAAA/)
    })
)
