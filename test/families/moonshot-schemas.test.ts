import { describe, expect, it } from "vitest"
import { profile as kimi } from "../../src/families/kimi.ts"
import { editsBy } from "./call.ts"

const sent = (parameters: object, model = "kimi-k2.5") =>
  editsBy(kimi, model, {
    messages: [{ role: "user", content: "q" }],
    tools: [{ type: "function", function: { name: "w", parameters } }]
  })

const text = { type: "string" }
const place = "/tools/0/function/parameters"

/**
 * @see https://github.com/MoonshotAI/kimi-code/issues/2661 a type beside a choice is refused (2026-08)
 * @see https://github.com/vercel/ai/pull/18921 what the validator takes in place of it and of tuples (2026-08)
 * @see https://github.com/MoonshotAI/walle docs/mfjs-spec.md (read 2026-11)
 */
describe("a function's schema for Kimi", () => {
  it.each<[what: string, given: object, schema: object, rule: string]>([
    [
      "whose root is a choice",
      {
        type: "object",
        anyOf: [{ properties: { id: text }, required: ["id"] }, { properties: { name: text } }]
      },
      { type: "object", properties: { id: text, name: text } },
      "schema-root"
    ],
    [
      "with a type beside a choice whose schemas have their own",
      { type: "object", properties: { x: { type: ["string", "boolean"], anyOf: [text, { type: "boolean" }] } } },
      { type: "object", properties: { x: { anyOf: [text, { type: "boolean" }] } } },
      "schema-dialect"
    ],
    [
      "with a type beside a choice whose schemas have none, at any depth",
      {
        type: "object",
        properties: {
          l: { type: "array", items: { type: "object", oneOf: [{ required: ["a"] }, { $ref: "#/$defs/b" }] } }
        }
      },
      {
        type: "object",
        properties: {
          l: { type: "array", items: { oneOf: [{ required: ["a"], type: "object" }, { $ref: "#/$defs/b" }] } }
        }
      },
      "schema-dialect"
    ],
    [
      "with a list of certain items",
      { type: "object", properties: { t: { type: "array", items: [text, { type: "number" }], minItems: 2 } } },
      { type: "object", properties: { t: { type: "array", minItems: 2, prefixItems: [text, { type: "number" }] } } },
      "schema-dialect"
    ],
    ["without a type", { properties: { a: text } }, { type: "object", properties: { a: text } }, "schema-dialect"]
  ])("%s", (_, given, schema, rule) => {
    expect(sent(given)).toEqual({ edits: [[place, schema]], notes: [`${place} kimi/${rule}`] })
  })

  it("is fitted for a model that nobody knows, too", () => {
    expect(sent({ properties: {} }, "kimi-k9").notes).toEqual([`${place} kimi/schema-dialect`])
  })

  /** @see https://github.com/murtaza-nasir/maestro/issues/34 the form of an answer is held to the dialect, too (2025-09) */
  it("is fitted where an answer must have it, too", () => {
    const given = { type: "object", properties: { x: { type: "string", anyOf: [{ minLength: 1 }, { const: "" }] } } }
    const form = (schema: object) => ({ type: "json_schema", json_schema: { name: "n", schema } })
    const answered = (schema: object) =>
      editsBy(kimi, "kimi-k2.5", {
        messages: [{ role: "user", content: "q" }],
        thinking: { type: "disabled" },
        response_format: form(schema)
      })
    const fitted = {
      type: "object",
      properties: {
        x: {
          anyOf: [
            { minLength: 1, type: "string" },
            { const: "", type: "string" }
          ]
        }
      }
    }
    expect(answered(given)).toEqual({
      edits: [["/response_format/json_schema/schema", fitted]],
      notes: ["/response_format/json_schema/schema kimi/schema-dialect"]
    })
    expect(answered(fitted)).toEqual({ edits: [], notes: [] })
  })

  it("stays where it is in the dialect", () => {
    const x = { anyOf: [text, { type: "array", items: text }], description: "d" }
    const schema = { type: "object", properties: { x, anyOf: text, type: text }, required: ["x"] }
    expect(sent(schema)).toEqual({ edits: [], notes: [] })
  })
})
