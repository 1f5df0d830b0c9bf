import { describe, expect, it } from "vitest"
import { messages } from "../../../src/formats/messages/index.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { answered, dataOf, decoded, encoded, eventsOf, fixtures, framesOf, stamp, streamed } from "./reading.ts"

const pinned = { request: 19, response: 10, stream: 4, error: 11 }

describe("fixtures", () => {
  it.each(Object.entries(pinned))("holds as many of kind %s as it says", (kind, count) => {
    expect(fixtures(kind)).toHaveLength(count)
  })

  describe.each(fixtures("request"))("request %s", (_name, source) => {
    const { body, written } = JSON.parse(source) as { body: { model: string }; written?: object }
    const again = encoded(decoded(body), { model: body.model, lateSystem: "native" })

    it("comes back as it was", () => {
      expect(JSON.parse(again.value.call.body.text)).toEqual(written ?? body)
    })

    it("comes back without a note", () => {
      expect(again.notes).toEqual([])
    })

    it("is written a second time byte for byte", () => {
      const first = again.value.call.body.text
      expect(encoded(decoded(first), { model: body.model, lateSystem: "native" }).value.call.body.text).toBe(first)
    })
  })

  describe.each(fixtures("response"))("response %s", (_name, source) => {
    const { body } = JSON.parse(source) as { body: { content: readonly object[] } }
    const again = messages.encodeResponse(answered(body), defaultReplyPreferences, stamp)

    it("comes back as it was", () => {
      expect(JSON.parse(again.value.text)).toEqual(body)
    })

    it("comes back without a note", () => {
      expect(again.notes).toEqual([])
    })
  })

  describe.each(fixtures("stream"))("stream %s", (_name, source) => {
    const frames = framesOf(source)

    it("comes back frame by frame", () => {
      expect(dataOf(streamed(eventsOf(frames)))).toEqual(dataOf(frames))
    })

    it("comes back with the events' names", () => {
      expect(streamed(eventsOf(frames)).map(({ event }) => event)).toEqual(frames.map(({ event }) => event))
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
      answered: { status: number; type: string; message?: string; retryAfter?: string }
    }
    const error = messages.decodeError(status, headers, JSON.stringify(body))
    const again = messages.encodeError(error)

    it("has its reason", () => {
      expect(error.reason).toBe(reason)
    })

    it("is answered with its status", () => {
      expect(again.status).toBe(answer.status)
    })

    it("is answered in the endpoint's own body", () => {
      expect(JSON.parse(again.body.text)).toEqual({
        type: "error",
        error: { type: answer.type, message: answer.message ?? "It went wrong." },
        request_id: "req_1"
      })
    })

    it("says when to try again", () => {
      expect(again.headers["retry-after"]).toBe(answer.retryAfter)
    })
  })

  it("takes an error body inside a success for the error that it says", () => {
    const body = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }
    const read = messages.decodeResponse(JsonText.source(JSON.stringify(body)), emptyReplyContext)
    expect(read.ok ? undefined : "reason" in read.error && read.error.reason).toBe("Overloaded")
  })
})
