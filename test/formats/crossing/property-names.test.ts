import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import {
  type Format,
  type Target,
  translateRequest,
  translateResponse,
  translateStream
} from "../../../src/translate.ts"
import { callInPieces } from "../messages/reading.ts"
import { printEvents } from "../../faults/frames.ts"
import { at } from "./wires.ts"

/**
 * Names of Microsoft Graph and of query strings, which the vendor refuses at the root of a schema alone.
 *
 * @see https://github.com/ComposioHQ/composio/issues/3500 (2026-06)
 * @see https://github.com/beautyfree/appstore-connect-mcp/issues/2 (2026-04)
 */
const schema = {
  type: "object",
  properties: {
    $top: { type: "integer" },
    path: { type: "string" },
    "@microsoft.graph.conflictBehavior": { type: "string", title: "Conflicts" },
    "filter[id]": { $ref: "#/properties/filter[name]" },
    "filter[name]": { type: "object", properties: { $top: { type: "integer" } }, required: ["$top"] }
  },
  required: ["$top", "path"],
  dependentRequired: { "filter[id]": ["$top"] },
  propertyOrdering: ["path", "$top"]
}

/** The same by hand, as the vendor takes it. */
const sent = {
  type: "object",
  properties: {
    _top: { type: "integer", title: "$top" },
    path: { type: "string" },
    "_microsoft.graph.conflictBehavior": { type: "string", title: "Conflicts" },
    filter_id_: { $ref: "#/properties/filter_name_", title: "filter[id]" },
    filter_name_: {
      type: "object",
      properties: { $top: { type: "integer" } },
      required: ["$top"],
      title: "filter[name]"
    }
  },
  required: ["_top", "path"],
  dependentRequired: { filter_id_: ["_top"] },
  propertyOrdering: ["path", "_top"]
}

const earlier = { $top: 1, path: "$top", "filter[name]": { $top: 2 } }
const earlierSent = { _top: 1, path: "$top", filter_name_: { $top: 2 } }

const respelled = ["$top", "@microsoft.graph.conflictBehavior", "filter[id]", "filter[name]"]

const clients = {
  "chat-completions": {
    from: chatCompletions,
    place: "/tools/0/function/parameters",
    body: (parameters: unknown) => ({
      model: "m",
      messages: [
        { role: "user", content: "Hi" },
        {
          role: "assistant",
          tool_calls: [
            { id: "c1", type: "function", function: { name: "list", arguments: JSON.stringify(earlier) } },
            { id: "c2", type: "function", function: { name: "other", arguments: JSON.stringify(earlier) } }
          ]
        },
        { role: "tool", tool_call_id: "c1", content: "x" },
        { role: "tool", tool_call_id: "c2", content: "x" }
      ],
      tools: [{ type: "function", function: { name: "list", parameters } }]
    }),
    input: (answer: unknown) => at(answer as never, "choices", 0, "message", "tool_calls", 0, "function", "arguments")
  },
  responses: {
    from: responses,
    place: "/tools/0/parameters",
    body: (parameters: unknown) => ({
      model: "m",
      input: [
        { role: "user", content: "Hi" },
        { type: "function_call", call_id: "c1", name: "list", arguments: JSON.stringify(earlier) },
        { type: "function_call", call_id: "c2", name: "other", arguments: JSON.stringify(earlier) },
        { type: "function_call_output", call_id: "c1", output: "x" },
        { type: "function_call_output", call_id: "c2", output: "x" }
      ],
      tools: [{ type: "function", name: "list", parameters, strict: false }]
    }),
    input: (answer: unknown) => at(answer as never, "output", 0, "arguments")
  },
  "generate-content": {
    from: generateContent,
    place: "/tools/0/functionDeclarations/0/parametersJsonSchema",
    body: (parametersJsonSchema: unknown) => ({
      contents: [
        { role: "user", parts: [{ text: "Hi" }] },
        {
          role: "model",
          parts: [{ functionCall: { name: "list", args: earlier } }, { functionCall: { name: "other", args: earlier } }]
        },
        {
          role: "user",
          parts: ["list", "other"].map((name) => ({ functionResponse: { name, response: { result: "x" } } }))
        }
      ],
      tools: [{ functionDeclarations: [{ name: "list", parametersJsonSchema }] }]
    }),
    input: (answer: unknown) =>
      JSON.stringify(at(answer as never, "candidates", 0, "content", "parts", 0, "functionCall", "args"))
  }
}

const asked = ({ from }: { readonly from: Format }, body: unknown, target: Partial<Target> = { model: "m" }) => {
  const there = translateRequest({ from, to: messages, target }, JSON.stringify(body))
  if (!there.ok) throw there.error
  return { body: JSON.parse(there.value.body), notes: there.value.notes, reply: there.value.reply }
}

