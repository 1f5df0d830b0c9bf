import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema"
import { describe, expect, it } from "vitest"
import type { RequestTarget } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { answered, bodyOf, callInPieces, encoded, eventsOf, f, foreign, framesOf, rulesOf, target } from "./reading.ts"

const outputOf = (schema: object) =>
  ({
    type: "json-schema",
    schema: { dialect: "json-schema", source: JsonText.source(JSON.stringify(schema)) }
  }) as const

const object = (properties: object) => ({ type: "object", properties, additionalProperties: false })
const words = { type: "string" }

/** A model that is held to schemas, and calls a forced tool only without thinking. */
const held: RequestTarget = {
  ...target,
  schemas: true,
  forcedChoice: "without-thinking",
  thinking: { adaptive: true, effort: true, off: true }
}

/**
 * @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs "JSON Schema limitations" (read 2026-11)
 */
const unsayable: readonly (readonly [string, object])[] = [
  ["has a map", object({ m: { type: "object", additionalProperties: { type: "number" } } })],
  ["is a map of anything", { type: "object", additionalProperties: true }],
  ["names members beside others", { ...object({ a: words }), additionalProperties: words }],
  ["has an object of any members", object({ m: { type: "object" } })],
  ["has an object that names none", object({ m: { type: "object", properties: {} } })],
  ["has one that may be null", object({ m: { type: ["object", "null"] } })],
  ["has an open object beside a choice", object({ m: { type: "object", anyOf: [object({ a: words })] } })],
  ["has one with members beside a choice", object({ m: { properties: { a: words }, oneOf: [object({ b: words })] } })],
  ["has a map in a list", { type: "array", items: { type: "object", additionalProperties: {} } }],
  ["has a map in a definition", { $ref: "#/$defs/m", $defs: { m: { type: "object", additionalProperties: words } } }],
  ["has a map in a tuple", object({ p: { type: "array", prefixItems: [{ type: "object" }] } })],
  ["has an object among values", object({ e: { enum: ["a", { b: 1 }] } })],
  ["has a list among values", object({ e: { enum: [[2]] } })],
  ["has an object as its value", object({ e: { const: { a: 1 } } })],
  ["names members by a pattern", { type: "object", patternProperties: { "^x": words }, additionalProperties: false }],
  ["says what a value is not", object({ a: { not: { type: "null" } } })]
]

const sayable: readonly (readonly [string, object])[] = [
  ["names its members", { type: "object", properties: { a: words } }],
  ["is closed and empty", { type: "object", additionalProperties: false }],
  ["has plain values", object({ e: { enum: ["a", 1, true, null] }, c: { const: "x" } })],
  ["has members of those names", object({ not: words, patternProperties: words, enum: words, const: words })],
  ["has a choice of objects", object({ u: { anyOf: [object({ a: words }), object({ b: words })] } })]
]

