import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cheap, costly, type Rig, startRig } from "./rig.ts"

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

const turns = [{ role: "user", content: "Hi" }]
const contents = [{ role: "user", parts: [{ text: "Hi" }] }]
const chat = "/v1/chat/completions"

/** The one body that a vendor heard. */
const heardBy = async (...[sent]: Parameters<Rig["send"]>): Promise<unknown> => {
  const { heard } = await rig.send(sent)
  expect(heard).toHaveLength(1)
  return JSON.parse(heard[0]?.text ?? "null")
}

describe("an id", () => {
  it("of another model is told like one that nobody knows, with its place", async () => {
    const body = { model: cheap.openrouter, messages: turns, models: [cheap.openrouter, costly] }
    const { status, text } = await rig.send({ path: chat, body, key: "narrow" })
    const unknown = await rig.send({ path: chat, body: { model: costly, messages: turns }, key: "narrow" })
    expect([status, JSON.parse(text).error]).toEqual([
      unknown.status,
      { ...JSON.parse(unknown.text).error, param: "models[1]" }
    ])
  })

  it("of a model that is the key's passes, byte for byte", async () => {
    const body = `{ "model": "${cheap.openrouter}", "models": ["${cheap.openrouter}"], "messages": [{"role":"user","content":"Hi"}] }`
    const { heard } = await rig.send({ path: chat, body, key: "narrow" })
    expect(heard.map(({ text }) => text)).toEqual([body])
  })

  it("is asked with its white space, as it is sent", async () => {
    const body = { model: `${cheap.openrouter} `, messages: turns }
    expect((await rig.send({ path: chat, body, key: "narrow" })).status).toBe(404)
  })

  it("that the operator gave another name is asked by the id that is sent", async () => {
    expect(await heardBy({ path: chat, body: { model: "nickname", messages: turns }, key: "narrow" })).toMatchObject({
      model: cheap.openai
    })
  })

  it("inside a body is not looked up among the operator's names", async () => {
    const body = { model: cheap.openrouter, messages: turns, models: ["nickname"] }
    expect((await rig.send({ path: chat, body, key: "narrow" })).status).toBe(404)
  })

  it("that lists several is asked one by one", async () => {
    const body = { model: cheap.openrouter, messages: turns, models: [`${cheap.openrouter},${costly}`] }
    expect((await rig.send({ path: chat, body, key: "globbed" })).status).toBe(404)
    const both = { ...body, models: [`${cheap.openrouter}, openai/gpt-4o-2024-11-20`] }
    expect((await rig.send({ path: chat, body: both, key: "globbed" })).heard).toHaveLength(1)
  })

  it("that fits the key but is longer than any model's is nobody's, and is not remembered", async () => {
    const model = `openai/gpt-4o-${"x".repeat(1024)}`
    expect(await rig.send({ path: chat, body: { model, messages: turns }, key: "globbed" })).toMatchObject({
      status: 404,
      heard: []
    })
    const whole = { model: model.slice(0, 1024), messages: turns }
    expect((await rig.send({ path: chat, body: whole, key: "globbed" })).heard).toHaveLength(1)
    const inside = { ...whole, models: [model] }
    expect((await rig.send({ path: chat, body: inside, key: "globbed" })).status).toBe(404)
  })

  it("that ends in half a character is nobody's, in a path as in a body", async () => {
    const sent = `{"model":"gemini-2.5-flash\\ud83d","messages":${JSON.stringify(turns)}}`
    expect(await rig.send({ path: chat, body: sent, key: "wide" })).toMatchObject({ status: 404, heard: [] })
  })

  it("may be named in a body as often as the largest batch needs, and no oftener", async () => {
    const named = (times: number) => {
      const body = { model: cheap.openrouter, messages: turns, models: Array(times).fill(cheap.openrouter) }
      return rig.send({ path: chat, body, key: "narrow" })
    }
    expect((await named(4095)).heard).toHaveLength(1)
    const { status, text, heard } = await named(4096)
    expect([status, heard]).toEqual([400, []])
    expect(text).toContain("more than 4096 times")
  })

  it.each(["openrouter/auto", "openrouter/auto:online", "@preset/premium", `${cheap.openrouter}@preset/premium`])(
    "that stands for a choice needs the permission: %s",
    async (model) => {
      const body = { model, messages: turns }
      const { status, heard } = await rig.send({ path: chat, body, key: "unrouted" })
      expect([403, 404]).toContain(status)
      expect(heard).toEqual([])
    }
  )

  it("that the operator's route sends as a choice needs it too", async () => {
    const { status, text, heard } = await rig.send({
      path: chat,
      body: { model: "chosen", messages: turns },
      key: "unrouted"
    })
    expect([status, heard]).toEqual([403, []])
    expect(text).toContain("routing")
  })

  it("that stands for a choice is taken of a key that may", async () => {
    const body = { model: "openrouter/auto", messages: turns }
    expect(await heardBy({ path: chat, body, key: "wide" })).toMatchObject({ model: "openrouter/auto" })
  })
})

