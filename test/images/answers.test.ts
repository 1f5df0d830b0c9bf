import { describe, expect, it } from "vitest"
import { startRig } from "./rig.ts"
import { pixel } from "./upstream.ts"

const rig = startRig()
const gemini = { model: "gemini-2.5-flash-image", prompt: "A lighthouse" }
const seedream = { model: "doubao-seedream-4-0-250828", prompt: "A lighthouse" }
const qwen = { model: "qwen-image", prompt: "A lighthouse" }
const gpt = { model: "gpt-image-1", prompt: "A lighthouse" }

const failing = (status: number, code = "InternalError", message = "It broke.") =>
  Response.json({ error: { code, message, type: "x" } }, { status, headers: { "x-should-retry": "false" } })

describe("the envelope", () => {
  const vary = "x-stainless-lang, x-goog-api-client, user-agent"
  const enveloped = {
    code: 200,
    msg: "success",
    data: { created: 1_790_000_000, data: [{ url: "", b64_json: pixel, revised_prompt: "" }] }
  }
  const plain = {
    created: 1_790_000_000,
    data: [{ b64_json: pixel }],
    usage: { input_tokens: 50, output_tokens: 50, total_tokens: 100 }
  }

  it("is the endpoint tables' for anyone", async () => {
    const { body, headers } = await rig.send({ body: gpt })
    expect([body, headers.get("vary")]).toEqual([enveloped, vary])
  })

  it.each([
    ["x-stainless-lang", "js"],
    ["x-goog-api-client", "genai-js/1"],
    ["user-agent", "ai/5.0 ai-sdk/openai/2.0"],
    ["user-agent", "ai/7.0.173 ai-sdk-provider-utils/5.0.12 runtime/node.js/24"]
  ])("gives way to the vendor's shape for a request signed by %s", async (name, value) => {
    const { body, headers } = await rig.send({ body: gpt, headers: { [name]: value } })
    expect([body, headers.get("vary")]).toEqual([plain, vary])
  })

  it.each([
    ["spec", enveloped],
    ["vendor", plain]
  ] as const)("is pinned by the policy %s", async (envelope, wanted) => {
    const pinned = startRig({ policy: { envelope } })
    const answers = [
      await pinned.send({ body: gpt }),
      await pinned.send({ body: gpt, headers: { "x-stainless-lang": "js" } })
    ]
    expect(answers.map(({ body, headers }) => [body, headers.get("vary")])).toEqual([
      [wanted, null],
      [wanted, null]
    ])
  })

  it("is not around errors", async () => {
    const { status, body } = await rig.send({ body: { ...gpt, n: 11 } })
    expect([status, body]).toMatchObject([400, { error: { param: "n", type: "invalid_request_error" } }])
  })

  it("has the time of the gateway's clock where the vendor says none", async () => {
    const { body } = await rig.send({ body: gemini })
    const now = Date.now() / 1000
    expect(body).toMatchObject({ data: { created: expect.any(Number) } })
    expect(Math.abs(Number(JSON.stringify(body).match(/"created":(\d+)/)?.[1]) - now)).toBeLessThan(60)
  })
})

