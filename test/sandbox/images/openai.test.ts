import OpenAI, { toFile } from "openai"
import { describe, expect, it } from "vitest"
import { imagesRefusals } from "../../../src/sandbox/openai/images/refusals.ts"
import { clients, post } from "../clients.ts"
import { dot, sandbox, seenIn } from "./looking.ts"

const model = "gpt-image-1.5"
const mini = "gpt-image-1-mini"
const prompt = "A red fox"

const png = () => toFile(Buffer.from(dot, "base64"), "dot.png", { type: "image/png" })

describe("images at OpenAI", () => {
  it("are PNGs of the size, for the SDK", async () => {
    const answer = await clients().openai.images.generate({ model, prompt, size: "1536x1024", quality: "low", n: 2 })
    expect(answer).toMatchObject({
      created: 1_790_000_000,
      background: "opaque",
      output_format: "png",
      quality: "low",
      size: "1536x1024",
      usage: { input_tokens: 3, output_tokens: 800, total_tokens: 803 }
    })
    const [first, second] = (answer.data ?? []).map(({ b64_json }) => seenIn(b64_json))
    expect(first).toMatchObject({ width: 1536, height: 1024, arrived: { model, prompt, quality: "low", n: 2 } })
    expect(second?.colour).not.toEqual(first?.colour)
  })

  it.each([
    [model, "high", 4160],
    [mini, "medium", 1056]
  ])("of %s are square and of %s quality unless asked otherwise", async (id, quality, tokens) => {
    const { openai } = clients()
    const answer = await openai.images.generate({ model: id, prompt, size: "auto", quality: "auto" })
    expect(answer).toMatchObject({ quality, size: "1024x1024", usage: { output_tokens: tokens } })
  })

  it("of newer models have other sizes and finer qualities", async () => {
    const newest = { model: "gpt-image-2.6-sunburst", prompt, size: "2048x1024", quality: "max" } as const
    const answer = await clients().openai.images.generate(newest)
    expect(answer).toMatchObject({ size: "2048x1024", quality: "max", usage: { output_tokens: 8320 } })
    expect(seenIn(answer.data?.[0]?.b64_json)).toMatchObject({ width: 2048, height: 1024 })
  })

  it.each([
    [model, { size: "2048x1024" }],
    ["gpt-image-2", { size: "2040x1024" }],
    ["gpt-image-2", { size: "4096x1024" }],
    ["gpt-image-2", { quality: "max" }]
  ])("of %s are none of %o", async (id, more) => {
    const sent = clients().openai.post("/images/generations", { body: { model: id, prompt, ...more } })
    await expect(sent).rejects.toThrow("Supported values are")
  })

  it("are edited from one image, and keep to it", async () => {
    const answer = await clients().openai.images.edit({
      model,
      prompt,
      image: await png(),
      size: "1024x1536",
      input_fidelity: "high"
    })
    expect(answer.usage?.input_tokens_details).toMatchObject({ image_tokens: 1000 })
    expect(seenIn(answer.data?.[0]?.b64_json)).toMatchObject({
      width: 1024,
      height: 1536,
      arrived: { model, prompt, input_fidelity: "high", files: ["image image/png"] }
    })
  })

  it("are edited from several images within a mask", async () => {
    const image = [await png(), await png()]
    const answer = await clients().openai.images.edit({ model, prompt, image, mask: await png(), n: 1 })
    expect(seenIn(answer.data?.[0]?.b64_json).arrived).toMatchObject({
      n: 1,
      files: expect.arrayContaining(["image[] image/png", "image[] image/png", "mask image/png"])
    })
  })

  it("are listed among the models", async () => {
    const ids: string[] = []
    for await (const { id } of clients().openai.models.list()) ids.push(id)
    expect(ids).toEqual(expect.arrayContaining([model, mini, `${model}-refuse`]))
    expect((await clients().openai.models.retrieve(mini)).id).toBe(mini)
  })
})

describe("OpenAI's images by the end of the model's id", () => {
  it.each([
    ["error-429", 429, "rate_limit_exceeded"],
    ["error-500", 500, null],
    ["overloaded", 503, "overloaded"],
    ["refuse", 400, "moderation_blocked"],
    ["filtered", 400, "moderation_blocked"]
  ])("-%s is %i %s", async (end, status, code) => {
    const { openai } = clients()
    const error: unknown = await openai.images.generate({ model: `${model}-${end}`, prompt }).catch((it: unknown) => it)
    expect(error).toBeInstanceOf(OpenAI.APIError)
    expect(error).toMatchObject({ status, code })
  })

  it("-slow answers all the same", async () => {
    expect((await clients().openai.images.generate({ model: `${model}-slow`, prompt })).data).toHaveLength(1)
  })
})

interface Row {
  readonly body?: Record<string, unknown>
  readonly raw?: string
  readonly key?: string
  readonly status?: number
  /** Of an edit: texts, and how many files under which names. */
  readonly form?: Record<string, string>
  readonly files?: Record<string, number>
  /** What the files hold in base64; absent: a PNG. */
  readonly holding?: string
}

