import { describe, expect, it } from "vitest"
import { again, read } from "./given.ts"

const fn = (name: string, description: string) => ({ type: "function", name, description, strict: false })
const item = (...tools: readonly object[]) => ({ type: "additional_tools", role: "developer", tools })
const hi = { role: "user", content: "Hi" }

/** The tools that other vendors are told of. */
const told = (body: object) =>
  read(body).request.tools?.map((tool) => ("description" in tool ? `${tool.name}: ${tool.description}` : tool.type))

/** @see https://github.com/openai/openai-node `AdditionalTools` of openai 7.55.0: "made available at this item" */
describe("a tool that is declared again", () => {
  it("in `tools` is one, as that says", () => {
    expect(told({ input: [item(fn("f", "old"), fn("g", "g")), hi], tools: [fn("f", "new")] })).toEqual([
      "g: g",
      "f: new"
    ])
  })

  it("in a later item is one, as that says", () => {
    expect(told({ input: [item(fn("f", "old")), hi, item(fn("f", "new")), hi] })).toEqual(["f: new"])
  })

  it("in a namespace of the same name is one", () => {
    const space = (description: string) => ({ type: "namespace", name: "ns", tools: [fn("f", description)] })
    expect(told({ input: [item(space("old")), hi], tools: [space("new")] })).toEqual(["ns__f: new"])
  })

  it("of the vendor's own stays", () => {
    const search = { type: "web_search" }
    expect(told({ input: [item(search), hi], tools: [search] })).toEqual(["vendor", "vendor"])
  })

  it.each([
    { input: [item(fn("f", "old")), hi], tools: [fn("f", "new")] },
    { input: [item(fn("f", "old"), fn("g", "g")), hi, item(fn("f", "new")), hi] },
    { input: [item(), hi] }
  ])("is told its vendor as it was: %j", (body) => {
    expect(again(body)).toEqual({ model: "gpt-5.5", ...body })
  })
})
