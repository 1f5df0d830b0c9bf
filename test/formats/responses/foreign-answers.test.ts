import { describe, expect, it } from "vitest"
import type { ContentPart } from "../../../src/core/chat/chat.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { responses } from "../../../src/formats/responses/index.ts"
import { isSilentText } from "../../../src/formats/responses/response-parts.ts"

const stamp = { id: "resp_1", created: 1, model: "m" }

/** The items that are written of a part that another vendor said, and the rules by which something was noted. */
const told = (...parts: readonly ContentPart[]) => {
  const response = { candidates: [{ index: 0, parts, finish: { kind: "stop" } }] } as const
  const { value, notes } = responses.encodeResponse(response, defaultReplyPreferences, stamp)
  return { output: JSON.parse(value.text).output, rules: notes.map(({ rule }) => rule.replace("responses/", "")) }
}

const picture: ContentPart = {
  type: "media",
  media: "image",
  source: { kind: "base64", data: "AAAA" },
  mime: "image/png"
}

const call = (json: string): ContentPart => ({
  type: "tool-call",
  id: "c1",
  name: "f",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source(json) }
})

const result = (of: "web-search" | "code-execution", id?: string): ContentPart => ({
  type: "tool-result",
  ...(id === undefined ? {} : { id }),
  of,
  runBy: "provider",
  output: { kind: "parts", parts: [] }
})

const search: ContentPart = {
  type: "tool-call",
  id: "c1",
  name: "s",
  of: "web-search",
  runBy: "provider",
  input: { kind: "json", json: JsonText.source('{"query":"q"}') }
}

describe("an answer of another vendor's", () => {
  it("has a thought under an id of thoughts", () => {
    expect(told({ type: "reasoning", text: "Hm." }).output).toMatchObject([{ type: "reasoning", id: "rs_1_0" }])
  })

  it("has a picture as the call that makes one", () => {
    expect(told(picture).output).toEqual([
      { type: "image_generation_call", id: "ig_1_0", status: "completed", result: "AAAA" }
    ])
  })

  it.each([
    ['{"a":1}', "completed"],
    ['{"a":', "incomplete"]
  ])("has a call whose input is %s, which is %s", (json, status) => {
    expect(told(call(json)).output).toMatchObject([{ type: "function_call", status }])
  })

  it.each(["web-search", "code-execution"] as const)("has no results of a call that was not told: %s", (of) => {
    expect(told(result(of))).toEqual({ output: [], rules: ["provider-call"] })
  })

  it("has no results of a search that was told, which is no further loss", () => {
    expect(told(search, result("web-search", "c1"))).toEqual(told(search))
  })

  it("has a search of the vendor's own as the item of one", () => {
    expect(told(search).output).toEqual([
      { id: "ws_1_0", type: "web_search_call", status: "completed", action: { type: "search", query: "q" } }
    ])
  })

  it("notes a part that it has no item for", () => {
    const found: ContentPart = { type: "search-result", source: "s", title: "t", parts: [] }
    expect(told(found)).toEqual({ output: [], rules: ["unknown-part"] })
  })
})

describe("an empty text", () => {
  const source = { kind: "url", url: "https://a.example" } as const

  it("says nothing", () => expect(isSilentText({ type: "text", text: "" })).toBe(true))

  it("says something where a source is cited for it", () =>
    expect(isSilentText({ type: "text", text: "", citations: [{ source }] })).toBe(false))
})

describe("a stream", () => {
  const item = { item_id: "i", output_index: 0 }

  it.each([
    ["response.output_text.delta", { ...item, content_index: 0, delta: "a" }],
    ["response.reasoning_summary_text.delta", { ...item, summary_index: 0, delta: "a" }],
    ["response.reasoning_text.delta", { ...item, content_index: 0, delta: "a" }],
    ["response.refusal.delta", { ...item, content_index: 0, delta: "a" }],
    ["response.refusal.done", { ...item, content_index: 0, refusal: "a" }],
    ["response.content_part.added", { ...item, content_index: 0, part: { type: "output_text", text: "" } }]
  ])("tells what it has read once, not as an unknown event besides: %s", (type, more) => {
    const said = responses
      .decodeStream(emptyReplyContext)
      .push({ event: type, data: JSON.stringify({ type, ...more }) })
    expect(said.map((event) => event.type)).not.toContain("frame")
  })
})
