import { describe, expect, it } from "vitest"
import { printEvents } from "../faults/frames.ts"
import { before, requests, used } from "./billed.ts"
import { eventsOf } from "./scripted-vendor.ts"

const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null }
const answered = printEvents([
  { type: "message_start", message: { ...message, usage: { input_tokens: 1000, output_tokens: 1 } } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 200 } }
])
const stop = 'event: message_stop\ndata: {"type":"message_stop"}'

describe("a stream of Claude's that passes and closes inside of its last event", () => {
  const [path, body] = requests("claude-opus-4-6")[0]
  const told = async (last: string) => {
    const { ask, seen } = before(answered + last)
    return [await (await ask(path, body)).text(), seen.metered] as const
  }

  it.each(Array.from({ length: stop.length - 1 }, (_, at) => stop.slice(0, at + 1)))(
    "ends in an error: %j",
    async (last) => {
      const [text, metered] = await told(last)
      expect(text.startsWith(answered)).toBe(true)
      expect(text.slice(answered.length)).toMatch(/^event: error\ndata: .*\n\n$/)
      expect(metered).toMatchObject(used)
    }
  )

  it("is whole without its blank line", async () => {
    const [text, metered] = await told(stop)
    expect(text).toBe(`${answered}${stop}\n\n`)
    expect(metered).toMatchObject([{ ended: "finished" }])
  })
})

const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "chat" }
const counted = { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 }
const half = { ...chunk, choices: [{ index: 0, delta: { role: "assistant", content: "half" }, finish_reason: null }] }

describe.each(requests("chat"))(
  "a stream of chat completions that closes inside of its last event, for a client of %s",
  (path, body) => {
    const end = { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }
    const whole = eventsOf([half, end])
    const spent = eventsOf([{ ...chunk, choices: [], usage: counted }]).trimEnd()

    it.each(["data: {", spent.slice(0, 40), spent.slice(0, -1), "data: [", "data: [DO", "data: [DONE"])(
      "ends in an error: %j",
      async (last) => {
        const { ask, seen } = before(whole + last)
        const text = await (await ask(path, body)).text()
        expect(text).toContain("The upstream sent a stream event that is not a JSON object.")
        if (path === "chat/completions") expect(text.startsWith(whole)).toBe(true)
        expect(seen.metered).toMatchObject([{ ended: "failed" }])
      }
    )

    it.each(["", ": comment", "data:", spent, "data: [DONE]"])(
      "ends well where that is whole, or is none: %j",
      async (last) => {
        const { ask, seen } = before(whole + last)
        expect(await (await ask(path, body)).text()).not.toContain("The upstream")
        expect(seen.metered).toMatchObject([{ ended: "finished" }])
      }
    )
  }
)