describe("several images", () => {
  it("are in the order of their calls, and one that failed says why in its place", async () => {
    const { status, body, notes, calls } = await rig.send({
      body: { ...gemini, n: 3 },
      answer: (_, times) => (times === 1 ? failing(400, "SensitiveContentDetected", "Not this.") : undefined)
    })
    expect([status, calls.length, notes]).toEqual([200, 3, ["dropped /"]])
    expect(body).toMatchObject({
      data: {
        data: [
          { b64_json: pixel },
          { url: "", b64_json: "", revised_prompt: "", error: { message: "Not this." } },
          { b64_json: pixel }
        ]
      }
    })
  })

  it("that failed say why in the vendor's shape, too", async () => {
    const { body } = await rig.send({
      body: { ...gemini, n: 2 },
      headers: { "x-stainless-lang": "js" },
      answer: (_, times) => (times === 0 ? failing(400, "Bad", "Not this.") : undefined)
    })
    expect(body).toMatchObject({ data: [{ error: { message: "Not this." } }, { b64_json: pixel }] })
  })

  it("are asked for four at once", async () => {
    let open = 0
    let most = 0
    let fourCame = (): void => undefined
    const four = new Promise<void>((resolve) => (fourCame = resolve))
    const { calls } = await rig.send({
      body: { ...gemini, n: 7 },
      answer: async (_, times) => {
        open += 1
        most = Math.max(most, open)
        if (times === 3) fourCame()
        await four
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
        open -= 1
        return undefined
      }
    })
    expect([calls.length, most]).toEqual([7, 4])
  })

  it("are the first error where all failed", async () => {
    const { status, body } = await rig.send({
      body: { ...seedream, n: 3 },
      answer: (_, times) => failing(400, "InvalidParameter", `Number ${times}.`)
    })
    expect([status, body]).toMatchObject([400, { error: { message: "Number 0." } }])
  })

  it("that an upstream left out are reported", async () => {
    const { body, notes } = await rig.send({
      body: { ...gpt, n: 3 },
      answer: () => Response.json({ created: 1, data: [{ b64_json: pixel }] })
    })
    expect(notes).toEqual(["dropped /", "dropped /"])
    expect(body).toMatchObject({ data: { data: [{ b64_json: pixel }, { error: {} }, { error: {} }] } })
  })

  it.each(["no base64!", "AAA=A", "A"])("whose bytes are no base64 are the upstream's failure: %s", async (data) => {
    const { status, body } = await rig.send({
      body: { ...gpt, n: 1 },
      answer: () => Response.json({ created: 1, data: [{ b64_json: data }] })
    })
    expect([status, body]).toMatchObject([502, { error: { message: "The upstream's image is not valid base64." } }])
  })

  it("are no more than were asked for", async () => {
    const { body, notes } = await rig.send({
      body: { ...gpt, n: 1 },
      answer: () => Response.json({ created: 1, data: [{ b64_json: pixel }, { b64_json: pixel }] })
    })
    expect([notes, body]).toMatchObject([["dropped /"], { data: { data: [{ b64_json: pixel }] } }])
  })

  it("of a sequence are as many as came, and those of them that failed say why", async () => {
    const { body, calls } = await rig.send({
      body: { ...seedream, sequential_image_generation: "auto" },
      answer: () =>
        Response.json({
          created: 5,
          data: [
            { url: "https://made.test/1" },
            { error: { code: "X", message: "Not that." } },
            { url: "https://made.test/3" }
          ]
        })
    })
    expect([calls.length, body]).toMatchObject([
      1,
      {
        data: {
          data: [{ url: "https://made.test/1" }, { error: { message: "Not that." } }, { url: "https://made.test/3" }]
        }
      }
    ])
  })

  it("of one seed have the next ones", async () => {
    const { calls } = await rig.send({ body: { ...qwen, n: 3, parameters: { seed: 2_147_483_646 } } })
    const seeds = calls.map(({ body }) => JSON.stringify(body).match(/"seed":(\d+)/)?.[1])
    expect(seeds).toEqual(["2147483646", "2147483647", "0"])
  })

  it("have the usage of all their calls", async () => {
    const { body } = await rig.send({ body: { ...gemini, n: 2 }, headers: { "x-stainless-lang": "js" } })
    expect(body).toMatchObject({ usage: { input_tokens: 14, output_tokens: 2580, total_tokens: 2594 } })
  })

  it("have the output of a vendor that counts nothing else", async () => {
    const asked = { model: "doubao-seedream-4-0-250828", prompt: "Blue" }
    const { body } = await rig.send({ body: asked, headers: { "x-stainless-lang": "js" } })
    expect(body).toMatchObject({ usage: { input_tokens: 0, output_tokens: 16_384, total_tokens: 16_384 } })
  })
})

describe("more images than were asked for", () => {
  it("are cut to the first ones", async () => {
    const content = [{ image: "https://made.test/first.png" }, { image: "https://made.test/second.png" }]
    const { body } = await rig.send({
      body: qwen,
      answer: () => Response.json({ output: { choices: [{ message: { role: "assistant", content } }] } })
    })
    expect(body).toMatchObject({ data: { data: [{ url: "https://made.test/first.png" }] } })
  })
})