/** An answer of the vendor with one call of a tool, whose input is a JSON text. */
const answer = (name: string, input: string): string =>
  `{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"toolu_1","name":"${name}","input":${input}}],"stop_reason":"tool_use"}`

/** The same as a stream, with the input in pieces. */
const stream = (name: string, pieces: readonly string[]): string => printEvents(callInPieces(name, pieces))

/** The deltas of a stream of chat completions. */
const deltasIn = (text: string): readonly unknown[] =>
  text
    .split("\n\n")
    .filter((event) => event.startsWith("data: {"))
    .map((event) => at(JSON.parse(event.slice("data: ".length)), "choices", 0, "delta"))

/** What a stream of chat completions says of the arguments of its call. */
const argumentsIn = (text: string): string =>
  deltasIn(text)
    .map((delta) => at(delta as never, "tool_calls", 0, "function", "arguments") ?? "")
    .join("")

const input = String.raw`{"_top": 1.0, "filter\u005fid_":"_top","path":"\"_top\\","filter_name_":{"_top":[{"_top":2}]},"_other":3}`
const own = String.raw`{"$top": 1.0, "filter[id]":"_top","path":"\"_top\\","filter[name]":{"_top":[{"_top":2}]},"_other":3}`

describe.each(Object.values(clients))("a tool of a client of $from.id with names that Claude refuses", (client) => {
  const there = asked(client, client.body(schema))

  it("is sent with others, which are noted", () => {
    expect(there.body.tools[0].input_schema).toEqual(sent)
    expect(there.notes.filter(({ rule }) => rule === "messages/spelling")).toEqual(
      respelled.map((name) =>
        expect.objectContaining({ path: `${client.place}/properties/${name}`, severity: "cosmetic" })
      )
    )
  })

  it("has them in its earlier calls, and no other tool's", () => {
    expect(there.body.messages[1].content.map(({ input }: { readonly input: unknown }) => input)).toEqual([
      earlierSent,
      earlier
    ])
  })

  it("is called by the client's own", () => {
    const back = translateResponse(there.reply, answer("list", JSON.stringify(earlierSent)))
    expect(back.ok && client.input(JSON.parse(back.value.body))).toBe(JSON.stringify(earlier))
  })
})

describe("a call of a tool whose names were sent otherwise", () => {
  const { reply } = asked(clients["chat-completions"], clients["chat-completions"].body(schema))

  it("keeps what is further inside, what is no name, and how it is spelled", () => {
    const back = translateResponse(reply, answer("list", input))
    const { "chat-completions": client } = clients
    expect(back.ok && JSON.parse(client.input(JSON.parse(back.value.body)) as string)).toEqual(JSON.parse(own))
  })

  it.each([1, 2, 3, 5, 8, 13, 21, input.length])("is told in a stream of pieces of %i characters", (size) => {
    const pieces = input.match(new RegExp(`.{1,${size}}`, "gs")) ?? []
    const told = translateStream(reply)
    expect(argumentsIn(told.push(stream("list", pieces)) + told.end())).toBe(own)
  })

  it("is told where an imitator says its input at once", () => {
    const told = translateStream(reply)
    const whole = stream("list", []).replace('"input":{}', '"input":{"_top":1}')
    expect(argumentsIn(told.push(whole) + told.end())).toBe('{"$top":1}')
  })

  it("leaves calls of other tools as they are", () => {
    const back = translateResponse(reply, answer("other", '{"_top":1}'))
    expect(back.ok && clients["chat-completions"].input(JSON.parse(back.value.body))).toBe('{"_top":1}')
    const told = translateStream(reply)
    expect(argumentsIn(told.push(stream("other", ['{"_top":', "1}"])) + told.end())).toBe('{"_top":1}')
  })
})

