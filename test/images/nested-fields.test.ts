import OpenAI, { toFile } from "openai"
import { afterAll, describe, expect, it } from "vitest"
import { clientKey, startRig } from "./rig.ts"
import { pixel, type Received } from "./upstream.ts"

const rig = startRig()
afterAll(() => rig.gateway.dispose())

const path = "/v1/images/edits"
const file = () => new Blob([new Uint8Array(Buffer.from(pixel, "base64"))], { type: "image/png" })

const form = (model: string, fields: Readonly<Record<string, string>>): FormData => {
  const made = new FormData()
  for (const [name, value] of Object.entries({ model, prompt: "Blue", ...fields })) made.append(name, value)
  made.append("image", file())
  return made
}

/** What the vendor heard of a form that OpenAI's own SDK wrote. */
const edited = async (body: object): Promise<Received["body"]> => {
  let form: FormData | undefined
  const sdk = new OpenAI({
    apiKey: clientKey,
    baseURL: "http://gateway.test/v1",
    maxRetries: 0,
    fetch: async (_, init) => {
      form = await new Request("http://gateway.test", init).formData()
      return Response.json({ created: 1, data: [] })
    }
  })
  const image = await toFile(Buffer.from(pixel, "base64"), "a.png", { type: "image/png" })
  await sdk.images.edit({ prompt: "Blue", image, ...body } as OpenAI.ImageEditParamsNonStreaming)
  const { status, body: answer, calls } = await rig.send({ path, body: form ?? {} })
  expect([status, answer]).toEqual([200, answer])
  return calls[0]?.body
}

describe("members of members in a form", () => {
  it("as OpenAI's SDK writes them", async () => {
    const sequential_image_generation_options = { max_images: 2 }
    const model = "doubao-seedream-4-0-250828"
    expect(
      await edited({ model, sequential_image_generation: "auto", sequential_image_generation_options })
    ).toMatchObject({ sequential_image_generation_options })
  })

  it.each([
    ["a parameter of the SDK's", { watermark: false }],
    ["an object of the SDK's", { parameters: { watermark: false } }]
  ])("turn a watermark off: %s", async (_, said) => {
    expect(await edited({ model: "qwen-image-edit", ...said })).toMatchObject({ parameters: { watermark: false } })
  })

  it.each([
    ["parameters", '{"watermark":false,"seed":3}'],
    ["parameters", ' {"watermark":false,"seed":3}']
  ])("as JSON: %s=%s", async (name, json) => {
    const { calls, notes } = await rig.send({ path, body: form("qwen-image-edit", { [name]: json }) })
    expect(notes).toEqual([])
    expect(calls[0]?.body).toMatchObject({ parameters: { watermark: false, seed: 3 } })
  })

  it("a prompt in JSON stays a text", async () => {
    const prompt = '{"scene":"a lighthouse"}'
    const { calls } = await rig.send({ path, body: form("doubao-seedream-4-0-250828", { prompt }) })
    expect(calls[0]?.body).toMatchObject({ prompt })
  })

  it("a flag and a number are ones, a text that looks like one is not", async () => {
    const body = form("qwen-image-edit", { "parameters[watermark]": "false", "parameters[negative_prompt]": "7" })
    const { calls, notes } = await rig.send({ path, body })
    expect(notes).toEqual([])
    expect(calls[0]?.body).toMatchObject({ parameters: { watermark: false, negative_prompt: "7" } })
  })

  it.each([
    ["JSON that is none", { parameters: "{seed" }, "parameters"],
    ["JSON with a member twice", { parameters: '{"seed":1,"seed":2}' }, "parameters.seed"],
    ["a value that does not do", { "parameters[seed]": "-1" }, "parameters.seed"],
    ["a value and an object", { parameters: "x", "parameters[seed]": "1" }, "parameters"],
    ["what leads too deep", { [`x${"[x]".repeat(100)}`]: "1" }, "x"]
  ])("refuses %s by name, and calls nobody", async (_, fields, param) => {
    const { status, body, calls } = await rig.send({ path, body: form("qwen-image-edit", fields) })
    expect([status, body, calls]).toMatchObject([400, { error: { param } }, []])
  })

  it("go on to OpenAI as its SDK writes them", async () => {
    const body = form("gpt-image-1", { "metadata[a][b]": "1", "metadata[list][]": "2", "metadata[__proto__][c]": "3" })
    expect((await rig.send({ path, body })).calls[0]?.body).toMatchObject({
      "metadata[a][b]": "1",
      "metadata[list][]": "2",
      "metadata[__proto__][c]": "3"
    })
  })

  it.each([
    ["provider[order][]", "dear"],
    ["models[]", "gpt-image-1.5"],
    ["extra_body[models][0]", "gpt-image-1.5"],
    ["plugins[][id]", "web"],
    ["tools[][model]", "gpt-image-1.5"],
    ["provider[a][b][c][d][e][f][g]", "dear"]
  ])("name a model, and are asked of the key: %s", async (name, value) => {
    const narrow = startRig({ keys: [{ key: clientKey, name: "narrow", models: ["gpt-image-1"] }] })
    const { status, calls } = await narrow.send({ path, body: form("gpt-image-1", { [name]: value }) })
    expect([status === 403 || status === 404, calls]).toEqual([true, []])
    await narrow.gateway.dispose()
  })

  it.each(["model[]", "model[x]"])("%s names no model", async (name) => {
    const { status, body, calls } = await rig.send({ path, body: form("gpt-image-1", { [name]: "gpt-image-1.5" }) })
    expect([status, body, calls]).toMatchObject([400, { error: { param: "model" } }, []])
  })
})
