import { afterAll, describe, expect } from "vitest"
import { type Answered, notesOf, type Sent, startRig } from "../embeddings/gateway.ts"
import { keeps } from "./promises.ts"
import { valueAt } from "./runner.ts"

const rig = startRig()
const spec = startRig({ envelope: "spec" })
const vendor = startRig({ envelope: "vendor" })
const strict = startRig({ strict: true })
afterAll(() => Promise.all([rig, spec, vendor, strict].map(({ close }) => close())))

const hello = { parts: [{ text: "Hello" }] }
const gemini = "gemini-embedding-001"
const openai = "text-embedding-3-small"

const single = (body: unknown, model: string = gemini, more: Partial<Sent> = {}): Promise<Answered> =>
  rig.send({ path: `/v1beta/models/${model}:embedContent`, body, ...more })

const batch = (requests: unknown, model: string = gemini, more: Partial<Sent> = {}): Promise<Answered> =>
  rig.send({ path: `/v1beta/models/${model}:batchEmbedContents`, body: { requests }, ...more })

const completion = (body: object, more: Partial<Sent> = {}): Promise<Answered> =>
  rig.send({ path: "/v1/embeddings", body: { model: openai, input: "Hello", ...body }, ...more })

/** A 400 in Google's words that names a member, without a call. */
const isRefused = ({ status, body, calls }: Answered, at: string): void => {
  expect([status, calls]).toEqual([400, []])
  expect(body).toMatchObject({ error: { code: 400, status: "INVALID_ARGUMENT", message: expect.any(String) } })
  expect(at === "" || valueAt(body, "/error/details/0/fieldViolations/0/field") === at).toBe(true)
}

/** The same in OpenAI's words. */
const isRejected = ({ status, body, calls }: Answered, param: string | null): void => {
  expect([status, calls]).toEqual([400, []])
  expect(body).toMatchObject({ error: { type: "invalid_request_error", message: expect.any(String), param } })
}

/** What one call was sent. */
const sent = ({ status, calls, body }: Answered): unknown => {
  expect([status, body, calls.length]).toEqual([200, expect.anything(), 1])
  return calls[0]?.body
}

const google = { "x-goog-api-key": "key-of-a-client" }