describe("the names of properties", () => {
  const rooted = (parameters: object, name = "list", strict = false) =>
    asked(
      { from: chatCompletions },
      {
        model: "m",
        messages: [{ role: "user", content: "Hi" }],
        tools: [{ type: "function", function: { name, parameters, strict } }]
      }
    )

  const namesOf = (...names: readonly string[]): readonly string[] => {
    const properties = Object.fromEntries(names.map((name) => [name, {}]))
    return Object.keys(rooted({ type: "object", properties }).body.tools[0].input_schema.properties)
  }

  const digested = (beginning: string) =>
    expect.stringMatching(new RegExp(`^${beginning.replaceAll(".", "\\.")}_[0-9a-f]{6}$`))

  it.each([
    ["that fit", ["a", "_B-9.c", "x".repeat(64)], ["a", "_B-9.c", "x".repeat(64)]],
    ["without a letter that fits", ["城市"], ["__"]],
    ["that are long", ["x".repeat(65)], ["x".repeat(64)]],
    ["that would be another's", ["$a", "_a"], [digested("_a"), "_a"]],
    ["that would be the same", ["$a", "@a"], ["_a", digested("_a")]],
    [
      "that are long and would be the same",
      ["x".repeat(65), "x".repeat(66)],
      ["x".repeat(64), digested("x".repeat(57))]
    ],
    ["without a character", [""], [digested("")]]
  ])("%s", (_, names, expected) => expect(namesOf(...names)).toEqual(expected))

  it("leave a schema as it came where all fit", () => {
    const parameters = { type: "object", properties: { a: { properties: { $b: {} } } } }
    expect(rooted(parameters).body.tools[0].input_schema).toEqual(parameters)
    expect(rooted(parameters).reply.undo).not.toHaveProperty("properties")
  })

  it("are those of a reference that is spelled as in a URL", () => {
    const properties = { "a b": { type: "string" }, again: { $ref: "#/properties/a%20b" } }
    expect(rooted({ type: "object", properties }).body.tools[0].input_schema.properties.again).toEqual({
      $ref: "#/properties/a_b"
    })
  })

  it("are those of all that a root says of properties by their names", () => {
    const named = {
      default: { $a: 1 },
      dependencies: { $a: ["b"] },
      dependentSchemas: { b: { required: ["c"] }, $a: {} }
    }
    expect(rooted({ type: "object", properties: { $a: {} }, ...named }).body.tools[0].input_schema).toEqual({
      type: "object",
      properties: { _a: { title: "$a" } },
      default: { _a: 1 },
      dependencies: { _a: ["b"] },
      dependentSchemas: { b: { required: ["c"] }, _a: {} }
    })
  })

  it("are those of the schemas that a root is a choice of, too", () => {
    const parameters = { allOf: [{ type: "object", properties: { $a: {} }, required: ["$a"] }] }
    const { body, notes } = rooted(parameters)
    expect(body.tools[0].input_schema).toEqual({
      type: "object",
      properties: { _a: { title: "$a" } },
      required: ["_a"]
    })
    expect(notes.filter(({ rule }) => rule === "messages/spelling").map(({ path }) => path)).toEqual([
      "/tools/0/function/parameters"
    ])
  })

  it("go with a tool's name that is spelled otherwise", () => {
    const { body, reply } = rooted({ type: "object", properties: { $a: {} } }, "files.list")
    const back = translateResponse(reply, answer(body.tools[0].name, '{"_a":1}'))
    expect(back.ok && at(JSON.parse(back.value.body), "choices", 0, "message", "tool_calls", 0, "function")).toEqual({
      name: "files.list",
      arguments: '{"$a":1}'
    })
  })

  it("are those of a tool that the model is held to, too", () => {
    const { body } = rooted({ type: "object", properties: { $a: { minimum: 1 } }, required: ["$a"] }, "list", true)
    expect(body.tools[0]).toMatchObject({
      strict: true,
      input_schema: { properties: { _a: { title: "$a" } }, required: ["_a"], additionalProperties: false }
    })
  })

  it("are the client's own affair where it speaks to its own vendor", () => {
    const body = {
      model: "m",
      max_tokens: 9,
      messages: [{ role: "user", content: "Hi" }],
      tools: [{ name: "f", input_schema: { type: "object", properties: { $a: {} } } }]
    }
    expect(asked({ from: messages }, body).body.tools).toEqual(body.tools)
  })
})

describe("a schema of an answer that is sent as a tool", () => {
  const form = { type: "object", properties: { "Account Number": { type: "string" } }, required: ["Account Number"] }
  const { body, reply } = asked(
    { from: chatCompletions },
    {
      model: "m",
      messages: [{ role: "user", content: "Hi" }],
      response_format: { type: "json_schema", json_schema: { name: "a", schema: form } }
    },
    { model: "m", schemas: false }
  )

  it("has names that Claude takes", () => {
    expect(body.tools[0].input_schema).toMatchObject({
      properties: { Account_Number: { type: "string" } },
      required: ["Account_Number"]
    })
  })

  it("is answered with the client's own, whole and in a stream", () => {
    const back = translateResponse(reply, answer(body.tools[0].name, '{"Account_Number":"1"}'))
    expect(back.ok && at(JSON.parse(back.value.body), "choices", 0, "message", "content")).toBe(
      '{"Account Number":"1"}'
    )
    const told = translateStream(reply)
    const said = told.push(stream(body.tools[0].name, ['{"Account', '_Number":"1"}'])) + told.end()
    const words = deltasIn(said).map((delta) => at(delta as never, "content") ?? "")
    expect(words.join("")).toBe('{"Account Number":"1"}')
  })
})
