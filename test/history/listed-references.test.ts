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
  const input = [
    { role: "user", content: "one" },
    { role: "user", id: "msg_of_the_client", content: "USER SAID" }
  ]
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

it("responses whose items are named so are read up to a bound, and the items can be sent in their place", async () => {
  const ids: string[] = []
  for (let index = 0; index < 3; index++) {
    answers(
      whole({
        id: `msg_${index}`,
        type: "message",
        role: "assistant",
        model: "m",
        content: [{ type: "text", text: "Yes." }],
        stop_reason: "end_turn",
        usage: { input_tokens: 1, output_tokens: 1 }
      })
    )
    const input = ["x".repeat(3_000_000), `small ${index}`].map((content) => ({ role: "user", content }))
    const { id } = JSON.parse((await ask(["/v1/responses", { ...claude, input }])).text)
    const { text } = await ask([`/v1/responses/${id}/input_items?order=desc&limit=1`, undefined], "GET")
    ids.push(JSON.parse(text).data[0].id)
  }
  const naming = (named: readonly string[]) =>
    ask(["/v1/responses", { ...claude, input: named.map((id) => ({ type: "item_reference", id })) }])
  expect((await naming(ids.slice(0, 2))).status).toBe(200)
  const { status, text } = await naming(ids)
  expect([status, JSON.parse(text).error]).toEqual([
    400,
    expect.objectContaining({ param: "input", message: expect.stringContaining("Send the items themselves.") })
  ])
})
