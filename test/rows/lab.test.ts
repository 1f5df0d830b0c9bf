import { afterAll, describe, expect } from "vitest"
import { clientKey, labPath, startRig, tokenPath } from "../lab/rig.ts"
import { keeps } from "./promises.ts"

const rig = await startRig({
  tasks: (taskId, owner) => {
    if (taskId === "done") return { status: "DONE", result: { code: 7, imageUrl: "https://made.test/a.png" } }
    if (taskId === "theirs" && owner !== "painters") return { status: "IN_QUEUE" }
    const status = (["IN_QUEUE", "GENERATING", "EXPIRED", "NOT_FOUND"] as const).find((it) => it === taskId)
    return status === undefined ? undefined : { status }
  }
})
afterAll(() => rig.close())

const success = (data: unknown) => ({ code: 200, msg: "success", data })

const error = (code: number, msg: unknown = expect.any(String)) => ({ code, msg, data: null })

describe("POST …/getToken", () => {
  const login = { username: "ada", password: "ada" }

  keeps("lab.token", "with a header that holds no key of ours", async () => {
    const { status, body, headers } = await rig.send({
      path: tokenPath,
      headers: { authorization: "Bearer no" },
      body: login
    })
    const token = expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
    expect([status, body, headers.get("cache-control")]).toEqual([200, success(token), "no-store"])
  })

  for (const [when, body, msg] of [
    ["no user name", { password: "ada" }, "/username: `username` is required."],
    ["no password", { username: "ada" }, "/password: `password` is required."],
    ["a user name that is a number", { ...login, username: 1 }, "/username: `username` must be a string."],
    ["a password that is a list", { ...login, password: ["ada"] }, "/password: `password` must be a string."],
    ["a null password", { ...login, password: null }, "/password: `password` is required."],
    ["a list", [], "The body must be a JSON object, not a list."],
    ["no JSON", "{", "The body is not valid JSON: it ends too early."]
  ] as const) {
    keeps("lab.token.refused", when, async () => {
      const answered = await rig.send({ path: tokenPath, headers: {}, body })
      expect([answered.status, answered.body]).toEqual([400, error(400, msg)])
    })
  }

  keeps("lab.token.wrong", "down to the last byte", async () => {
    const wrong = await rig.login("ada", "adA")
    const nobody = await rig.login("nobody", "ada")
    expect([wrong.status, wrong.body]).toEqual([401, error(401, "The user name or the password is wrong.")])
    expect([nobody.status, nobody.body]).toEqual([401, wrong.body])
  })
})

const batch = labPath("batchImageGenerationSubmit")
const removal = labPath("smartWatermarkRemovalSubmit")

const seedream = "doubao-seedream-4-5-251128"
const flash = "gemini-2.5-flash-image"
const gpt = "gpt-image-1.5"
const qwen = "qwen-image"

/** The six that every body must say. */
const six = { model: seedream, prompt: "A red fox", n: 1, size: "2K", temperature: 1, watermark: false }

const without = (name: string): object => Object.fromEntries(Object.entries(six).filter(([key]) => key !== name))

