import { describe, expect, it } from "vitest"
import { GatewayError } from "../../../src/core/errors/error.ts"
import { jsonArray } from "../../../src/formats/generate-content/index.ts"

const encoder = new TextEncoder()

const read = (pieces: readonly Uint8Array[], how: "clean" | "cut" = "clean", max?: number): readonly unknown[] => {
  const reader = jsonArray.read(max)
  const items = [...pieces.flatMap((piece) => [...reader.push(piece)]), ...reader.end(how)]
  return items.map((item) => (item instanceof GatewayError ? item.reason : item.data))
}

const whole = '[{"a":"]},{[\\"é😀"},\r\n{"b":{"c":[1,{"d":"\\\\"}]}}\n]\n'
const items = ['{"a":"]},{[\\"é😀"}', '{"b":{"c":[1,{"d":"\\\\"}]}}']

describe("a streamed JSON array", () => {
  it("is read item by item", () => {
    expect(read([encoder.encode(whole)])).toEqual(items)
  })

  it("is read alike wherever its bytes are cut", () => {
    const bytes = encoder.encode(whole)
    for (let cut = 1; cut < bytes.length; cut++) {
      expect(read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(items)
    }
    expect(read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(items)
  })

  it("gives each item as soon as it is complete", () => {
    const reader = jsonArray.read()
    expect(reader.push(encoder.encode('[{"a":1}'))).toEqual([{ data: '{"a":1}' }])
  })

  it("that is no array but an object is one item", () => {
    expect(read([encoder.encode('{"error":{}}')])).toEqual(['{"error":{}}'])
  })

  it("that is no JSON is one item, for whoever reads it to refuse", () => {
    expect(read([encoder.encode("Bad gateway")])).toEqual(["Bad gateway"])
  })

  it("that is cut gives no half item", () => {
    expect(read([encoder.encode('[{"a":1},{"b"')], "cut")).toEqual(['{"a":1}'])
  })

  it("ends where an item is too long", () => {
    expect(read([encoder.encode(`[{"a":"${"x".repeat(50)}`)], "clean", 20)).toEqual(["UpstreamFailed"])
  })

  it("is written as one", () => {
    const writer = jsonArray.write()
    const text = [...writer.push({ data: '{"a":1}' }), ...writer.push({ data: '{"b":2}' }), ...writer.end("clean")]
    expect(text.join("")).toBe('[{"a":1},\r\n{"b":2}]')
    expect(jsonArray.write().end("clean")).toEqual(["[]"])
  })
})