describe("an answer by a schema that", () => {
  it.each(unsayable)("%s is asked for by a tool that must be called, with the schema as it is", (_, schema) => {
    const body = bodyOf(foreign({ output: outputOf(schema) }), held)
    expect(body["output_config"]).toBeUndefined()
    expect(JSON.stringify(body["tools"])).toContain(JSON.stringify(schema).replaceAll("#/", "#/properties/value/"))
    expect(body["tool_choice"]).toEqual({ type: "tool", name: "json" })
    expect(rulesOf(foreign({ output: outputOf(schema) }), held)).toEqual(["output-format"])
  })

  it.each(unsayable)("%s is asked for in words where no call can be forced", (_, schema) => {
    const body = bodyOf(foreign({ output: outputOf(schema) }), { ...held, forcedChoice: "never" })
    expect([body["output_config"], body["tools"]]).toEqual([undefined, undefined])
    expect(JSON.stringify(body["system"])).toContain(JSON.stringify(JSON.stringify(schema)).slice(1, -1))
  })

  it.each(unsayable)("%s is a tool's that is not strict", (_, schema) => {
    const tool = { ...f, strict: true, input: outputOf(object({ s: schema })).schema }
    expect(bodyOf(foreign({ tools: [tool] }), held)["tools"]).toEqual([
      { name: "f", input_schema: object({ s: schema }) }
    ])
    expect(rulesOf(foreign({ tools: [tool] }), held)).toEqual(["tool-strict"])
  })

  it.each(sayable)("%s is one that the model is held to", (_, schema) => {
    const body = bodyOf(foreign({ output: outputOf(schema) }), held)
    const { properties = {} } = transformJSONSchema({ ...schema })
    expect(body["output_config"]).toMatchObject({ format: { schema: { type: "object", additionalProperties: false } } })
    expect(Object.keys(properties)).toEqual(Object.keys("properties" in schema ? (schema.properties as object) : {}))
  })

  const map = outputOf({ type: "object", additionalProperties: words })

  it("is a map wins over thinking, which a note says", () => {
    const request = foreign({ output: map, thinking: { effort: "high" } })
    const body = bodyOf(request, held)
    expect(body).toMatchObject({ thinking: { type: "disabled" }, tool_choice: { type: "tool", name: "json" } })
    expect(rulesOf(request, held)).toEqual(expect.arrayContaining(["output-format", "thinking"]))
  })

  it("is a map leaves thinking to a model that calls a forced tool while it thinks", () => {
    const body = bodyOf(foreign({ output: map, thinking: { effort: "high" } }), { ...held, forcedChoice: "always" })
    expect(body).toMatchObject({ thinking: { type: "adaptive" }, tool_choice: { type: "tool", name: "json" } })
  })

  it("is a map is asked for in words beside a call that cannot be forced", () => {
    const request = foreign({ output: map, tools: [f], toolChoice: { mode: "required" } })
    expect(JSON.stringify(bodyOf(request, { ...held, forcedChoice: "never" })["system"])).toContain("JSON Schema: {")
  })
})

/** @see https://github.com/anthropics/claude-code/issues/27337 "oneOf, allOf, or anyOf at the top level" (read 2026-11) */
describe("an answer by a choice of schemas that becomes a tool's", () => {
  const root = {
    type: "object",
    properties: { k: words, n: { $ref: "#/$defs/n" } },
    $defs: { n: { type: "object", additionalProperties: { $ref: "#" } }, "properties/value": { $ref: "#anchor" } }
  }
  const moved = {
    type: "object",
    properties: { k: words, n: { $ref: "#/properties/value/$defs/n" } },
    $defs: {
      n: { type: "object", additionalProperties: { $ref: "#/properties/value" } },
      "properties/value": { $ref: "#anchor" }
    }
  }

  it.each(["anyOf", "oneOf", "allOf"])("has its %s in a member, where references begin", (choice) => {
    const choices = [{ required: ["k"] }, { required: ["n"] }]
    const { value } = encoded(foreign({ output: outputOf({ ...root, [choice]: choices }) }), held)
    expect(JSON.parse(value.call.body.text)).toMatchObject({
      tools: [
        {
          name: "json",
          input_schema: { type: "object", properties: { value: { ...moved, [choice]: choices } }, required: ["value"] }
        }
      ]
    })
    expect(value.undo.output).toEqual({ tool: "json", wrapped: true })
  })

  const { undo } = encoded(foreign({ output: outputOf({ ...root, anyOf: [{ required: ["k"] }] }) }), held).value

  it("is told without the member", () => {
    const content = [{ type: "tool_use", id: "toolu_1", name: "json", input: { value: { k: "a" } } }]
    const told = { id: "m", type: "message", role: "assistant", model: "m", content, stop_reason: "tool_use" }
    expect(answered({ ...told, usage: { input_tokens: 1, output_tokens: 1 } }, undo)).toMatchObject({
      candidates: [{ parts: [{ type: "text", text: '{"k":"a"}' }] }]
    })
  })

  it("is streamed without the member", () => {
    const frames = callInPieces("json", ['{"value":{"k"', ':"a"}}']).map(
      (data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
    )
    const events = eventsOf(framesOf(frames.join("")), undo)
    expect(events.flatMap((event) => (event.type === "delta" ? [event.delta] : []))).toEqual([
      { type: "text", text: '{"k":"a"}' }
    ])
  })
})
