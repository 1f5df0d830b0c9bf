import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { editsOf } from "../../src/families/openai-compatible/edits.ts"
import { responsesApi } from "../../src/families/openai-compatible/responses.ts"
import { compatNoteRules } from "../../src/families/openai-compatible/profile.ts"
import { profile } from "../../src/families/openai.ts"
import { type Rig, startRig } from "../rows/gateway.ts"
import { callOf, plainly } from "./call.ts"

/** How a function with this schema is edited in each of the vendor's two formats, for a model that nobody knows. */
const ways = {
  "chat completions": (parameters: object, translated?: true) => {
    const body = { messages: [], tools: [{ type: "function", function: { name: "f", parameters } }] }
    return editsOf(profile, compatNoteRules("openai"))(callOf(body, translated && { translated }), undefined)
  },
  responses: (parameters: object, translated?: true) => {
    const body = { input: "?", tools: [{ type: "function", name: "f", parameters }] }
    return responsesApi.profileOf(profile).edits(callOf(body, translated && { translated }), undefined, undefined)
  }
}
const places = { "chat completions": "/tools/0/function/parameters", responses: "/tools/0/parameters" }

const text = { type: "string" }
const x = { type: "object", properties: { a: text }, required: ["a"] }

describe.each(["chat completions", "responses"] as const)("a translated function of OpenAI's %s", (format) => {
  it.each<[what: string, given: object, schema: object, rule: "schema-members" | "schema-root"]>([
    ["without members", { type: "object" }, { type: "object", properties: {} }, "schema-members"],
    ["that says nothing", {}, { type: "object", properties: {} }, "schema-members"],
    ["without a type", { properties: { a: text } }, { type: "object", properties: { a: text } }, "schema-members"],
    [
      "of lists of anything, at any depth",
      { type: "object", properties: { b: { anyOf: [{ type: ["array", "null"] }] }, c: { const: { type: "array" } } } },
      {
        type: "object",
        properties: { b: { anyOf: [{ type: ["array", "null"], items: {} }] }, c: { const: { type: "array" } } }
      },
      "schema-members"
    ],
    ["whose root stands elsewhere", { $ref: "#/$defs/x", $defs: { x } }, { ...x, $defs: { x } }, "schema-root"],
    [
      "that is a choice",
      { type: "object", oneOf: [{ properties: { a: text } }, { properties: { b: text } }], not: { required: ["a"] } },
      { type: "object", properties: { a: text, b: text } },
      "schema-root"
    ]
  ])("%s", (_, given, schema, rule) => {
    const place = places[format]
    expect(plainly(ways[format](given, true))).toEqual({
      edits: [[place, schema]],
      notes: [`${place} openai/${rule}`]
    })
  })

  it("stays where the vendor takes it", () => {
    const schema = { type: "object", properties: { a: { type: "array", items: text }, b: { type: "object" } } }
    expect(ways[format](schema, true)).toEqual({ value: [], notes: [] })
  })

  it("stays where its own format's client declared it", () => {
    expect(ways[format]({ type: "object" })).toEqual({ value: [], notes: [] })
  })
})

describe("a tool without parameters of a client of messages", () => {
  let rig: Rig
  beforeAll(() => {
    rig = startRig()
  })
  afterAll(() => rig.close())

  it.each(["gpt-5.1", "gpt-7"])(
    "is sent to %s with `properties`, and the note names the client's member",
    async (model) => {
      const tools = [{ name: "list", input_schema: { type: "object" } }]
      const body = { model, max_tokens: 2000, messages: [{ role: "user", content: "Hello" }], tools }
      const { calls, notes } = await rig.send({ path: "/v1/messages", body })
      expect(calls[0]?.body).toMatchObject({
        tools: [{ function: { parameters: { type: "object", properties: {} } } }]
      })
      expect(notes).toContain("approximated /tools/0/input_schema")
    }
  )
})
