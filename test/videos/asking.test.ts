import { describe, expect, it } from "vitest"
import { raw } from "../rows/images/row.ts"
import { closing, generations, type Rig, startRig } from "./rig.ts"
import { memberOf } from "./upstream.ts"

closing()

const veo = { model: "veo-3.1-generate-preview", prompt: "Waves" }
const sora = { model: "sora-2", prompt: "Waves" }

const refused = (param: string | null, says = ""): unknown => [
  400,
  { error: { type: "invalid_request_error", param, code: null, message: expect.stringContaining(says) } }
]

const asked = async ({ post, vendors }: Rig, body: unknown, path = generations): Promise<unknown> => {
  const answer = await post(path, { body })
  expect(vendors.calls).toEqual([])
  return [answer.status, answer.body]
}

describe.each([generations, "/v1/videos"])("a body at %s", (path) => {
  it.each([
    ["", null],
    ["[]", null],
    ["null", null],
    ['"x"', null],
    ['{"model":"sora-2","prompt":"x"', null],
    ["{}", "model"],
    ['{"prompt":"x"}', "model"],
    ['{"model":null,"prompt":"x"}', "model"],
    ['{"model":["sora-2"],"prompt":"x"}', "model"],
    ['{"model":"sora-2"}', "prompt"],
    ['{"model":"sora-2","prompt":null}', "prompt"],
    ['{"model":"sora-2","prompt":"a","prompt":"b"}', "prompt"],
    ['{"model":"sora-2","model":"sora-2","prompt":"b"}', "model"],
    ['{"model":"sora-2","\\u006dodel":"sora-2-pro","prompt":"b"}', "model"],
    ['{"model":"sora-2","prompt":"b","seconds":"4","seconds":"8"}', "seconds"],
    ['{"model":"sora-2","prompt":"b","seconds":null}', "seconds"],
    ['{"model":"sora-2","prompt":"b","size":null}', "size"]
  ])("is refused where it is %s", async (text, param) => {
    const rig = await startRig()
    expect(await asked(rig, text, path)).toEqual(refused(param))
  })

  it("is refused where its type is no JSON and no form", async () => {
    const rig = await startRig()
    const { status } = await rig.post(path, { body: "model=sora-2", headers: { "content-type": "text/plain" } })
    expect([status, rig.vendors.calls]).toEqual([415, []])
  })

  it("may lack its type", async () => {
    const rig = await startRig()
    const { status } = await rig.post(path, { body: Buffer.from(JSON.stringify(sora)) })
    expect([status, rig.vendors.submits.length]).toEqual([200, 1])
  })

  it("is refused where it is a form that it is not", async () => {
    const rig = await startRig()
    const headers = { "content-type": "multipart/form-data; boundary=x" }
    const { status } = await rig.post(path, { body: JSON.stringify(sora), headers })
    expect([status, rig.vendors.calls]).toEqual([path === "/v1/videos" ? 400 : 415, []])
  })
})

describe("what one model lacks", () => {
  it.each([
    [
      "a last frame on 3.0",
      { ...veo, model: "veo-3.0-generate-preview", image: raw, lastFrame: raw },
      "lastFrame",
      ["veo-3.1-generate-preview", "veo-3.1-fast-generate-preview"]
    ],
    [
      "a last frame on 3.0 fast",
      { ...veo, model: "veo-3.0-fast-generate-001", image: raw, lastFrame: raw },
      "lastFrame",
      ["veo-3.1-generate-preview", "veo-3.1-fast-generate-preview"]
    ],
    ["a last frame alone", { ...veo, lastFrame: raw }, "lastFrame", ["`image`"]],
    ["five seconds", { ...veo, durationSeconds: 5 }, "durationSeconds", ["4", "6", "8"]],
    ["a large size", { ...sora, size: "1792x1024" }, "size", ["sora-2-pro"]],
    ["1080p of four seconds", { ...veo, resolution: "1080p" }, "resolution", ["`durationSeconds`"]],
    ["four videos", { ...veo, sampleCount: 4 }, "sampleCount", ["one video"]]
  ])("is refused with what would have it: %s", async (_, body, param, says) => {
    const rig = await startRig()
    for (const one of says) expect(await asked(rig, body)).toEqual(refused(param, one))
  })

  it("is taken where a text says the number, with a note", async () => {
    const rig = await startRig()
    const { status, notes } = await rig.post(generations, {
      body: { ...veo, durationSeconds: "6", generateAudio: true }
    })
    expect([status, notes]).toEqual([
      200,
      ["approximated /durationSeconds", "approximated /", "synthesised /generateAudio"]
    ])
    expect(rig.vendors.submits[0]?.body).toMatchObject({ parameters: { durationSeconds: 6, resolution: "720p" } })
  })
})