describe("a key of all models whose vendors may not choose", () => {
  it("names any", async () => {
    const body = { model: cheap.openrouter, messages: turns, models: [costly] }
    expect(await heardBy({ path: chat, body, key: "unrouted" })).toMatchObject({ models: [costly] })
  })

  it("leaves no choice, and is told what it lacks", async () => {
    const body = { model: cheap.openrouter, messages: turns, route: "fallback" }
    const { status, text, heard } = await rig.send({ path: chat, body, key: "unrouted" })
    expect([status, heard]).toEqual([403, []])
    expect(JSON.parse(text)).toEqual({
      error: {
        message: "`route` lets the vendor choose the model, and this key does not have the permission `routing`.",
        type: "permission_error",
        param: "route",
        code: null
      }
    })
  })
})

describe("a body's model beside the path's", () => {
  const path = (model: string): string => `/v1beta/models/${model}:generateContent`

  it.each([cheap.gemini, `models/${cheap.gemini}`])("may be the same: %s", async (model) => {
    expect(await heardBy({ path: path(cheap.gemini), body: { model, contents }, key: "narrow" })).toMatchObject({
      model
    })
  })

  it.each([
    ["small", cheap.gemini],
    ["models/small", `models/${cheap.gemini}`]
  ])("goes as its upstream knows it: %s", async (model, sent) => {
    expect(await heardBy({ path: path("small"), body: { model, contents }, key: "narrow" })).toMatchObject({
      model: sent
    })
  })

  it.each([costly, `models/${costly}`, `publishers/google/models/${costly}`])("is asked: %s", async (model) => {
    const { status, heard } = await rig.send({ path: path(cheap.gemini), body: { model, contents }, key: "narrow" })
    expect({ status, heard }).toEqual({ status: 404, heard: [] })
  })
})

describe("where tokens are counted", () => {
  const count = `/v1beta/models/${cheap.gemini}:countTokens`

  it.each<[string, string, unknown, number]>([
    ["the same model", count, { generateContentRequest: { model: `models/${cheap.gemini}`, contents } }, 200],
    ["another model", count, { generateContentRequest: { model: `models/${costly}`, contents } }, 404],
    ["a choice", count, { generateContentRequest: { contents, generationConfig: { routingConfig: {} } } }, 403],
    ["a name in another case", count, { contents, Model: costly }, 400],
    [
      "a fallback",
      "/v1/messages/count_tokens",
      { model: cheap.claude, messages: turns, fallbacks: [{ model: costly }] },
      404
    ],
    [
      "the server's fallbacks",
      "/v1/messages/count_tokens",
      { model: cheap.claude, messages: turns, fallbacks: "default" },
      403
    ],
    [
      "a tool",
      "/v1/responses/input_tokens",
      { model: cheap.items, input: "Hi", tools: [{ type: "image_generation", model: costly }] },
      404
    ],
    ["a choice of a router", "/v1/responses/input_tokens", { model: cheap.items, input: "Hi", route: "fallback" }, 403],
    [
      "a name in yet another case",
      "/v1/responses/input_tokens",
      { model: cheap.items, input: "Hi", MODEL: costly },
      400
    ]
  ])("what a body names is asked as it would be sent: %s", async (_, path, body, status) => {
    expect((await rig.send({ path, body, key: "narrow" })).status).toBe(status)
  })
})

describe("a form", () => {
  const form = (...fields: readonly (readonly [string, string])[]): FormData => {
    const data = new FormData()
    data.set("image", new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])]), "a.png")
    for (const [name, value] of [["prompt", "Hi"], ...fields] as const) data.append(name, value)
    return data
  }
  const path = "/v1/images/edits"
  const model = ["model", cheap.painter] as const

  it.each<[string, number, readonly (readonly [string, string])[]]>([
    ["two models", 400, [model, ["model", costly]]],
    ["a model in another case", 400, [model, ["Model", costly]]],
    ["a list beside the model", 400, [model, ["model[]", costly]]],
    ["a member of the model", 400, [model, ["model[0]", costly]]],
    ["a list of models", 404, [model, ["models[]", costly]]],
    ["models as JSON", 404, [model, ["models", JSON.stringify([costly])]]],
    ["a member inside an object", 404, [model, ["svg[model]", costly]]],
    ["a choice", 403, [model, ["route", "fallback"]]]
  ])("is refused, and no vendor hears of it: %s", async (_, status, fields) => {
    const answered = await rig.send({ path, body: form(...fields), key: "narrow" })
    expect({ status: answered.status, heard: answered.heard }).toEqual({ status, heard: [] })
  })

  it.each([
    ["once", form(model)],
    ["in a list", form(model, ["models[]", cheap.painter])],
    ["as JSON", form(model, ["models", JSON.stringify([cheap.painter])])]
  ])("passes where it names the key's model alone: %s", async (_, body) => {
    const { heard } = await rig.send({ path, body, key: "narrow" })
    expect(heard.map(({ type }) => type.split(";")[0])).toEqual(["multipart/form-data"])
  })
})