describe("POST …/batchImageGenerationSubmit", () => {
  for (const name of Object.keys(six)) {
    keeps("lab.images.required", name, async () => {
      const { status, body, calls } = await rig.send({ path: batch, body: without(name) })
      expect([status, body, calls]).toEqual([400, error(400, `/${name}: \`${name}\` is required.`), []])
    })
    keeps("lab.images.types", `${name} null`, async () => {
      const { status, body, calls } = await rig.send({ path: batch, body: { ...six, [name]: null } })
      expect([status, body, calls]).toEqual([400, error(400, expect.stringContaining(`/${name}: `)), []])
    })
  }

  for (const [name, value] of [
    ["model", 1],
    ["model", ""],
    ["prompt", ["a"]],
    ["n", 1.5],
    ["n", true],
    ["n", 0],
    ["n", 11],
    ["size", 1024],
    ["temperature", 0.5],
    ["temperature", "warm"],
    ["watermark", "false"],
    ["watermark", 0],
    ["image", 1],
    ["image", "ftp://a.test/a.png"],
    ["promptOptions", "fast"],
    ["optimizePrompt", true],
    ["quality", 2],
    ["responseFormat", 1],
    ["responseFormat", "png"],
    ["score", "high"],
    ["sequentialImageGeneration", true],
    ["sequentialImageGenerationOptions", "4"]
  ] as const) {
    keeps("lab.images.types", `${name} ${JSON.stringify(value)}`, async () => {
      const { status, body, calls } = await rig.send({ path: batch, body: { ...six, [name]: value } })
      expect([status, body, calls]).toEqual([400, error(400, expect.stringContaining(`/${name}: `)), []])
    })
  }

  for (const [name, text] of [
    ["n", "1"],
    ["temperature", "2"],
    ["score", "0.75"]
  ] as const) {
    keeps("lab.images.numbers", `${name} "${text}"`, async () => {
      const { status, notes } = await rig.send({ path: batch, body: { ...six, [name]: text } })
      expect([status, notes]).toEqual([200, expect.arrayContaining([`approximated /${name}`])])
    })
    for (const other of [` ${text}`, `0x${text}`, "4.5e1", `+${text}`]) {
      keeps("lab.images.numbers", `${name} ${JSON.stringify(other)} is none`, async () => {
        const { status, body } = await rig.send({ path: batch, body: { ...six, [name]: other } })
        expect([status, body]).toEqual([400, error(400, expect.stringContaining(`/${name}: `))])
      })
    }
  }

  const prefix = "batchImageGenerationDTO"
  const dotted = Object.fromEntries(Object.entries(six).map(([key, value]) => [`${prefix}.${key}`, value]))

  for (const [when, body, note] of [
    ["their own names", six, "/temperature"],
    ["a prefix and a dot", dotted, `/${prefix}.temperature`],
    ["an object", { [prefix]: six }, `/${prefix}/temperature`],
    ["all at once, saying the same", { ...six, ...dotted, [prefix]: six }, "/temperature"]
  ] as const) {
    keeps("lab.images.forms", when, async () => {
      const { status, calls, notes } = await rig.send({ path: batch, body })
      expect([status, notes]).toEqual([200, [`dropped ${note}`]])
      expect(calls).toMatchObject([{ body: { model: seedream, prompt: "A red fox", size: "2K", watermark: false } }])
    })
  }

  for (const [when, more, at] of [
    ["by a dot and by name", { [`${prefix}.n`]: 2 }, `/${prefix}.n`],
    ["in an object and by name", { [prefix]: { size: "4K" } }, `/${prefix}/size`],
    ["in an object and by a dot", { [`${prefix}.score`]: 1, [prefix]: { score: 2 } }, `/${prefix}/score`],
    ["under two names inside", { sequentialImageGenerationOptions: { maxImages: 2, max_images: 3 } }, "/max_images"]
  ] as const) {
    keeps("lab.images.twice", when, async () => {
      const { status, body, calls } = await rig.send({ path: batch, body: { ...six, ...more } })
      expect([status, body, calls]).toEqual([400, error(400, expect.stringContaining(`${at}: `)), []])
    })
  }

  keeps("lab.images.twice", "a prefix that holds no object", async () => {
    const { status, body } = await rig.send({ path: batch, body: { ...six, [prefix]: 1 } })
    expect([status, body]).toEqual([400, error(400, `/${prefix}: \`${prefix}\` must be an object.`)])
  })

  const picture =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="

  for (const [when, more, sent] of [
    ["watermark to S", { watermark: true }, { watermark: true }],
    ["size to S", { size: "2048x2048" }, { size: "2048x2048" }],
    ["responseFormat to S", { responseFormat: "b64_json" }, { response_format: "b64_json" }],
    ["image to S", { image: picture }, { image: picture }],
    ["optimizePrompt to S", { optimizePrompt: "standard" }, { optimize_prompt_options: { mode: "standard" } }],
    [
      "sequentialImageGeneration and its options to S",
      { sequentialImageGeneration: "auto", sequentialImageGenerationOptions: { maxImages: 2 } },
      { sequential_image_generation: "auto", sequential_image_generation_options: { max_images: 2 } }
    ],
    [
      "the options under their other name to S",
      { sequentialImageGeneration: "auto", sequentialImageGenerationOptions: { max_images: 3 } },
      { sequential_image_generation_options: { max_images: 3 } }
    ],
    [
      "temperature and size to G",
      { model: flash, size: "1536x1024", temperature: 0 },
      { generationConfig: { temperature: 0, imageConfig: { aspectRatio: "3:2" } } }
    ],
    ["quality and n to P", { model: gpt, size: "1024x1536", quality: "low", n: 2 }, { quality: "low", n: 2 }],
    [
      "watermark and size to Q",
      { model: qwen, size: "1328x1328", watermark: true },
      { parameters: { watermark: true, size: "1328*1328" } }
    ]
  ] as const) {
    keeps("lab.images.sent", when, async () => {
      const { status, calls } = await rig.send({ path: batch, body: { ...six, ...more } })
      expect([status, calls]).toMatchObject([200, [{ body: sent }]])
    })
  }

  for (const [when, more, notes] of [
    ["temperature by S", {}, ["dropped /temperature"]],
    ["watermark by G", { model: flash, size: "1:1" }, ["dropped /watermark"]],
    [
      "temperature and watermark by P",
      { model: gpt, size: "1024x1024" },
      ["dropped /temperature", "dropped /watermark"]
    ],
    ["temperature by Q", { model: qwen, size: "1328x1328" }, ["dropped /temperature"]],
    [
      "score and promptOptions by all",
      { score: 0.5, promptOptions: { a: 1 } },
      ["dropped /promptOptions", "dropped /score", "dropped /temperature"]
    ],
    ["what nobody knows", { tomorrow: 1 }, ["dropped /tomorrow", "dropped /temperature"]],
    [
      "an option without the switch",
      { sequentialImageGenerationOptions: { maxImages: 2 } },
      ["dropped /sequentialImageGenerationOptions", "dropped /temperature"]
    ]
  ] as const) {
    keeps("lab.images.lacking", when, async () => {
      const answered = await rig.send({ path: batch, body: { ...six, ...more } })
      expect([answered.status, answered.notes]).toEqual([200, notes])
      expect(JSON.stringify(answered.calls)).not.toMatch(/score|promptOptions|tomorrow/)
    })
  }

  for (const prompt of ["", " \n"]) {
    keeps("lab.images.prompt", JSON.stringify(prompt), async () => {
      const { status, body, calls } = await rig.send({ path: batch, body: { ...six, prompt } })
      expect([status, body, calls]).toEqual([400, error(400, "/prompt: `prompt` must not be empty."), []])
    })
  }

  for (const [model, size] of [
    [seedream, "2K"],
    [flash, "1:1"],
    [gpt, "1024x1024"],
    [qwen, "1328x1328"]
  ] as const) {
    keeps("lab.images.answer", model, async () => {
      const { status, body } = await rig.send({ path: batch, body: { ...six, model, size } })
      const url = expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/)
      expect([status, body]).toEqual([200, success({ images: [{ url }] })])
    })
    keeps("lab.images.count", `two of ${model}`, async () => {
      const { body } = await rig.send({ path: batch, body: { ...six, model, size, n: 2 } })
      expect(body).toMatchObject({ data: { images: [{ url: expect.any(String) }, { url: expect.any(String) }] } })
    })
  }

  describe("POST …/smartWatermarkRemovalSubmit", () => {
    for (const name of Object.keys(six)) {
      keeps("lab.images.required", `${name}, of a removal`, async () => {
        const { status, body } = await rig.send({ path: removal, body: { ...without(name), image: picture } })
        expect([status, body]).toEqual([400, error(400, `/${name}: \`${name}\` is required.`)])
      })
    }

    keeps("lab.watermark.image", "whatever else it says", async () => {
      const { status, body, calls } = await rig.send({ path: removal, body: six })
      expect([status, body, calls]).toEqual([400, error(400, "/image: `image` is required."), []])
    })

    keeps("lab.watermark.prompt", "with a note", async () => {
      const { status, calls, notes } = await rig.send({ path: removal, body: { ...six, prompt: "", image: picture } })
      expect([status, notes]).toEqual([200, ["synthesised /prompt", "dropped /temperature"]])
      expect(calls).toMatchObject([{ body: { prompt: expect.stringContaining("watermark"), image: picture } }])
    })

    keeps("lab.watermark.prompt", "and leaves a prompt that is there as it is", async () => {
      const { calls } = await rig.send({ path: removal, body: { ...six, prompt: "Take it off", image: picture } })
      expect(calls).toMatchObject([{ body: { prompt: "Take it off", image: picture } }])
    })
  })
})

