import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema"
import { describe, expect, it } from "vitest"
import { JsonText, stringifyJson } from "../../../src/core/json/json.ts"
import { closeSchema } from "../../../src/formats/messages/schema.ts"
import { bodyOf, f, foreign, rulesOf, target } from "./reading.ts"

const isCircular = (schema: object): boolean => !closeSchema(JsonText.source(JSON.stringify(schema))).sayable

const list = (items: object): object => ({ type: "array", items })
const object = (properties: object): object => ({ type: "object", properties, additionalProperties: false })
const node = object({ kids: list({ $ref: "#/$defs/n" }) })
const tree = { ...object({ root: { $ref: "#/$defs/n" } }), $defs: { n: node } }

/**
 * @see https://github.com/egonSchiele/agency-lang/issues/487 "Self-referencing or mutually-referencing definitions are not
 *   supported", from calls of the API (read 2026-11)
 * @see https://github.com/langchain4j/langchain4j/pull/5097 Bedrock takes definitions, and none that are recursive (read 2026-11)
 */
describe("a schema is a part of itself", () => {
  it.each([
    ["that names its root", object({ kids: list({ $ref: "#" }) })],
    ["with a definition that names itself", tree],
    ["with definitions that name each other", { $defs: { a: list({ $ref: "#/$defs/b" }), b: { $ref: "#/$defs/a" } } }],
    ["with a property that names what it stands in", object({ a: object({ b: { $ref: "#/properties/a" } }) })],
    ["with a name that is escaped", { $defs: { "a/b c": list({ $ref: "#/$defs/a~1b%20c" }) } }]
  ])("%s", (_, schema) => expect(isCircular(schema)).toBe(true))

  it.each([
    ["that names nothing", object({ a: { type: "string" } })],
    [
      "that names a definition twice",
      { ...object({ a: { $ref: "#/$defs/n" }, b: { $ref: "#/$defs/n" } }), $defs: { n: {} } }
    ],
    ["whose definitions name others", { $ref: "#/$defs/a", $defs: { a: list({ $ref: "#/$defs/b" }), b: {} } }],
    ["that names one whose name only begins alike", { $defs: { a: list({ $ref: "#/$defs/ab" }), ab: {} } }]
  ])("but not one %s", (_, schema) => expect(isCircular(schema)).toBe(false))

  it("is a tool's, too, where more than 64 definitions each name the next, which is soon told", () => {
    const chain = (length: number): object => ({
      $defs: Object.fromEntries(Array.from({ length }, (_, at) => [`d${at}`, { $ref: `#/$defs/d${at + 1}` }]))
    })
    expect([isCircular(chain(64)), isCircular(chain(4_000))]).toEqual([false, true])
  })
})

const output = {
  type: "json-schema",
  schema: { dialect: "json-schema", source: JsonText.source(JSON.stringify(tree)) }
} as const

describe("an answer by a schema that is a part of itself", () => {
  it("is asked for by a tool that must be called", () => {
    const body = bodyOf(foreign({ output }), { ...target, schemas: true })
    expect(body["output_config"]).toBeUndefined()
    expect(body).toMatchObject({
      tools: [{ name: "json", input_schema: tree }],
      tool_choice: { type: "tool", name: "json" }
    })
    expect(rulesOf(foreign({ output }))).toContain("output-format")
  })

  it("is asked for in words where no call can be forced", () => {
    const never = { ...target, forcedChoice: "never" } as const
    const body = bodyOf(foreign({ output }), never)
    expect([body["output_config"], body["tools"]]).toEqual([undefined, undefined])
    expect(JSON.stringify(body["system"])).toContain(JSON.stringify(JSON.stringify(tree)).slice(1, -1))
  })

  it("is a tool's that is not strict", () => {
    const tool = { ...f, strict: true, input: output.schema }
    expect(bodyOf(foreign({ tools: [tool] }))["tools"]).toEqual([{ name: "f", input_schema: tree }])
    expect(rulesOf(foreign({ tools: [tool] }))).toEqual(["tool-strict"])
  })
})

/** Expected from the vendor's own client. */
describe("a choice of one schema", () => {
  const one = { oneOf: [{ type: "string" }, object({ a: { type: "integer" } })] }

  it("is sent as the vendor's client sends it, wherever it stands", () => {
    const schema = object({ u: one })
    const sent = stringifyJson(closeSchema(JsonText.source(JSON.stringify(schema))).schema)
    expect(JSON.parse(sent)).toEqual(transformJSONSchema({ ...schema }))
  })

  it("is left out beside another choice, as the vendor's client leaves it out", () => {
    const both = { anyOf: [{ type: "string" }], oneOf: [{ type: "integer" }] } as const
    const { schema } = closeSchema(JsonText.source(JSON.stringify(both)))
    expect(JSON.parse(stringifyJson(schema))).toEqual(transformJSONSchema({ ...both }))
  })

  it("leaves a note", () => {
    const source = JsonText.source(JSON.stringify(object({ u: one })))
    const request = foreign({ output: { type: "json-schema", schema: { dialect: "json-schema", source } } })
    expect(rulesOf(request)).toContain("schema")
  })
})
