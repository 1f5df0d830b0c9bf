import { expect, it } from "vitest"
import { toOpenApiSchema } from "../../../src/formats/generate-content/schema-encode.ts"
import { JsonText, stringifyJson } from "../../../src/core/json/json.ts"
import { body, issuesOf } from "../chat-completions/given.ts"
import { bodyOf, foreign } from "../messages/reading.ts"

it("a flag of Qwen's own parameters must be one", () =>
  expect(issuesOf(body({ parameters: { enable_search: "yes" } })).map(({ path }) => path)).toEqual([
    "/parameters/enable_search"
  ]))

it("Gemini takes patterns in a schema", () =>
  expect(stringifyJson(toOpenApiSchema(JsonText.source('{"type":"string","pattern":"^a"}')).schema)).toBe(
    '{"type":"STRING","pattern":"^a"}'
  ))

it.each(["standard_only", "default", "standard"])("the tier %s is Anthropic's standard one", (tier) =>
  expect(bodyOf(foreign({ tier }))).toMatchObject({ service_tier: "standard_only" })
)
