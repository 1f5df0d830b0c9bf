import { expect, it, vi } from "vitest"
import { emptyReplyContext } from "../../src/core/format.ts"

/** Stands in the place of the engine's own before anything takes that, whatever was read for other files. */
const parse = vi.hoisted(() => vi.spyOn(JSON, "parse"))

vi.resetModules()
const { jsonLimits, parseJson } = await import("../../src/core/json/json.ts")
const { messages } = await import("../../src/formats/messages/index.ts")

const data = "JVBERi0x".repeat(1024)

/** A document that the vendor fetched, in an event of its own or ahead of a stream. */
const found = {
  type: "web_fetch_tool_result",
  tool_use_id: "srvtoolu_1",
  content: {
    type: "web_fetch_result",
    url: "https://a.test/",
    content: { type: "document", source: { type: "base64", media_type: "application/pdf", data } }
  }
}

it.each([
  { type: "content_block_start", index: 0, content_block: found },
  { type: "message_start", message: { id: "msg_1", content: [found] } }
])("what crosses exactly is read once: $type", (event) => {
  parse.mockClear()
  const told = messages.decodeStream(emptyReplyContext).push({ data: JSON.stringify(event) })
  expect(told.filter(({ type }) => type === "part")).toHaveLength(1)
  expect(parse.mock.calls.filter(([text]) => text.includes(data))).toHaveLength(1)
})

it("a value that is at hand is told of the numbers that it would print otherwise", () => {
  const text = '{"a":1.0,"b":[12345678901234567890]}'
  const native: unknown = JSON.parse(text)
  const exact = parseJson(text, jsonLimits, native as never)
  expect(exact.ok && exact.value).toBe(native)
  expect(exact).toEqual(parseJson(text))
})

it("a block whose member stands twice says the last, without the text of the first", () => {
  const block = '{"type":"tool_use","id":"toolu_1","name":"f","input":{"a":1.0},"input":{"a":2}}'
  const told = messages
    .decodeStream(emptyReplyContext)
    .push({ data: `{"type":"content_block_start","index":0,"content_block":${block}}` })
  const parts = told.flatMap((event) => (event.type === "part" ? [event.value] : []))
  expect(parts).toMatchObject([{ type: "tool-call", input: { json: { text: '{"a":2}' } } }])
})
