import { afterAll, describe, expect, it } from "vitest"
import { gemini } from "../../src/families/images/gemini.ts"
import { gptImage, foreignParameters } from "../../src/families/images/gpt-image.ts"
import { qwenImage } from "../../src/families/images/qwen-image.ts"
import { seedream as seedreamRules } from "../../src/families/images/seedream.ts"
import { startRig } from "./rig.ts"
import { pixel } from "./upstream.ts"

const rig = startRig()
afterAll(() => rig.gateway.dispose())

const seedream = "doubao-seedream-4-0-250828"
const jpeg = Buffer.from("ffd8ffe000104a46494600010101004800480000", "hex").toString("base64")
const padless = pixel.replace(/=+$/u, "")

describe("a picture that a client sends", () => {
  it.each([
    ["jpg", `data:image/jpg;base64,${jpeg}`, `data:image/jpeg;base64,${jpeg}`],
    ["another type than its bytes have", `data:image/png;base64,${jpeg}`, `data:image/jpeg;base64,${jpeg}`],
    ["no type", `data:;base64,${jpeg}`, `data:image/jpeg;base64,${jpeg}`],
    ["bytes", `data:application/octet-stream;base64,${pixel}`, `data:image/png;base64,${pixel}`],
    ["a type with a parameter", `data:image/png;charset=utf-8;base64,${pixel}`, `data:image/png;base64,${pixel}`],
    ["a type in capitals", `data:IMAGE/PNG;base64,${pixel}`, `data:image/png;base64,${pixel}`],
    ["a type whose bytes nobody knows", "data:image/svg+xml;base64,PHN2Zy8+", "data:image/svg+xml;base64,PHN2Zy8+"],
    [
      "such a type with a parameter",
      "data:image/svg+xml;charset=utf-8;base64,PHN2Zy8+",
      "data:image/svg+xml;base64,PHN2Zy8+"
    ]
  ])("is of the type that its bytes show, where it is called %s", async (_, image, sent) => {
    const { calls } = await rig.send({ body: { model: seedream, prompt: "Blue", image } })
    expect(calls[0]?.body).toMatchObject({ image: sent })
  })

  it.each([
    ["without padding", padless],
    ["in lines", `data:image/png;base64,${pixel.replace(/.{20}/gu, "$&\r\n")}`]
  ])("is read %s", async (_, image) => {
    const { calls } = await rig.send({ body: { model: seedream, prompt: "Blue", image } })
    expect(calls[0]?.body).toMatchObject({ image: `data:image/png;base64,${pixel}` })
  })

  it("is read in the URL's alphabet", async () => {
    const picture = Buffer.from("ffd8ffe00010fbefbeffffff", "hex")
    const image = `data:image/jpeg;base64,${picture.toString("base64url")}`
    const { calls } = await rig.send({ body: { model: seedream, prompt: "Blue", image } })
    expect(image).toMatch(/_.*-/u)
    expect(calls[0]?.body).toMatchObject({ image: `data:image/jpeg;base64,${picture.toString("base64")}` })
  })

  it.each([
    ["a video", `data:image/png;base64,${Buffer.from("....ftypisom........").toString("base64")}`],
    ["a PDF", `data:image/png;base64,${Buffer.from("%PDF-1.7 and more").toString("base64")}`],
    ["no base64", `data:image/png;base64,${pixel.slice(0, -3)}`],
    ["padding in the middle", `data:image/png;base64,iVBORw==${pixel}`],
    ["nothing", "data:image/png;base64,"],
    ["a text of no type", "data:text/plain;base64,SGVsbG8gdGhlcmU="]
  ])("is refused where it is %s", async (_, image) => {
    const { status, body, calls } = await rig.send({ body: { model: seedream, prompt: "Blue", image } })
    expect([status, body, calls]).toMatchObject([400, { error: { param: "image" } }, []])
  })
})

/** The parameters of the endpoint's tables that are of other families than GPT Image. */
const others = {
  aspect_ratio: "1:1",
  sample_count: 1,
  person_generation: "allow_adult",
  max_output_tokens: 100,
  temperature: 1,
  top_p: 0.5,
  image_size: "1K",
  mime_type: "image/png",
  response_modalities: "image",
  watermark: false,
  seed: 1,
  guidance_scale: 2,
  sequential_image_generation: "auto",
  sequential_image_generation_options: { max_images: 2 },
  messages: [],
  optimize_prompt_options: { mode: "fast" },
  input: { messages: [] },
  parameters: { n: 2 },
  negative_prompt: "red",
  prompt_extend: true
}

