import { describe, expect, it } from "vitest"
import { clientKey, startRig } from "./rig.ts"
import { pixel } from "./upstream.ts"

const rig = startRig()
const path = "/v1/images/edits"
const picture = new Uint8Array(Buffer.from(pixel, "base64"))
const file = (type = "image/png", bytes = picture): Blob => new Blob([bytes], { type })

const form = (fields: Readonly<Record<string, string | Blob | readonly Blob[]>>): FormData => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) made.append(name, one)
  }
  return made
}

describe("POST /v1/images/edits", () => {
  it("takes a form, and sends one", async () => {
    const body = form({
      model: "gpt-image-1",
      prompt: "Blue",
      image: file(),
      n: "2",
      input_fidelity: "high",
      user: "u"
    })
    const { status, calls, notes } = await rig.send({ path, body })
    expect([status, notes]).toEqual([200, []])
    expect(calls.map((call) => [call.path, call.body])).toEqual([
      [
        "/v1/images/edits",
        {
          model: "gpt-image-1",
          prompt: "Blue",
          n: "2",
          size: "1024x1024",
          quality: "high",
          input_fidelity: "high",
          user: "u",
          image: { name: "image-1.png", type: "image/png", base64: pixel }
        }
      ]
    ])
  })

  it("takes several images, and where they may be changed", async () => {
    const body = form({ model: "gpt-image-1", prompt: "Blue", "image[]": [file(), file()], mask: file() })
    const { calls } = await rig.send({ path, body })
    expect(calls[0]?.body).toMatchObject({
      "image[]": [{ base64: pixel }, { base64: pixel }],
      mask: { name: "mask.png", base64: pixel }
    })
  })

  it.each<[string, Readonly<Record<string, readonly Blob[]>>, number]>([
    ["one and a list", { image: [file()], "image[]": [file()] }, 2],
    ["both names, several each", { image: [file(), file()], images: [file(), file()] }, 4],
    ["one and a longer list", { image: [file()], "image[]": [file(), file()] }, 3]
  ])("loses no image of a form: %s", async (_, pictures, count) => {
    const { status, calls } = await rig.send({
      path,
      body: form({ model: "gpt-image-1", prompt: "Blue", ...pictures })
    })
    expect(status).toBe(200)
    expect(calls[0]?.body).toMatchObject({ "image[]": Array.from({ length: count }, () => ({ base64: pixel })) })
  })

  it("takes one image of a list", async () => {
    const { calls } = await rig.send({ path, body: form({ model: "gpt-image-1", prompt: "Blue", images: file() }) })
    expect(calls[0]?.body).toMatchObject({ image: { base64: pixel } })
  })

  it("reads a flag of a form", async () => {
    const body = form({ model: "doubao-seedream-4-0-250828", prompt: "Blue", image: file(), watermark: "true" })
    const { status, calls } = await rig.send({ path, body })
    expect([status, calls[0]?.body]).toMatchObject([200, { watermark: true }])
  })

  it("takes several images under one name", async () => {
    const { calls } = await rig.send({
      path,
      body: form({ model: "gpt-image-1", prompt: "Blue", image: [file(), file()] })
    })
    expect(calls[0]?.body).toMatchObject({ "image[]": [{ base64: pixel }, { base64: pixel }] })
  })

  it("takes JSON", async () => {
    const { status, calls } = await rig.send({ path, body: { model: "gpt-image-1", prompt: "Blue", image: pixel } })
    expect([status, calls[0]?.path]).toEqual([200, "/v1/images/edits"])
  })

  it.each([
    ["gemini-2.5-flash-image", "gemini.test"],
    ["doubao-seededit-3-0-i2i-250628", "ark.test"],
    ["qwen-image-edit", "dashscope.test"]
  ])("serves models that are no form's: %s", async (model, host) => {
    const { status, calls } = await rig.send({ path, body: form({ model, prompt: "Blue", image: file() }) })
    expect([status, calls.map((call) => call.host)]).toEqual([200, [host]])
    expect(JSON.stringify(calls[0]?.body)).toContain(pixel)
  })

  it("types an image by its bytes", async () => {
    const body = form({ model: "doubao-seedream-4-0-250828", prompt: "Blue", image: file("application/octet-stream") })
    expect((await rig.send({ path, body })).calls[0]?.body).toMatchObject({ image: `data:image/png;base64,${pixel}` })
  })

  it.each([
    ["no image", { model: "gpt-image-1", prompt: "Blue" }, "image"],
    [
      "a file that is no image",
      { model: "gpt-image-1", prompt: "Blue", image: file("text/plain", new Uint8Array([1])) },
      "image"
    ],
    ["a count that is none", { model: "gpt-image-1", prompt: "Blue", image: file(), n: "many" }, "n"],
    ["a model twice", { model: [new Blob(["a"]), new Blob(["b"])], prompt: "Blue", image: file() }, "model"],
    ["no model", { prompt: "Blue", image: file() }, "model"],
    ["a stream", { model: "gpt-image-1", prompt: "Blue", image: file(), stream: "true" }, "stream"]
  ])("refuses %s, and calls nobody", async (_, fields, param) => {
    const { status, body, calls } = await rig.send({ path, body: form(fields) })
    expect([status, calls, body]).toMatchObject([400, [], { error: { param } }])
  })

  it("keeps a member named __proto__ a member", async () => {
    const body = form({ model: "gpt-image-1", prompt: "Blue", image: file() })
    body.append("__proto__", "x")
    const { calls } = await rig.send({ path, body })
    expect(JSON.stringify(calls[0]?.body)).toContain('"__proto__":"x"')
  })

  const post = (type: string, body: string, at = path): Promise<Response> =>
    rig.gateway.fetch(
      new Request(`http://gateway.test${at}`, {
        method: "POST",
        headers: { authorization: `Bearer ${clientKey}`, "content-type": type },
        body
      })
    )

  it("refuses a form that is broken", async () => {
    const response = await post("multipart/form-data; boundary=x", "--y\r\n")
    expect([response.status, await response.json()]).toMatchObject([400, { error: { type: "invalid_request_error" } }])
  })

  it("refuses other types", async () => {
    expect((await post("text/plain", "x")).status).toBe(415)
  })

  it("is the one place that takes a form", async () => {
    expect((await post("multipart/form-data; boundary=x", "--x--", "/v1/images/generations")).status).toBe(415)
  })
})
