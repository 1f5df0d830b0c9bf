import { crc32 } from "node:zlib"
import { describe, expect, it } from "vitest"
import { GatewayError } from "../../src/core/errors/error.ts"
import { all } from "../laws/calling.ts"
import { eventStream } from "../../examples/bedrock-converse/framing.ts"

/** The message without headers of the vendor's own test vectors. */
const vector = Uint8Array.from(Buffer.from("0000001d00000000fd528c5a7b27666f6f273a27626172277dc3653936", "hex"))

/** A message as the vendor's reference draws it, put together by hand; the sums are Node's own. */
const message = (headers: Buffer, payload: string): Uint8Array => {
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32BE(16 + headers.length + Buffer.byteLength(payload))
  lengths.writeUInt32BE(headers.length, 4)
  const sum = (bytes: Buffer): Buffer => {
    const word = Buffer.alloc(4)
    word.writeUInt32BE(crc32(bytes))
    return word
  }
  const before = Buffer.concat([lengths, sum(lengths), headers, Buffer.from(payload)])
  return new Uint8Array(Buffer.concat([before, sum(before)]))
}

const headers = Buffer.from(
  "\u000b:event-type\u0007\u0000\u000bmessageStop" +
    "\u000d:content-type\u0007\u0000\u0010application/json" +
    "\u000d:message-type\u0007\u0000\u0005event",
  "latin1"
)

const stop = { event: "messageStop", data: '{"stopReason":"end_turn"}' }

const broken = expect.any(GatewayError)

describe("the binary framing", () => {
  it("reads a message of the vendor's test vectors", () => {
    expect(all(eventStream.read(), [vector])).toEqual([{ data: "{'foo':'bar'}" }])
  })

  it("writes a message as it is drawn", () => {
    expect(all(eventStream.write(), [stop])).toEqual([message(headers, stop.data)])
  })

  it("reads what is cut anywhere", () => {
    const bytes = Uint8Array.from([...message(headers, stop.data), ...vector])
    const pieces = [...bytes].map((byte) => Uint8Array.of(byte))
    expect(all(eventStream.read(), pieces)).toEqual([stop, { data: "{'foo':'bar'}" }])
  })

  it.each([0, 9, 14, 28])("does not believe a message whose byte %i was changed", (at) => {
    const bytes = vector.map((byte, index) => (index === at ? byte ^ 1 : byte))
    expect(all(eventStream.read(), [bytes, vector])).toEqual([broken])
  })

  it("says that a message breaks off", () => {
    expect(all(eventStream.read(), [vector.subarray(0, -1)], "cut")).toEqual([broken])
  })

  it("does not wait for a message that is too long", () => {
    expect(all(eventStream.read(20), [vector.subarray(0, 12)])).toEqual([broken])
  })
})
