import { describe, expect, it } from "vitest"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { sseFraming } from "../../../src/core/framing/sse.ts"
import { foldStream } from "../../../src/core/events/fold.ts"
import { answered, decoded, encoded, eventsOf, fixtures, told } from "./reading.ts"

const pinned = { request: 4, response: 2, stream: 1, error: 1 }

describe("fixtures", () => {
  it.each(Object.entries(pinned))("holds as many of kind %s as it says", (kind, count) => {
    expect(fixtures(kind)).toHaveLength(count)
  })

  describe.each(fixtures("request"))("request %s", (_name, source) => {
    const { body, written } = JSON.parse(source) as { body: object; written?: object }
    const again = encoded(decoded(body), { vendor: "google" })

    it("comes back as it was", () => {
      expect(JSON.parse(again.value.call.body.text)).toEqual(written ?? body)
    })

    it("comes back without a note", () => {
      expect(again.notes).toEqual([])
    })

    it("is written a second time byte for byte", () => {
      const first = again.value.call.body.text
      expect(encoded(decoded(first), { vendor: "google" }).value.call.body.text).toBe(first)
    })
  })

  describe.each(fixtures("response"))("response %s", (_name, source) => {
    const { body } = JSON.parse(source) as { body: object }

    it("comes back as it was", () => {
      expect(told(answered(body))).toEqual(body)
    })
  })

  describe.each(fixtures("stream"))("stream %s", (_name, source) => {
    const reader = sseFraming.read()
    const items = [...reader.push(new TextEncoder().encode(source)), ...reader.end("clean")]
    const frames = items.flatMap((item) => ("data" in item ? [JSON.parse(item.data) as object] : []))
    const folded = foldStream(eventsOf(frames))

    it("says all that its frames say", () => {
      expect(folded).toMatchObject({
        ended: true,
        response: {
          id: "r-1",
          model: "m-1",
          usage: { input: 20, text: 18, reasoning: 12 },
          candidates: [
            {
              parts: [
                { type: "reasoning", text: "Need weather." },
                { type: "text", text: "Let me check." },
                { type: "tool-call", id: "fc-1", name: "get_weather", opaque: [{ data: "c2ln" }] },
                { type: "tool-call", id: "fc-2", name: "get_time" }
              ],
              finish: { kind: "tool-calls" }
            }
          ]
        }
      })
    })
  })

  describe.each(fixtures("error"))("error %s", (_name, source) => {
    const {
      status,
      headers,
      body,
      reason,
      answered: answer
    } = JSON.parse(source) as {
      status: number
      headers: Record<string, string>
      body: object
      reason: string
      answered: { status: number; type: string; retryAfter?: string }
    }
    const error = generateContent.decodeError(status, headers, JSON.stringify(body))
    const again = generateContent.encodeError(error)

    it("has its reason", () => {
      expect(error.reason).toBe(reason)
    })

    it("is answered in Google's own body", () => {
      expect(again.status).toBe(answer.status)
      expect(again.headers["retry-after"]).toBe(answer.retryAfter)
      expect(JSON.parse(again.body.text)).toEqual(body)
    })
  })
})