describe("a strict gateway", () => {
  it.each([
    ["drops a seed", { ...veo, seed: 7 }],
    ["drops a member", { ...sora, negativePrompt: "rain" }]
  ])("refuses where a request would lose something: it %s", async (_, body) => {
    const rig = await startRig({ policy: { strict: true } })
    const { status } = await rig.post(generations, { body })
    expect([status, rig.vendors.calls]).toEqual([400, []])
  })

  it("takes what loses nothing", async () => {
    const rig = await startRig({ policy: { strict: true } })
    await rig.submitted({ ...veo, durationSeconds: 8, generateAudio: true })
    expect(rig.vendors.submits).toHaveLength(1)
  })
})

describe("an id that no catalogue lists", () => {
  it.each([
    ["sora-9", "/v1/videos"],
    ["veo-9.9", "/v1beta/models/veo-9.9:predictLongRunning"],
    ["doubao-seedance-9", "/ark/api/v3/contents/generations/tasks"]
  ])("follows the newest of its family: %s", async (model, path) => {
    const rig = await startRig()
    rig.vendors.instead = () => Response.json({ id: "x", name: "models/x/operations/1" })
    await rig.submitted({ model, prompt: "Waves", ...(model.startsWith("veo") ? { image: raw, lastFrame: raw } : {}) })
    expect(rig.vendors.submits.map((call) => call.path)).toEqual([path])
  })

  it("follows the model that a route says it is like", async () => {
    const routes = [{ match: "ep-*", upstream: "veo", like: "veo-3.0-generate-preview" }]
    const rig = await startRig({ routes })
    expect(await asked(rig, { ...veo, model: "ep-1", image: raw, lastFrame: raw })).toEqual(refused("lastFrame", "3.1"))
  })

  it("is a 404 where no family has it", async () => {
    const rig = await startRig()
    const { status, body } = await rig.post(generations, { body: { ...veo, model: "gpt-4o" } })
    expect([status, body]).toEqual([
      404,
      { error: expect.objectContaining({ code: "model_not_found", param: "model" }) }
    ])
  })

  it.each(["veo-../../files", "veo-1/../../x", "veo-..", "veo-%2e%2e", "veo-?x=1", "veo-#a", "veo-a/b:c"])(
    "leads nowhere else: %s",
    async (model) => {
      const rig = await startRig()
      await rig.post(generations, { body: { ...veo, model } })
      for (const { path } of rig.vendors.calls) {
        expect(path).toMatch(/^\/v1beta\/models\/veo-.*:predictLongRunning$/)
      }
    }
  )
})

describe("a form of OpenAI's API", () => {
  it("brings its picture as a file", async () => {
    const rig = await startRig()
    rig.vendors.instead = () => Response.json({ id: "x" })
    const form = new FormData()
    for (const [name, value] of Object.entries(sora)) form.set(name, value)
    form.set("input_reference", new Blob([Buffer.from(raw, "base64")], { type: "image/png" }), "wave.png")
    const { status, text } = await rig.post("/v1/videos", { body: form })
    expect([status, text]).toEqual([200, expect.any(String)])
    expect(memberOf(rig.vendors.submits[0]?.body, "input_reference")).toMatchObject({ type: "image/png", base64: raw })
  })

  it("may say a member once", async () => {
    const rig = await startRig()
    const form = new FormData()
    for (const [name, value] of Object.entries(sora)) form.append(name, value)
    form.append("seconds", "4")
    form.append("seconds", "8")
    expect(await asked(rig, form, "/v1/videos")).toEqual(refused("seconds"))
  })

  it("brings one picture, and is refused with two, wherever they stand", async () => {
    const rig = await startRig()
    const picture = new Blob([Buffer.from(raw, "base64")], { type: "image/png" })
    for (const name of ["input_reference", "input_reference[]"]) {
      const form = new FormData()
      for (const [key, value] of Object.entries(sora)) form.append(key, value)
      form.append(name, picture, "1.png")
      form.append(name, picture, "2.png")
      expect(await asked(rig, form, "/v1/videos")).toEqual(refused("input_reference"))
    }
  })
})
