import { afterAll, describe, expect, it } from "vitest"
import { encodeLabError } from "../../src/lab/endpoint.ts"
import { GatewayError, statusOf } from "../../src/core/errors/error.ts"
import { labPath, startRig } from "./rig.ts"

/** The reasons for which something fails, and the status of each. */
const reasons = Object.entries(statusOf) as readonly (readonly [keyof typeof statusOf, number])[]

describe("an error of the lab", () => {
  it.each(reasons)("%s is an envelope whose code is %i", (reason, status) => {
    const written = encodeLabError(new GatewayError(reason, "No."))
    expect([written.status, written.body.value]).toEqual([status, { code: status, msg: "No.", data: null }])
  })

  it("says a status that an upstream gave, in both places", () => {
    const written = encodeLabError(new GatewayError("UpstreamFailed", "No.", { status: 529 }))
    expect([written.status, written.body.value]).toMatchObject([529, { code: 529 }])
  })

  it("names the place before the message, and when to try again in a header", () => {
    const { headers, body } = encodeLabError(new GatewayError("RateLimited", "No.", { pointer: "/a", retryAfter: 1.2 }))
    expect([headers["retry-after"], body.value]).toEqual(["2", { code: 429, msg: "/a: No.", data: null }])
  })
})

const answers: (Response | undefined)[] = []
const rig = await startRig({ answer: (times) => answers[times] })
afterAll(() => rig.close())

const path = labPath("batchImageGenerationSubmit")

const refusal = () =>
  Response.json({ error: { code: "SensitiveContentDetected", message: "Not this." } }, { status: 400 })

const body = {
  model: "doubao-seedream-4-5-251128",
  prompt: "A red fox",
  n: 2,
  size: "2K",
  temperature: 1,
  watermark: false
}

describe("images of which one fails", () => {
  it("are told with the one that there is, in its place, and with a note", async () => {
    answers.splice(0, answers.length, refusal())
    const answered = await rig.send({ path, body })
    expect([answered.status, answered.body]).toMatchObject([
      200,
      {
        code: 200,
        data: {
          images: [
            { url: "", error: { code: 400, msg: expect.stringContaining("Not this.") } },
            { url: expect.stringMatching(/^data:image\/png;base64,/) }
          ]
        }
      }
    ])
    expect(answered.notes).toEqual(["dropped /", "dropped /temperature"])
  })

  it("are an error where all do, which names no member that the client did not write", async () => {
    answers.splice(0, answers.length, refusal(), refusal())
    const { status, body: said } = await rig.send({ path, body })
    expect([status, said]).toEqual([400, { code: 400, msg: expect.stringContaining("Not this."), data: null }])
  })
})

describe("a strict gateway", () => {
  it("takes what every body must say and a model lacks, and refuses a wish that it lacks", async () => {
    const strict = await startRig({ policy: { strict: true } })
    const plain = await strict.send({ path, body: { ...body, n: 1 } })
    expect([plain.status, plain.notes]).toEqual([200, ["dropped /temperature"]])
    const wish = { ...body, n: 1, model: "gemini-2.5-flash-image", size: "1:1", watermark: true }
    const { status, body: said } = await strict.send({ path, body: wish })
    expect([status, said]).toEqual([
      400,
      {
        code: 400,
        msg: "/watermark: `watermark` is not supported by the model and was not sent. `strict` refuses what would be dropped.",
        data: null
      }
    ])
    await strict.close()
  })
})