const rows: Record<string, readonly Row[]> = {
  "wrong-key": [{ key: "other", status: 401 }],
  "malformed-body": [{ raw: "{" }, { raw: "[]" }],
  "missing-model": [{ body: { model: undefined } }],
  "unknown-field": [
    { body: { response_format: "url" } },
    { body: { input_fidelity: "high" } },
    { form: { moderation: "low" }, files: { image: 1 } }
  ],
  "field-type": [{ body: { n: "2" } }, { body: { prompt: 7 } }, { form: { n: "many" }, files: { image: 1 } }],
  "unknown-model": [{ body: { model: "dall-e-3" } }],
  "missing-prompt": [{ body: { prompt: undefined } }, { body: { prompt: "" } }],
  "long-prompt": [{ body: { prompt: "a".repeat(32_001) } }],
  "missing-image": [{ form: {}, files: { mask: 1 } }],
  "too-many-images": [
    { form: {}, files: { "image[]": 17 } },
    { form: {}, files: { image: 2 } }
  ],
  "unknown-file": [{ form: {}, files: { image: 1, picture: 1 } }],
  "image-type": [
    { form: {}, files: { image: 1 }, holding: "R0lGODlh" },
    { form: {}, files: { image: 1 }, holding: "" }
  ],
  count: [{ body: { n: 0 } }, { body: { n: 11 } }],
  size: [{ body: { size: "512x512" } }, { body: { size: "2K" } }],
  quality: [{ body: { quality: "hd" } }],
  background: [{ body: { background: "black" } }],
  moderation: [{ body: { moderation: "none" } }],
  fidelity: [
    { form: { input_fidelity: "medium" }, files: { image: 1 } },
    { form: { model: mini, input_fidelity: "high" }, files: { image: 1 } }
  ],
  "no-fidelity": [
    { form: { model: "gpt-image-2", input_fidelity: "high" }, files: { image: 1 } },
    { form: { model: "gpt-image-2.6-flare", input_fidelity: "low" }, files: { image: 1 } }
  ],
  "output-format": [{ body: { output_format: "bmp" } }],
  "png-alone": [{ body: { output_format: "webp" } }],
  "compression-range": [{ body: { output_compression: 101 } }],
  "compression-of-png": [{ body: { output_compression: 50 } }],
  stream: [{ body: { stream: true } }, { body: { partial_images: 1 } }]
}

const sendForm = ({ form, files = {}, holding = dot }: Row) => {
  const data = new FormData()
  for (const [name, text] of Object.entries({ model, prompt, ...form })) data.append(name, text)
  for (const [name, count] of Object.entries(files)) {
    for (let index = 0; index < count; index++) data.append(name, new Blob([Buffer.from(holding, "base64")]), "a.png")
  }
  const init = { method: "POST", headers: { authorization: "Bearer sandbox" }, body: data }
  return sandbox().fetch(new Request("http://sandbox.test/v1/images/edits", init))
}

const send = (row: Row) =>
  row.form === undefined
    ? post(sandbox(), "/v1/images/generations", row.raw ?? { model, prompt, ...row.body }, {
        authorization: `Bearer ${row.key ?? "sandbox"}`
      })
    : sendForm(row)

describe("OpenAI's images refuse", () => {
  const cases = Object.entries(rows).flatMap(([name, each]) => each.map((row) => [name, row] as const))

  it.each(cases)("%s: %j", async (name, row) => {
    const response = await send(row)
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, row.status ?? 400])
    const type = ["no-fidelity", "unknown-model"].includes(name)
      ? "image_generation_user_error"
      : "invalid_request_error"
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String), type } })
  })

  it("a file that is no picture, and a member that a model lost, in the vendor's words", async () => {
    const gif = await send({ form: {}, files: { image: 1 }, holding: "R0lGODlh" })
    const faithful = await send({ form: { model: "gpt-image-2", input_fidelity: "high" }, files: { image: 1 } })
    expect([await gif.json(), await faithful.json()]).toEqual([
      {
        error: {
          message:
            "Invalid file 'image': unsupported mimetype ('image/gif'). Supported file formats are 'image/jpeg', 'image/png', and 'image/webp'.",
          type: "invalid_request_error",
          param: "image",
          code: "unsupported_file_mimetype"
        }
      },
      {
        error: {
          message: "The model 'gpt-image-2' does not support the 'input_fidelity' parameter.",
          type: "image_generation_user_error",
          param: "input_fidelity",
          code: "invalid_input_fidelity_model"
        }
      }
    ])
  })

  it("an edit that is no form", async () => {
    const response = await post(sandbox(), "/v1/images/edits", { model, prompt }, { authorization: "Bearer sandbox" })
    expect(response.headers.get("x-sandbox-refusal")).toBe("malformed-body")
  })

  it("have a row for each refusal", () => {
    expect(imagesRefusals.map(({ name }) => name)).toEqual(Object.keys(rows))
  })
})
