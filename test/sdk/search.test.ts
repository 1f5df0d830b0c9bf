import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { chatOf, messagesOf, tides } from "./asked.ts"
import { chatSdks } from "./chat-sdks.ts"
import { type Served, serveSandbox } from "./gateway.ts"
import { messagesSdks } from "./messages-sdks.ts"

let served: Served
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined) // the SDK warns of models near their end
  served = await serveSandbox()
})
afterAll(() => served.close())

/** The models of this vendor's that search on this API, and two of another's. */
const searchModels = [
  "claude-sonnet-4-5",
  "claude-opus-4-6",
  "gpt-4o-search-preview",
  "gpt-4o-mini-search-preview"
] as const

const casesOf = <Sdk>(sdks: Readonly<Record<string, Sdk>>) =>
  Object.entries(sdks).flatMap(([name, make]) =>
    searchModels.flatMap((model) =>
      (["create", "helper"] as const).map((way) => [`${name}, ${model}, ${way}`, { make, model, way }] as const)
    )
  )

const page = "https://example.com/tell-me-about-the-tides-at-dover"
const cited = [`There is a page called “${tides}: overview”. `, `There is a page called “${tides}: details”. `]

describe("web search of chat completions", () => {
  const cases = casesOf(chatSdks)

  it("has 16 cases", () => expect(cases).toHaveLength(16))

  it.each(cases)("cites spans of its text: %s", async (_, { make, model, way }) => {
    const answer = await make({ url: served.url })[way](chatOf(model, { web_search_options: {} }))
    const message = answer.choices[0]?.message
    const spans = (message?.annotations ?? []).map(({ url_citation: { url, title, start_index, end_index } }) => ({
      url,
      title,
      text: message?.content?.slice(start_index, end_index)
    }))
    expect(spans).toEqual([
      { url: `${page}/overview`, title: `${tides}: overview`, text: cited[0] },
      { url: `${page}/details`, title: `${tides}: details`, text: cited[1] }
    ])
  })
})

describe("web search of messages", () => {
  const cases = casesOf(messagesSdks)
  const tools = [{ type: "web_search_20250305" as const, name: "web_search" as const }]

  it("has 16 cases", () => expect(cases).toHaveLength(16))

  it.each(cases)("cites pages on the texts that rest on them: %s", async (_, { make, model, way }) => {
    const { content } = await make({ url: served.url })[way](messagesOf(model, { tools }))
    const citations = content.flatMap((block) => (block.type === "text" ? (block.citations ?? []) : []))
    expect(citations).toMatchObject([
      { type: "web_search_result_location", url: `${page}/overview`, title: `${tides}: overview` },
      { type: "web_search_result_location", url: `${page}/details`, title: `${tides}: details` }
    ])
  })
})