describe("POST {base}/models/{model}:embedContent", () => {
  for (const [when, body, at] of [
    ["no content", {}, ""],
    ["a null", { content: null }, "/content"],
    ["a text", { content: "Hello" }, "/content"],
    ["no parts", { content: {} }, "/content/parts"],
    ["parts that are no list", { content: { parts: "Hello" } }, "/content/parts"],
    ["an empty list of parts", { content: { parts: [] } }, "/content/parts"],
    ["empty texts alone", { content: { parts: [{ text: "" }, { text: "" }] } }, "/content/parts"],
    ["a text that is a number", { content: { parts: [{ text: 5 }] } }, "/content/parts/0/text"]
  ] as const) {
    keeps("embed.content", when, async () => isRefused(await single(body), at))
  }

  keeps("embed.content", "one text of several that are empty is enough", async () => {
    const content = { parts: [{ text: "" }, { text: "Hello" }] }
    expect(sent(await single({ content }))).toEqual({ content })
    expect(sent(await single({ content }, openai))).toEqual({ model: openai, input: "Hello" })
  })

  keeps("embed.content", "texts of one content are one input, a line each", async () => {
    const answered = await single({ content: { parts: [{ text: "a" }, { text: "b" }] } }, openai)
    expect([sent(answered), notesOf(answered)]).toEqual([{ model: openai, input: "a\nb" }, ["approximated /content"]])
  })

  keeps("embed.paths", "both prefixes, and a model with its collection in the body", async () => {
    for (const [version, model] of [
      ["v1", undefined],
      ["v1beta", gemini],
      ["v1", `models/${gemini}`]
    ] as const) {
      const answered = await rig.send({
        path: `/${version}/models/${gemini}:embedContent`,
        body: { model, content: hello },
        headers: google
      })
      expect(answered.calls.map(({ url }) => new URL(url).pathname)).toEqual([`/v1beta/models/${gemini}:embedContent`])
    }
  })

  for (const [when, model] of [
    ["another", "text-embedding-004"],
    ["another with its collection", "models/text-embedding-004"],
    ["a number", 5],
    ["null", null]
  ] as const) {
    keeps("embed.model", `in the body: ${when}`, async () =>
      isRefused(await single({ model, content: hello }), "/model")
    )
  }

  keeps("embed.dimensions.default", "nothing is sent where nothing was said", async () => {
    expect(sent(await single({ content: hello }))).toEqual({ content: hello })
    expect(sent(await single({ content: hello }, openai))).toEqual({ model: openai, input: "Hello" })
  })

  for (const dimensions of [1, 768, 3072]) {
    keeps("embed.dimensions.sent", `${dimensions} to a model that has them`, async () => {
      const answered = await single({ content: hello, outputDimensionality: dimensions })
      expect(sent(answered)).toEqual({ content: hello, outputDimensionality: dimensions })
    })
  }

  keeps("embed.dimensions.sent", "to the other API under its name", async () =>
    expect(sent(await single({ content: hello, output_dimensionality: 256 }, openai))).toEqual({
      model: openai,
      input: "Hello",
      dimensions: 256
    })
  )

  keeps("embed.dimensions.sent", "the text of an integer is the integer, with a note", async () => {
    const answered = await single({ content: hello, outputDimensionality: "768" })
    expect([sent(answered), notesOf(answered)]).toEqual([
      { content: hello, outputDimensionality: 768 },
      ["approximated /outputDimensionality", "synthesised "]
    ])
  })

  for (const wrong of [0, -1, 1.5, "4.5", " 4", "0x4", true, null, [768], 3073]) {
    keeps("embed.dimensions.range", JSON.stringify(wrong), async () =>
      isRefused(await single({ content: hello, outputDimensionality: wrong }), "/outputDimensionality")
    )
  }

  keeps("embed.dimensions.lacking", "a model without the member is a 400 that names those with it", async () => {
    const answered = await single({ content: hello, outputDimensionality: 256 }, "embedding-001")
    isRefused(answered, "/outputDimensionality")
    expect(JSON.stringify(answered.body)).toMatch(/gemini-embedding-001.*text-embedding-004/)
    isRejected(await completion({ model: "text-embedding-ada-002", dimensions: 256 }), "dimensions")
  })

  for (const taskType of ["RETRIEVAL_DOCUMENT", "RETRIEVAL_QUERY", "OF_TOMORROW"]) {
    keeps("embed.task", `${taskType} goes on as it is, and is noted where no API has it`, async () => {
      expect(sent(await single({ content: hello, taskType }))).toEqual({ content: hello, taskType })
      const answered = await single({ content: hello, taskType, title: "T" }, openai)
      expect([sent(answered), notesOf(answered)]).toEqual([
        { model: openai, input: "Hello" },
        ["dropped /taskType", "dropped /title"]
      ])
    })
  }

  for (const [member, wrong] of [
    ["taskType", 5],
    ["taskType", null],
    ["title", {}],
    ["title", null]
  ] as const) {
    keeps("embed.task", `${member} that is ${JSON.stringify(wrong)}`, async () =>
      isRefused(await single({ content: hello, [member]: wrong }), `/${member}`)
    )
  }

  keeps("embed.task", "a strict gateway refuses to lose it", async () =>
    isRefused(
      await strict.send({
        path: `/v1beta/models/${openai}:embedContent`,
        body: { content: hello, taskType: "RETRIEVAL_QUERY" }
      }),
      "/taskType"
    )
  )

  keeps("embed.unknown", "members of tomorrow go on to their own API, and are noted elsewhere", async () => {
    const body = { content: { ...hello, of_tomorrow: [1] }, ofTomorrow: { a: 1 } }
    expect(sent(await single(body))).toEqual(body)
    const answered = await single(body, openai)
    expect(notesOf(answered)).toEqual(["dropped /ofTomorrow", "dropped /content/of_tomorrow"])
  })

  keeps("embed.answer", "is the vector with its usage, told or estimated", async () => {
    const estimated = await single({ content: { parts: [{ text: "one two" }] } })
    expect(estimated.body).toEqual({
      embedding: { values: [0, 0.5] },
      metadata: { usage: { prompt_tokens: 2, total_tokens: 2 } }
    })
    expect(notesOf(estimated)).toEqual(["synthesised "])
    const told = await single({ content: hello }, gemini, {
      vendor: () => ({ embedding: { values: [0.25] }, usageMetadata: { promptTokenCount: 9 } })
    })
    expect([told.body, notesOf(told)]).toEqual([
      {
        embedding: { values: [0.25] },
        usageMetadata: { promptTokenCount: 9 },
        metadata: { usage: { prompt_tokens: 9, total_tokens: 9 } }
      },
      []
    ])
  })
})

