import { afterAll, beforeAll, describe, expect } from "vitest"
import { type Answered, clientKey, isRecord, type Rig, startRig } from "./gateway.ts"
import { keeps } from "./promises.ts"
import { isRefused } from "./runner.ts"

let rig: Rig
beforeAll(() => {
  rig = startRig()
})
afterAll(() => rig.close())

const model = "claude-sonnet-4-5"
const hello = [{ role: "user", content: "Hello" }]
const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } }
const text = { type: "text", text: "What is this?" }

const asked = (body: object, headers?: Readonly<Record<string, string>>): Promise<Answered> =>
  rig.send({ path: "/v1/messages/count_tokens", body, ...(headers === undefined ? {} : { headers }) })

/** The count of a request that must be counted. */
const count = async (body: object): Promise<number> => {
  const answered = await asked({ model, messages: hello, ...body })
  const tokens = isRecord(answered.body) ? answered.body["input_tokens"] : undefined
  expect([answered.status, answered.calls, Number.isInteger(tokens)]).toEqual([200, [], true])
  return Number(tokens)
}

const says = (...content: readonly object[]): object => ({ messages: [{ role: "user", content }] })
const results = (...content: readonly object[]): object => ({
  messages: [
    ...hello,
    { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "look", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content }] }
  ]
})

describe("POST /v1/messages/count_tokens", () => {
  keeps("count.answer", "is the count alone, and no model is called", async () => {
    const { body, calls } = await asked({ model, messages: hello })
    expect([body, calls]).toEqual([{ input_tokens: expect.any(Number) }, []])
  })

  keeps("count.input", "the system's text counts", async () =>
    expect(await count({ system: "Be brief and kind to all." })).toBeGreaterThan(await count({}))
  )

  keeps("count.input", "the system's list of texts counts as its text does", async () =>
    expect(await count({ system: [{ type: "text", text: "Be brief." }] })).toBe(await count({ system: "Be brief." }))
  )

  keeps("count.input", "tools count", async () =>
    expect(await count({ tools: [{ name: "look", input_schema: { type: "object" } }] })).toBeGreaterThan(
      await count({})
    )
  )

  keeps("count.input-only", "what is of the answer does not count", async () =>
    expect(await count({ max_tokens: 4000, stream: true, temperature: 0.5 })).toBe(await count({}))
  )

  keeps("count.image", "an image is a thousand", async () =>
    expect(await count(says(text, picture))).toBe((await count(says(text))) + 1000)
  )

  keeps("count.image", "an image in a tool's result is a thousand", async () =>
    expect(await count(results(text, picture))).toBe((await count(results(text))) + 1000)
  )

  keeps("count.estimate", "says that it is one", async () =>
    expect((await asked({ model, messages: hello })).notes).toEqual(["approximated /"])
  )

  for (const [when, body, at] of [
    ["no model", { messages: hello }, "/model"],
    ["a model that is a number", { model: 5, messages: hello }, "/model"],
    ["no messages", { model }, "/messages"],
    ["no message in the list", { model, messages: [] }, "/messages"],
    ["messages that are a text", { model, messages: "Hello" }, "/messages"],
    ["a system that is a number", { model, messages: hello, system: 5 }, "/system"],
    ["tools that are an object", { model, messages: hello, tools: {} }, "/tools"],
    ["a tool without a schema", { model, messages: hello, tools: [{ name: "look" }] }, "/tools/0/input_schema"]
  ] as const) {
    keeps("count.required", when, async () => isRefused(await asked(body), at, "messages"))
  }

  for (const [when, headers] of [
    ["no key", {}],
    ["a wrong key", { authorization: "Bearer wrong" }],
    ["a wrong key in the vendor's header", { "x-api-key": "wrong" }]
  ] as const) {
    keeps("count.key", when, async () => {
      const { status, body } = await asked({ model, messages: hello }, headers)
      expect([status, body]).toEqual([401, { error: { message: expect.any(String), type: "invalid_request_error" } }])
    })
  }

  keeps("count.unknown-model", "is a 404 in the format's own words", async () => {
    const { status, body } = await asked({ model: "nobody", messages: hello }, { "x-api-key": clientKey })
    expect([status, body]).toMatchObject([404, { type: "error", error: { type: "not_found_error" } }])
  })
})
