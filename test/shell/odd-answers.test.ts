import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { clientFormats, eventsOf, inPieces, modelOf, requestOf, scriptedVendor, whole } from "./scripted-vendor.ts"

const { answers, ask } = scriptedVendor()

const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" }
const events = eventsOf([
  { ...chunk, choices: [{ index: 0, delta: { role: "assistant", content: "Grüße" }, finish_reason: null }] },
  { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  "[DONE]"
])
const completion = {
  ...chunk,
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: "Grüße" }, finish_reason: "stop" }]
}
const completedChunk = { ...chunk, choices: [{ index: 0, delta: { content: "A" }, finish_reason: "stop" }] }
const model = modelOf["chat-completions"]

const codings = {
  gzip: gzipSync,
  "X-GZIP": gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync
} as const

describe.each(Object.entries(codings))("an answer in %s, which nobody asked for", (coding, encode) => {
  it.each(clientFormats)("is read for %s, whole and streamed", async (client) => {
    answers(whole(encode(JSON.stringify(completion)), { "content-encoding": coding }))
    expect(await ask(requestOf[client](model, false))).toMatchObject({
      status: 200,
      text: expect.stringContaining("Grüße")
    })
    answers(whole(encode(events), { "content-encoding": coding, "content-type": "text/event-stream" }))
    expect(await ask(requestOf[client](model))).toMatchObject({ status: 200, text: expect.stringContaining("Grüße") })
  })

  it("says why it failed", async () => {
    answers(whole(encode('{"error":{"message":"No such model."}}'), { "content-encoding": coding }, 404))
    expect((await ask(requestOf["chat-completions"](model))).text).toContain("No such model.")
  })
})

it("an empty answer in a coding is as empty as any other", async () => {
  answers(whole("", {}, 500))
  const { status } = await ask(requestOf["chat-completions"](model, false))
  answers(whole("", { "content-encoding": "gzip" }, 500))
  expect((await ask(requestOf["chat-completions"](model, false))).status).toBe(status)
})

it("what is cut off inside a coding is no answer", async () => {
  answers(whole(gzipSync(JSON.stringify(completion)).subarray(0, -12), { "content-encoding": "gzip" }))
  expect((await ask(requestOf["chat-completions"](model, false))).status).toBe(502)
})

it("a gigabyte in a megabyte is refused long before it is there", async () => {
  const before = process.memoryUsage().rss
  answers((answer) => {
    answer.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
    const zeros = Buffer.alloc(1024 * 1024)
    const packing = createGzip({ level: constants.Z_BEST_SPEED })
    packing.pipe(answer)
    let left = 1024
    const next = (): void => {
      if (left-- === 0 || answer.destroyed) return void packing.end()
      packing.write(zeros, next)
    }
    next()
  })
  const { status, text } = await ask(requestOf["chat-completions"](model, false))
  expect([status, text]).toEqual([502, expect.stringContaining("bytes")])
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024)
})

describe("events that are called JSON", () => {
  it.each(clientFormats)("are told %s as they come", async (client) => {
    for (const text of [events, `: hello\n\n${events}`, `\n\n${events}`]) {
      answers(whole(text, { "content-type": "application/json" }))
      const { status, text: told } = await ask(requestOf[client](model))
      expect([status, told.includes("Grüße"), /"error":\{|event: error/.test(told)]).toEqual([200, true, false])
    }
  })

  it("leave a whole answer what it is", async () => {
    answers(whole(completion))
    expect((await ask(requestOf.messages(model))).text).toContain("message_stop")
    answers(whole("", { "content-type": "application/json" }))
    expect((await ask(requestOf.messages(model))).status).toBe(502)
  })
})

it.each(["chat-completions", "messages"] as const)(
  "a whole answer behind a byte order mark is read for %s",
  async (client) => {
    answers(whole(`\ufeff${JSON.stringify(completion)}`))
    const { status, text } = await ask(requestOf[client](model, false))
    expect([status, JSON.parse(text)]).toEqual([200, expect.anything()])
    expect(text).toContain("Grüße")
  }
)

describe("a usage event that nobody asked for is kept back", () => {
  const usage = { ...chunk, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }
  const last = eventsOf([usage, "[DONE]"])
  const spoken = eventsOf([completedChunk])

  it("where a byte order mark stands before a later event, which is none by that", async () => {
    const marked = "\ufeffdata: 1\n\n"
    answers(inPieces(spoken, marked + last))
    expect((await ask(requestOf["chat-completions"](model))).text).toBe(`${spoken}${marked}data: [DONE]\n\n`)
  })

  it("where a byte order mark begins the stream, whose first event it does not change", async () => {
    answers(inPieces(`\ufeff${last}`))
    expect((await ask(requestOf["chat-completions"](model))).text).toBe("data: [DONE]\n\n")
  })
})

describe("a stream of Gemini's that ends in [DONE]", () => {
  const said = (more: object) => ({
    candidates: [{ index: 0, content: { role: "model", parts: [{ text: "A" }] }, ...more }]
  })

  it.each(["chat-completions", "messages", "responses"] as const)(
    "ends well for %s behind its finish reason",
    async (client) => {
      answers(inPieces(eventsOf([said({}), said({ finishReason: "STOP" }), "[DONE]"])))
      const { text } = await ask(requestOf[client](modelOf["generate-content"]))
      expect(text).toMatch(/data: \[DONE\]\n\n$|"type":"message_stop"\}\n\n$|"type":"response.completed".*\n\n$/)
      expect(text).not.toMatch(/"error":\{|event: error/)
    }
  )

  it.each(["chat-completions", "messages", "responses"] as const)(
    "ends in an error for %s without one",
    async (client) => {
      answers(inPieces(eventsOf([said({}), "[DONE]"])))
      expect((await ask(requestOf[client](modelOf["generate-content"]))).text).toMatch(/"error":\{|event: error/)
    }
  )
})