describe("POST {base}/models/{model}:batchEmbedContents", () => {
  for (const [when, requests, at] of [
    ["no requests", undefined, ""],
    ["null", null, "/requests"],
    ["an empty list", [], "/requests"],
    ["an object", {}, "/requests"],
    ["an item that is no object", ["a"], "/requests/0"],
    [
      "an item with an empty text alone",
      [{ content: hello }, { content: { parts: [{ text: "" }] } }],
      "/requests/1/content/parts"
    ],
    ["an item of another model", [{ content: hello, model: "models/other" }], "/requests/0/model"]
  ] as const) {
    keeps("embed.batch.requests", when, async () => isRefused(await batch(requests), at))
  }

  const two = [{ content: hello }, { content: { parts: [{ text: "b b b" }] } }]
  const answers = {
    array: [
      { embedding: { values: [0, 0.5] }, metadata: { usage: { prompt_tokens: 1, total_tokens: 1 } } },
      { embedding: { values: [1, 0.5] }, metadata: { usage: { prompt_tokens: 3, total_tokens: 3 } } }
    ],
    object: {
      embeddings: [{ values: [0, 0.5] }, { values: [1, 0.5] }],
      usageMetadata: { promptTokenCount: 4 },
      metadata: { usage: { prompt_tokens: 4, total_tokens: 4 } }
    }
  }

  keeps("embed.batch.model", "each item is sent with the model, as the API wants it", async () =>
    expect(sent(await batch([{ content: hello }, { content: hello, model: gemini }]))).toEqual({
      requests: [
        { model: `models/${gemini}`, content: hello },
        { model: `models/${gemini}`, content: hello }
      ]
    })
  )

  for (const [when, headers, shape] of [
    ["curl", { "user-agent": "curl/8.5.0" }, "array"],
    ["Google's SDK", { "x-goog-api-client": "google-genai-sdk/2.0 gl-node/v24" }, "object"],
    ["an SDK that Stainless made", { "x-stainless-lang": "js" }, "object"],
    ["the AI SDK 6", { "user-agent": "ai/6.0 ai-sdk/google/3.0" }, "object"],
    ["the AI SDK 7", { "user-agent": "ai/7.0.173 ai-sdk-provider-utils/5.0.12" }, "object"]
  ] as const) {
    keeps("embed.batch.envelope", `${when}: ${shape}`, async () => {
      const answered = await batch(two, gemini, { headers: { ...google, ...headers } })
      expect([answered.body, answered.headers.get("vary")]).toEqual([
        answers[shape],
        "x-stainless-lang, x-goog-api-client, user-agent"
      ])
    })
  }

  keeps("embed.batch.envelope", "a policy pins it, whoever asks", async () => {
    const path = `/v1/models/${gemini}:batchEmbedContents`
    const signed = { ...google, "x-goog-api-client": "google-genai-sdk/2.0" }
    const pinned = await spec.send({ path, body: { requests: two }, headers: signed })
    const own = await vendor.send({ path, body: { requests: two }, headers: google })
    expect([pinned.body, pinned.headers.get("vary"), own.body]).toEqual([answers.array, null, answers.object])
  })

  keeps("embed.batch.usage", "shares are scaled to what the upstream counted", async () => {
    const answered = await batch(two, openai)
    expect(answered.body).toMatchObject([
      { metadata: { usage: { total_tokens: 2 } } },
      { metadata: { usage: { total_tokens: 5 } } }
    ])
  })
})

