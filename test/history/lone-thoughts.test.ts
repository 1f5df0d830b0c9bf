import { expect, it } from "vitest"
import { inPieces, scriptedVendor, whole } from "../shell/scripted-vendor.ts"

const { answers, ask, received } = scriptedVendor()

const thought = (id: string) => ({ type: "reasoning", id, summary: [], encrypted_content: `bytes of ${id}` })
const said = (id: string) => ({
  type: "message",
  id,
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Hi", annotations: [] }]
})
const answerOf = (id: string, output: readonly object[], status = "completed") => ({
  id,
  object: "response",
  created_at: 1,
  status,
  model: "m",
  output
})

const request = (input: string, more: object = {}) => ["/v1/responses", { model: "local", input, ...more }] as const

const user = (content: string) => ({ type: "message", role: "user", content })

it("a thought that led to nothing is not put in front of the next request", async () => {
  answers(whole(answerOf("resp_a", [thought("rs_1"), said("msg_1"), thought("rs_2"), thought("rs_3")], "incomplete")))
  await ask(request("one"))
  answers(whole(answerOf("resp_b", [thought("rs_4")], "incomplete")))
  await ask(request("two", { previous_response_id: "resp_a" }))
  answers(whole(answerOf("resp_c", [said("msg_3")])))
  const { headers } = await ask(request("three", { previous_response_id: "resp_b" }))
  expect(received.at(-1)?.body).toMatchObject({
    input: [user("one"), thought("rs_1"), said("msg_1"), user("two"), user("three")].map((item) =>
      expect.objectContaining(item)
    )
  })
  expect(headers.get("x-isogloss-notes")).toContain("foreign-opaque")
})

it("nor is one that was streamed", async () => {
  const event = (type: string, status: string, output: readonly object[]): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 0, response: answerOf("resp_s", output, status) })}\n\n`
  answers(
    inPieces(
      event("response.created", "in_progress", []) + event("response.incomplete", "incomplete", [thought("rs_1")])
    )
  )
  await ask(request("one", { stream: true }))
  answers(whole(answerOf("resp_t", [said("msg_1")])))
  await ask(request("two", { previous_response_id: "resp_s" }))
  expect(received.at(-1)?.body).toMatchObject({
    input: [expect.objectContaining(user("one")), expect.objectContaining({ role: "user", content: "two" })]
  })
})

it("of a chain that has lost a link the one that is lost is named", async () => {
  answers(whole(answerOf("resp_1", [said("msg_1")])))
  await ask(request("one"))
  answers(whole(answerOf("resp_2", [said("msg_2")])))
  await ask(request("two", { previous_response_id: "resp_1" }))
  await ask(["/v1/responses/resp_1", undefined], "DELETE")
  const { status, text } = await ask(request("three", { previous_response_id: "resp_2" }))
  expect([status, JSON.parse(text)]).toMatchObject([
    400,
    { error: { message: "Previous response with id 'resp_1' not found.", param: "previous_response_id" } }
  ])
})
