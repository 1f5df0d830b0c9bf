import { expect, it } from "vitest"
import { modelOf, scriptedVendor } from "./scripted-vendor.ts"

const { ask, received } = scriptedVendor()

const model = modelOf.messages
const words = "The first message must be a user message."

it("a conversation that the model begins is refused where its client said it", async () => {
  const contents = ["model", "user"].map((role) => ({ role, parts: [{ text: "Hi" }] }))
  const messages = ["assistant", "user"].map((role) => ({ role, content: "Hi" }))
  const told = await Promise.all([
    ask([`/v1beta/models/${model}:generateContent`, { contents }]),
    ask(["/v1/chat/completions", { model, messages: [{ role: "system", content: "Be brief." }, ...messages] }]),
    ask(["/v1/responses", { model, input: messages }])
  ])
  expect(told.map(({ status, text }) => [status, JSON.parse(text).error])).toMatchObject([
    [400, { message: words, details: [{ fieldViolations: [{ field: "/contents" }] }] }],
    [400, { message: words, param: "messages" }],
    [400, { message: words, param: "input" }]
  ])
  expect(received).toEqual([])
})