describe("POST /v1/embeddings", () => {
  for (const [when, body, param] of [
    ["no model", { model: undefined }, "model"],
    ["a model that is no text", { model: 5 }, "model"],
    ["no input", { input: undefined }, "input"],
    ["null", { input: null }, "input"],
    ["an empty text", { input: "" }, "input"],
    ["an empty list", { input: [] }, "input"],
    ["an empty text in a list", { input: ["a", ""] }, "input[1]"],
    ["empty tokens", { input: [[1], []] }, "input[1]"],
    ["a broken token", { input: [1.5] }, "input"],
    ["a token below zero", { input: [[1], [-1]] }, "input[1]"],
    ["texts beside tokens", { input: ["a", [1]] }, "input[1]"],
    ["an object", { input: {} }, "input"],
    ["dimensions 0", { dimensions: 0 }, "dimensions"],
    ["more dimensions than the model has", { dimensions: 1537 }, "dimensions"],
    ["dimensions null", { dimensions: null }, "dimensions"],
    ["an unknown encoding", { encoding_format: "int8" }, "encoding_format"],
    ["a user that is no text", { user: 5 }, "user"]
  ] as const) {
    keeps("embeddings.refused", when, async () => isRejected(await completion(body), param))
  }

  for (const input of ["Hello", ["a", "b"], [1, 2, 3], [[1], [2, 3]]]) {
    keeps("embeddings.input", `${JSON.stringify(input)} reaches its own API as it is`, async () =>
      expect(sent(await completion({ input, user: "u" }))).toEqual({ model: openai, input, user: "u" })
    )
  }

  keeps("embeddings.tokens", "tokens are refused where an API takes texts alone", async () => {
    isRejected(await completion({ model: gemini, input: [[1], [2]] }), "input[0]")
    isRejected(await completion({ model: gemini, input: [1] }), "input")
  })

  keeps("embeddings.encoding", "base64 is that of float32 in little-endian order", async () => {
    const own = { data: [{ index: 0, embedding: "AAAAPwAAgL8AAABA" }], model: "m", usage: { prompt_tokens: 1 } }
    const floats = { embedding: { values: [0.5, -1, 2] } }
    for (const [model, said] of [
      [openai, own],
      [gemini, floats]
    ] as const) {
      const packed = await completion({ model, encoding_format: "base64" }, { vendor: () => said })
      const plain = await completion({ model, encoding_format: "float" }, { vendor: () => said })
      expect(valueAt(packed.body, "/data/0/embedding")).toBe("AAAAPwAAgL8AAABA")
      expect(valueAt(plain.body, "/data/0/embedding")).toEqual([0.5, -1, 2])
    }
  })

  keeps("embeddings.split", "more texts than an upstream takes are several calls, their vectors in order", async () => {
    const input = Array.from({ length: 23 }, (_, index) => `text ${index}`)
    const answered = await completion(
      { model: "text-embedding-v4", input },
      {
        vendor: ({ body }) => {
          const { input: texts } = body as { readonly input: string | readonly string[] }
          const data = [texts].flat().map((text, index) => ({ index, embedding: [Number(text.slice(5))] }))
          return { data: data.toReversed(), usage: { prompt_tokens: data.length } }
        }
      }
    )
    expect(answered.calls.map(({ body }) => (body as { readonly input: unknown[] }).input.length)).toEqual([10, 10, 3])
    expect(valueAt(answered.body, "/data")).toEqual(
      input.map((_, index) => ({ object: "embedding", index, embedding: [index] }))
    )
    expect(valueAt(answered.body, "/usage")).toEqual({ prompt_tokens: 23, total_tokens: 23 })
  })

  for (const [when, said] of [
    ["too few vectors", { data: [{ index: 0, embedding: [1] }] }],
    ["a vector twice", { data: [0, 0].map((index) => ({ index, embedding: [1] })) }],
    ["a vector that is none", { data: [0, 1].map((index) => ({ index, embedding: ["a"] })) }],
    ["base64 of nothing whole", { data: [0, 1].map((index) => ({ index, embedding: "AAA=" })) }],
    ["no JSON", new Response("<html>")]
  ] as const) {
    keeps("embeddings.upstream", `${when} is a failure of the upstream's`, async () =>
      expect((await completion({ input: ["a", "b"] }, { vendor: () => said })).status).toBe(502)
    )
  }

  keeps("embeddings.unknown-model", "is not found, as one that only chats", async () => {
    for (const model of ["nobody", "gpt-4o"]) expect((await completion({ model })).status).toBe(404)
    const { status, body } = await single({ content: hello }, "gemini-2.5-flash")
    expect([status, body]).toMatchObject([404, { error: { status: "NOT_FOUND" } }])
  })
})
