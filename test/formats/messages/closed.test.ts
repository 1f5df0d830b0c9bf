import { describe, expect, it } from "vitest"
import { closed } from "../../../src/formats/messages/request/closed.ts"
import { JsonText, write } from "../../../src/words/json/json.ts"

const close = (schema: string): string => write(closed(JsonText.source(schema)).schema)

describe("closing a schema", () => {
  it.each<[string, string, string]>([
    [
      "closes an object that says nothing",
      '{"type":"object","properties":{"a":{"type":"string"}}}',
      '{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}'
    ],
    [
      "closes objects in lists, alternatives and definitions",
      '{"type":"array","items":{"anyOf":[{"type":"object"},{"$ref":"#/$defs/a"}]},"$defs":{"a":{"properties":{}}}}',
      '{"type":"array","items":{"anyOf":[{"type":"object","additionalProperties":false},{"$ref":"#/$defs/a"}]},"$defs":{"a":{"properties":{},"additionalProperties":false}}}'
    ],
    [
      "looks at schemas only, never at values or names",
      '{"type":"object","additionalProperties":false,"properties":{"items":{"const":{"type":"object"}},"type":{"enum":["object"]}}}',
      '{"type":"object","additionalProperties":false,"properties":{"items":{"const":{"type":"object"}},"type":{"enum":["object"]}}}'
    ],
    [
      "closes what is open by its own word",
      '{"type":"object","additionalProperties":{"type":"number"},"properties":{"a":{"additionalProperties":true}}}',
      '{"type":"object","additionalProperties":false,"properties":{"a":{"additionalProperties":false}}}'
    ],
    [
      "keeps numerals and a name __proto__",
      '{"type":"object","properties":{"__proto__":{"minimum":1.0}}}',
      '{"type":"object","properties":{"__proto__":{"minimum":1.0}},"additionalProperties":false}'
    ]
  ])("%s", (_, schema, expected) => {
    expect(close(schema)).toBe(expected)
  })

  it("says what was open by its own word", () => {
    const schema = '{"type":"object","properties":{"a/b":{"additionalProperties":{}},"c":{"type":"object"}}}'
    expect(closed(JsonText.source(schema)).opened).toEqual(["/properties/a~1b"])
  })

  it("says whether anything changed", () => {
    expect([closed(JsonText.source("{}")).changed, closed(JsonText.source('{"type":"object"}')).changed]).toEqual([
      false,
      true
    ])
  })
})
