import { describe, expect, it } from "vitest"
import { JsonText } from "../../../src/core/json/json.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { passthrough } from "../../../src/formats/messages/passthrough.ts"
import { closeSchema } from "../../../src/formats/messages/schema.ts"
import { bodyOf, callOf, decoded, foreign, minimal } from "./reading.ts"

describe("a schema that the vendor holds the model to", () => {
  // The list of node_modules/@anthropic-ai/sdk/lib/transform-json-schema.js.
  it.each(["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"])(
    "has the vendor's own form of a string as it is: %s",
    (format) => {
      expect(closeSchema(JsonText.source(JSON.stringify({ type: "string", format }))).described).toEqual([])
    }
  )

  it("has a form that the vendor does not know in words", () => {
    expect(closeSchema(JsonText.source('{"type":"string","format":"iri"}')).described).toEqual([""])
  })
})

describe("a request", () => {
  it("stands at the top of its body", () => {
    expect(decoded(minimal()).at).toBe("")
  })

  it("asks for usage always, as the vendor tells it always", () => {
    const read = messages.decodeRequest(callOf(minimal()))
    expect(read.ok && read.value.value.asked.usage).toBe(true)
  })

  it("draws each word from as many as another client wants", () => {
    expect(bodyOf(foreign({ topK: 40 }))["top_k"]).toBe(40)
  })
})

describe("a stream that passes", () => {
  it("ends with the message's last event", () => {
    expect(passthrough.ends({ event: "message_stop", data: '{"type":"message_stop"}' })).toBe(true)
  })

  it("has not failed by that", () => {
    expect(passthrough.fails({ event: "message_stop", data: '{"type":"message_stop"}' })).toBe(false)
  })
})