describe("GPT Image", () => {
  it("knows the parameters of all others", () => {
    const all = [gemini, seedreamRules, qwenImage].flatMap(({ places }) => [...places.keys()])
    expect([...foreignParameters].toSorted()).toEqual(
      [...new Set(all)].filter((name) => !gptImage.places.has(name)).toSorted()
    )
  })

  it.each(Object.entries(others))("is not sent another family's %s", async (name, value) => {
    const { status, calls, notes } = await rig.send({ body: { model: "gpt-image-1", prompt: "Blue", [name]: value } })
    expect([status, notes]).toEqual([200, [`dropped /${name}`]])
    expect(calls[0]?.body).not.toHaveProperty(name)
  })

  it.each([
    ["gpt-image-2.5-flare", "xhigh", 200],
    ["gpt-image-2.5-sunburst", "max", 200],
    ["gpt-image-1.5", "xhigh", 400],
    ["gpt-image-2.5-flare", "ultra", 400]
  ])("%s takes the quality %s: %i", async (model, quality, status) => {
    const answered = await rig.send({ body: { model, prompt: "Blue", quality } })
    expect([answered.status, answered.calls]).toMatchObject([status, status === 200 ? [{ body: { quality } }] : []])
  })

  it.each(["background", "moderation", "output_format", "user", "of_tomorrow"])("is sent %s", async (name) => {
    const { calls } = await rig.send({ body: { model: "gpt-image-1", prompt: "Blue", [name]: "auto" } })
    expect(calls[0]?.body).toHaveProperty(name, "auto")
  })

  it("tells an SDK how the images were made, and of what the tokens are", async () => {
    const chosen = { background: "opaque", output_format: "webp", quality: "low", size: "1024x1536" }
    const kinds = { text_tokens: 10, image_tokens: 40 }
    const usage = { total_tokens: 100, input_tokens: 50, output_tokens: 50, input_tokens_details: kinds }
    const headers = { "x-stainless-lang": "js" }
    const answer = () => Response.json({ created: 7, ...chosen, data: [{ b64_json: pixel }], usage })
    const { body } = await rig.send({ body: { model: "gpt-image-1", prompt: "Blue" }, headers, answer })
    expect(body).toEqual({ created: 7, ...chosen, data: [{ b64_json: pixel }], usage })
  })

  it("tells whole seconds of a time that has more", async () => {
    const answer = () => Response.json({ created: 7.25, data: [{ b64_json: pixel }] })
    const { status, body } = await rig.send({ body: { model: "gpt-image-1", prompt: "Blue" }, answer })
    expect([status, body]).toMatchObject([200, { data: { data: [{ b64_json: pixel }], created: 7 } }])
  })

  it.each([
    ["a time that is a text", { created: "now" }],
    ["a type that is none", { output_format: 7 }],
    ["a usage that is none", { usage: "much" }]
  ])("loses no image to %s", async (_, odd) => {
    const answer = () => Response.json({ ...odd, data: [{ b64_json: pixel }] })
    const { status, body } = await rig.send({ body: { model: "gpt-image-1", prompt: "Blue" }, answer })
    expect([status, body]).toMatchObject([200, { data: { data: [{ b64_json: pixel }], created: expect.any(Number) } }])
  })
})

it.each(["gemini-2.5-flash-image", seedream, "qwen-image", "gpt-image-1"])("%s streams no images", async (model) => {
  const refused = await rig.send({ body: { model, prompt: "Blue", stream: true } })
  expect([refused.status, refused.body, refused.calls]).toMatchObject([400, { error: { param: "stream" } }, []])
  const whole = await rig.send({ body: { model, prompt: "Blue", stream: false } })
  expect([whole.status, whole.notes]).toEqual([200, []])
})

describe("Qwen Image", () => {
  it("tells an account without money so", async () => {
    const answer = () => Response.json({ code: "Arrearage", message: "Access denied." }, { status: 400 })
    const { status, body } = await rig.send({ body: { model: "qwen-image", prompt: "Blue" }, answer })
    expect([status, body]).toMatchObject([402, { error: { type: "insufficient_quota", code: "Arrearage" } }])
  })
})

it.each([
  [{ quality: "ultra" }, "`quality` must be one of `low`, `medium`, `high`, `auto`."],
  [{ image: [] }, "`image` must be the URL of an image, or an image in base64, alone or as a data: URL."],
  [{ contents: [{ role: "user", parts: [{ image: 7 }] }] }, expect.stringMatching(/^`contents\[0\]\.parts\[0\]/)]
])("a value that is wrong is told by its member's name: %j", async (wrong, message) => {
  const { status, body } = await rig.send({ body: { model: "gpt-image-1", prompt: "Blue", ...wrong } })
  expect([status, body]).toMatchObject([400, { error: { message } }])
})