describe("GET …/dressingv4Qurey", () => {
  const query = (search: string, headers?: Record<string, string>) =>
    rig.send({
      method: "GET",
      path: `${labPath("dressingv4Qurey")}${search}`,
      ...(headers === undefined ? {} : { headers })
    })

  keeps("lab.dressing.done", "as it is shown", async () => {
    const { status, body } = await query("?taskId=done")
    const resp_data = '{"code":7,"data":{"image_url":"https://made.test/a.png"}}'
    expect([status, body]).toEqual([200, success({ status: "DONE", resp_data })])
  })

  for (const state of ["IN_QUEUE", "GENERATING", "EXPIRED"]) {
    keeps("lab.dressing.states", state, async () => {
      const { status, body } = await query(`?taskId=${state}`)
      expect([status, body]).toEqual([200, success({ status: state, resp_data: "{}" })])
    })
  }

  keeps("lab.dressing.unknown", "and that of one whose service says so", async () => {
    const nobodys = await query("?taskId=nobodys")
    expect([nobodys.status, nobodys.body]).toEqual([404, error(404)])
    expect((await query("?taskId=theirs")).body).toEqual(nobodys.body)
    expect((await query("?taskId=NOT_FOUND")).body).toEqual(nobodys.body)
  })

  for (const search of ["", "?taskId=", "?taskid=done"]) {
    keeps("lab.dressing.required", `"${search}"`, async () => {
      const { status, body } = await query(search)
      expect([status, body]).toEqual([400, error(400, "/taskId: `taskId` is required in the query.")])
    })
  }

  keeps("lab.errors", "a query without a key", async () => {
    const { status, body } = await query("?taskId=done", {})
    expect([status, body]).toEqual([401, error(401)])
  })
})

describe("errors", () => {
  const authorization = `Bearer ${clientKey}`
  for (const [when, sent, code] of [
    ["an unknown path", { path: "/prod-api/nothing" }, 404],
    ["an unknown path below the product", { path: labPath("nothing") }, 404],
    ["a path without a key", { path: batch, headers: {}, body: six }, 401],
    ["a method that a path does not take", { path: labPath("dressingv4Qurey"), body: {} }, 405],
    [
      "a body of another type",
      { path: batch, headers: { authorization, "content-type": "text/plain" }, body: "a" },
      415
    ],
    ["a body that is no JSON", { path: batch, body: "{" }, 400],
    ["a member that stands twice", { path: batch, body: '{"model":"a","model":"b"}' }, 400],
    ["a body above its cap", { path: tokenPath, headers: {}, body: " ".repeat(4 * 1024 * 1024 + 1) }, 413],
    ["a model that nobody knows", { path: batch, body: { ...six, model: "nothing" } }, 404],
    ["a model of another kind", { path: batch, body: { ...six, model: "gpt-4o" } }, 404]
  ] as const) {
    keeps("lab.errors", when, async () => {
      const { status, body } = await rig.send(sent)
      expect([status, body]).toEqual([code, error(code)])
    })
  }
})