describe("links", () => {
  it("are downloaded for a client that wants base64", async () => {
    const { body, fetched } = await rig.send({ body: { ...qwen, response_format: "b64_json" } })
    expect([fetched, body]).toMatchObject([
      ["https://made.test/0.png"],
      { data: { data: [{ url: "", b64_json: pixel }] } }
    ])
  })

  it("that cannot be downloaded stay links, and of several only those", async () => {
    const content = [{ image: "https://made.test/lost" }, { image: "https://made.test/1.png" }]
    const { status, body } = await rig.send({
      body: { model: "qwen-image-edit-plus", prompt: "Blue", images: [pixel], n: 2, response_format: "b64_json" },
      answer: () => Response.json({ output: { choices: [{ message: { role: "assistant", content } }] } })
    })
    expect([status, body]).toMatchObject([
      200,
      {
        data: {
          data: [
            { url: "https://made.test/lost", b64_json: "" },
            { url: "", b64_json: pixel }
          ]
        }
      }
    ])
  })

  it("that cannot be downloaded at all are told, with a note", async () => {
    const { status, body, notes } = await rig.send({
      body: { ...qwen, response_format: "b64_json" },
      answer: () =>
        Response.json({ output: { choices: [{ message: { content: [{ image: "https://made.test/lost" }] } }] } })
    })
    expect([status, notes]).toEqual([200, ["dropped /"]])
    expect(body).toMatchObject({ data: { data: [{ url: "https://made.test/lost", b64_json: "" }] } })
  })

  it("are refused as base64 before any call where the gateway fetches nothing", async () => {
    const alone = startRig({ fetches: false })
    const { status, body, calls } = await alone.send({ body: { ...qwen, response_format: "b64_json" } })
    expect([status, calls, body]).toMatchObject([400, [], { error: { param: "response_format" } }])
  })
})

describe("an image by URL", () => {
  it("passes to a vendor that takes URLs", async () => {
    const { fetched, calls } = await rig.send({ body: { ...seedream, image: "https://img.test/a.png" } })
    expect([fetched, calls[0]?.body]).toMatchObject([[], { image: "https://img.test/a.png" }])
  })

  it("is fetched once for all calls", async () => {
    const { fetched, calls } = await rig.send({ body: { ...gemini, n: 3, image: "https://img.test/a.png" } })
    expect([fetched, calls.length]).toEqual([["https://img.test/a.png"], 3])
  })

  it("that cannot be fetched is a 400 at its place, and nothing is called", async () => {
    const { status, body, calls } = await rig.send({ body: { ...gpt, images: ["https://img.test/lost"] } })
    expect([status, calls, body]).toMatchObject([400, [], { error: { param: "images[0]" } }])
  })

  it("is a 400 at its place where the gateway fetches nothing", async () => {
    const alone = startRig({ fetches: false })
    const { status, body, calls } = await alone.send({ body: { ...gpt, image: "https://img.test/a.png" } })
    expect([status, calls, body]).toMatchObject([400, [], { error: { param: "image" } }])
  })
})

describe("who is asked", () => {
  it("is one of the image models", async () => {
    const { status, body, calls } = await rig.send({ body: { ...gpt, model: "gpt-4o" } })
    expect([status, calls, body]).toMatchObject([404, [], { error: { code: "model_not_found", param: "model" } }])
  })

  it.each([
    [undefined, "model"],
    [5, "model"],
    ["", "model"],
    [null, "model"]
  ])("is said: %s", async (model, param) => {
    const { status, body } = await rig.send({ body: { prompt: "x", model } })
    expect([status, body]).toMatchObject([400, { error: { param } }])
  })

  it("is asked with the operator's key alone", async () => {
    const { calls } = await rig.send({ body: gpt, headers: { "x-mine": "1" } })
    expect(calls.map(({ headers }) => [headers.get("authorization"), headers.get("x-mine")])).toEqual([
      ["Bearer key-of-the-operator", null]
    ])
  })

  it("is refused in words of its own where a strict policy does not let the size of an edit go", async () => {
    const strict = startRig({ policy: { strict: true } })
    const image = `data:image/png;base64,${pixel}`
    const asked = { model: "doubao-seededit-3-0-i2i-250628", prompt: "Blue", image, size: "1024x1024" }
    const { status, body } = await strict.send({ body: asked })
    await strict.gateway.dispose()
    expect([status, body]).toMatchObject([400, { error: { message: expect.stringContaining("as `adaptive`") } }])
  })

  it("is not asked under a strict policy where something would be left out", async () => {
    const strict = startRig({ policy: { strict: true } })
    const refused = await strict.send({ body: { ...seedream, seed: 5 } })
    const taken = await strict.send({ body: { ...gpt, response_format: "url", n: "1" } })
    expect([refused.status, refused.calls, taken.status]).toEqual([400, [], 200])
    expect(refused.body).toMatchObject({ error: { param: "seed" } })
  })
})
