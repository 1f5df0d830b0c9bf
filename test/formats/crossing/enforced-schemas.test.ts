import { describe, expect, it } from "vitest"
import { isArray, objectOr, type Json } from "../../../src/core/json/json.ts"
import type { ChatFormat } from "../../../src/core/format.ts"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { responses } from "../../../src/formats/responses/index.ts"
import { translateRequest } from "../../../src/translate/translator.ts"

const sent = (from: ChatFormat, to: ChatFormat, body: object) => {
  const there = translateRequest({ from, to, target: { model: "m" } }, body)
  if (!there.ok) throw there.error
  const written: Json = JSON.parse(there.value.body)
  return {
    body: objectOr(written) ?? {},
    notes: there.value.notes.map(({ severity, rule, path }) => `${severity} ${rule} ${path}`)
  }
}

const closed = {
  type: "object",
  properties: { city: { type: "string" }, at: { type: "string", format: "date" } },
  required: ["city", "at"],
  additionalProperties: false
}

const asking = (schema: object) =>
  [
    [
      messages,
      {
        model: "m",
        max_tokens: 16,
        messages: [{ role: "user", content: "?" }],
        output_config: { format: { type: "json_schema", schema } }
      }
    ],
    [
      generateContent,
      {
        contents: [{ parts: [{ text: "?" }] }],
        generationConfig: { maxOutputTokens: 16, responseMimeType: "application/json", responseJsonSchema: schema }
      }
    ]
  ] as const

/** Whether OpenAI holds the answer to its schema, as the body says it. */
const strictOf = ({ text, response_format: form }: Readonly<Record<string, Json>>): Json | undefined =>
  objectOr(objectOr(form)?.["json_schema"] ?? objectOr(text)?.["format"])?.["strict"]

// Claude's and Gemini's APIs hold an answer to its schema; OpenAI's do where `strict` is true (its guide to structured outputs)
describe.each([chatCompletions, responses])("a schema that its vendor enforces, in $id", (to) => {
  it.each(asking(closed))("stays enforced where it is a strict one: %#", (from, body) => {
    const { body: out, notes } = sent(from, to, body)
    expect(strictOf(out)).toBe(true)
    expect(notes).toEqual([expect.stringContaining("required-member")])
  })

  it.each<readonly [what: string, schema: object]>([
    ["a member may be left out", { ...closed, required: ["city"] }],
    ["it is open", { ...closed, additionalProperties: undefined }],
    [
      "a format is none of OpenAI's",
      { ...closed, properties: { city: { type: "string", format: "uri" }, at: { type: "string" } } }
    ],
    ["a reference says more", { ...closed, properties: { city: { $ref: "#", description: "d" }, at: { $ref: "#" } } }],
    ["it is a list", { type: "array", items: closed }]
  ])("is told to be weaker where %s", (_, schema) => {
    for (const [from, body] of asking(schema)) {
      const { body: out, notes } = sent(from, to, body)
      expect(strictOf(out)).toBeUndefined()
      expect(notes).toContainEqual(expect.stringMatching(/^meaning [a-z-]+\/schema \/(output_config|generationConfig)/))
    }
  })
})

// `strict` of a function of the Responses API: where it is left out or null, the schema is enforced where it can be
describe("a function of the Responses API", () => {
  const declared = (parameters: object, more: object) => ({
    model: "m",
    input: "?",
    max_output_tokens: 16,
    tools: [{ type: "function", name: "f", parameters, ...more }]
  })
  const strictIn = (more: object, parameters: object = closed): Json | undefined => {
    const { tools } = sent(responses, chatCompletions, declared(parameters, more)).body
    return objectOr(objectOr(isArray(tools) ? tools[0] : undefined)?.["function"])?.["strict"]
  }

  it("is strict where it does not say so and can be", () => {
    expect([strictIn({}), strictIn({ strict: null }), strictIn({ strict: true })]).toEqual([true, true, true])
    expect([strictIn({ strict: false }), strictIn({}, { ...closed, required: [] })]).toEqual([undefined, undefined])
  })

  it("tells what Gemini does not hold calls to, at the tool", () => {
    expect(sent(responses, generateContent, declared(closed, {})).notes).toContainEqual(
      "meaning generate-content/tool-strict /tools/0"
    )
  })

  it.each([{}, { strict: null }, { strict: false }, { strict: true }])("says again in its own format: %j", (more) => {
    const body = declared(closed, more)
    expect(sent(responses, responses, body).body["tools"]).toEqual(body.tools)
  })
})

// 128 characters, 16 pairs, keys of 64 and values of 512: `openai` 7.57.0, the comments of `safety_identifier` and `metadata`
describe.each([chatCompletions, responses])("OpenAI's limits in $id", (to) => {
  const long = "u".repeat(129)

  it("take a longer name of a user by its hash", () => {
    const body = { model: "m", max_tokens: 16, messages: [{ role: "user", content: "?" }], metadata: { user_id: long } }
    const { body: out, notes } = sent(messages, to, body)
    // printf 'u%.0s' $(seq 129) | sha256sum
    expect(out["safety_identifier"]).toBe("4d9221bd88fe7fa3f1cdc7d81c70b9484f37615f92178eafa3f6c525e6fa786f")
    expect(notes).toEqual([`cosmetic ${to.id}/spelling /metadata/user_id`])
  })

  it("leave a name that fits as it is", () => {
    const user_id = long.slice(1)
    const body = { model: "m", max_tokens: 16, messages: [{ role: "user", content: "?" }], metadata: { user_id } }
    expect(sent(messages, to, body).body["safety_identifier"]).toBe(user_id)
  })
})

it("Responses take sixteen labels, and none that is too long", () => {
  const asks = { contents: [{ parts: [{ text: "?" }] }] }
  const labels = {
    ["k".repeat(65)]: "v",
    a: "v".repeat(513),
    ...Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`l${at}`, "v"]))
  }
  const { body: out, notes } = sent(generateContent, responses, { ...asks, labels })
  expect(out["metadata"]).toEqual(Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`l${at}`, "v"])))
  expect(notes).toEqual(
    [`/labels/${"k".repeat(65)}`, "/labels/a", "/labels/l16"].map((at) => `cosmetic responses/too-long ${at}`)
  )
})
