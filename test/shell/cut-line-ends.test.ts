import { expect, it } from "vitest"
import { eventsOf, inPieces, modelOf, requestOf, scriptedVendor } from "./scripted-vendor.ts"

const { answers, ask } = scriptedVendor()

const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" }
const named = (data: { readonly type: string; readonly [member: string]: unknown }): string =>
  `event: ${data.type}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`

const streams = {
  "chat-completions": eventsOf(
    [
      { ...chunk, choices: [{ index: 0, delta: { content: "A" }, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
      "[DONE]"
    ],
    "\r\n"
  ),
  messages: [
    { type: "message_start", message: { id: "m", type: "message", role: "assistant", model: "m", content: [] } },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
    { type: "message_stop" }
  ]
    .map(named)
    .join(""),
  "generate-content": eventsOf(
    [
      { candidates: [{ index: 0, content: { role: "model", parts: [{ text: "A" }] } }] },
      { candidates: [{ index: 0, content: { role: "model", parts: [{ text: "B" }] }, finishReason: "STOP" }] }
    ],
    "\r\n"
  )
} as const

const formats = ["chat-completions", "messages", "generate-content"] as const

it.each(formats)("each byte of a stream of %s passes where it is cut inside a blank line", async (format) => {
  const text = streams[format]
  const cuts = [...text.matchAll(/\r\n\r(?=\n)/g)].map(({ index }) => index + 3)
  expect(cuts.length).toBeGreaterThan(1)
  for (const cut of cuts) {
    answers(inPieces(text.slice(0, cut), text.slice(cut)))
    expect((await ask(requestOf[format](modelOf[format]))).text).toBe(text)
  }
})

it("a blank line that is cut in two before what is kept back passes", async () => {
  const usage = eventsOf([{ ...chunk, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } }], "\r\n")
  const text = streams["chat-completions"]
  const end = text.indexOf("data: [DONE]")
  answers(inPieces(text.slice(0, end - 1), `\n${usage}${text.slice(end)}`))
  expect((await ask(requestOf["chat-completions"](modelOf["chat-completions"]))).text).toBe(text)
})
