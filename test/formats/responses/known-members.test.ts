import { describe, expect, it } from "vitest"
import { defaultReplyPreferences, wireNames } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { history } from "../../../src/formats/responses/history.ts"
import { responses } from "../../../src/formats/responses/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { from, read } from "./given.ts"

describe("a request", () => {
  // https://platform.openai.com/docs/api-reference/responses/create, "Hosted tool"
  it.each([
    ["web_search_preview", "web-search"],
    ["file_search", "file-search"],
    ["code_interpreter", "code-execution"],
    ["image_generation", "image-generation"],
    ["computer_use_preview", "computer"],
    ["mcp", "mcp"],
    ["shell", "shell"],
    ["apply_patch", "apply-patch"]
  ])("can demand the vendor's own tool: %s", (type, of) => {
    expect(read({ input: "a", tool_choice: { type } }).request.toolChoice).toEqual({ mode: "tool", of, name: type })
  })

  it("says among its options how it is cached", () => {
    const { autoCache } = read({ input: "a", prompt_cache_options: { mode: "explicit", ttl: "30m" } }).request
    expect(autoCache).toEqual({ mode: "explicit", ttl: "30m" })
  })

  it("that is no object is wrong as a whole", () => {
    const body = JsonText.source("[]")
    const result = responses.decodeRequest({ model: "", stream: false, headers: {}, body, names: wireNames })
    expect(result.ok ? [] : result.error.issues.map(({ path }) => path)).toEqual([""])
  })

  it("of another vendor's client has both the extent of a search and its place", () => {
    const { body } = from(messages, {
      model: "m",
      max_tokens: 1,
      messages: [{ role: "user", content: "a" }],
      tools: [
        {
          type: "web_search_20250305",
          name: "web_search",
          search_context_size: "low",
          user_location: { type: "approximate", city: "Bern" }
        }
      ]
    })
    expect(body).toMatchObject({
      tools: [{ type: "web_search", search_context_size: "low", user_location: { type: "approximate", city: "Bern" } }]
    })
  })
})

describe("an answer", () => {
  it("of another vendor says that calls may come side by side, as is so where nothing is said", () => {
    const answer = { candidates: [{ index: 0, parts: [], finish: { kind: "stop" } }] } as const
    const stamp = { id: "resp_1", created: 1, model: "m" }
    const { value } = responses.encodeResponse(answer, defaultReplyPreferences, stamp)
    expect(value.object).toMatchObject({ parallel_tool_calls: true })
  })
})

describe("what stands for an item that is kept", () => {
  const recalled = (item: object, text: string) =>
    history.recall(JsonText.source(JSON.stringify({ model: "m", input: [item] })), {
      before: [],
      items: new Map([["rs_1", text]])
    })

  it("has an id, and may say how far the item is", () => {
    const item = { type: "reasoning", id: "rs_1", status: "completed", summary: [] }
    expect(recalled(item, '{"type":"reasoning","id":"rs_1","kept":true}').body.object).toEqual({
      model: "m",
      input: [{ type: "reasoning", id: "rs_1", kept: true }]
    })
  })

  it("is noted as unknown where what is kept under its id is not for this vendor", () => {
    expect(recalled({ type: "reasoning", id: "rs_1", summary: [] }, "").notes).toMatchObject([
      { path: "/input/0", detail: expect.stringContaining("No reasoning with this id is stored here") }
    ])
  })
})
