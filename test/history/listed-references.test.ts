import { expect, it } from "vitest"
import { scriptedVendor, whole } from "../shell/scripted-vendor.ts"

const { answers, ask, received } = scriptedVendor()

const claude = { model: "claude-opus-4-6" }

it("what a list of input items calls an item names it in a reference, and no item of an answer", async () => {
  answers(
    whole({
      id: "msg_v",
      type: "message",
      role: "assistant",
      model: "m",
      content: [{ type: "text", text: "CLAUDE SAID" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 1, output_tokens: 1 }
    })
  )
  const input = ["one", "USER SAID"].map((content) => ({ role: "user", content }))
  const first = JSON.parse((await ask(["/v1/responses", { ...claude, input }])).text)
  const { text } = await ask([`/v1/responses/${first.id}/input_items?order=asc`, undefined], "GET")
  const ids = (JSON.parse(text).data as readonly { readonly id: string }[]).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  expect(ids).not.toContain(first.output[0].id)
  for (const [at, id] of ids.entries()) {
    const reference = { type: "item_reference", id }
    const { status } = await ask(["/v1/responses", { ...claude, input: [reference, { role: "user", content: "?" }] }])
    expect(status).toBe(200)
    expect(JSON.stringify(received.at(-1)?.body)).toContain(["one", "USER SAID"][at])
    expect(JSON.stringify(received.at(-1)?.body)).not.toContain("CLAUDE SAID")
  }
})

it.each(["msg_resp_none_0", "msg_none_0", "item_", "msg__1"])("no other id does: %s", async (id) => {
  const { status } = await ask(["/v1/responses", { ...claude, input: [{ type: "item_reference", id }] }])
  expect(status).toBe(404)
})
