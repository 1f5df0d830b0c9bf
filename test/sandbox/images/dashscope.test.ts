import { describe, expect, it } from "vitest"
import { dashScopeRefusals } from "../../../src/sandbox/dashscope/refusals.ts"
import type { Sandbox } from "../../../src/sandbox.ts"
import { post } from "../clients.ts"
import { dotUrl, sandbox, seenAt } from "./looking.ts"

const draw = "qwen-image"
const edit = "qwen-image-edit"
const plus = "qwen-image-edit-plus"
const url = "https://example.com/cat.png"

interface Asked {
  readonly model?: unknown
  readonly content?: unknown
  readonly parameters?: Record<string, unknown>
}

const bodyOf = ({ model = draw, content = [{ text: "A red fox" }], parameters = {} }: Asked) => ({
  model,
  input: { messages: [{ role: "user", content }] },
  parameters
})

const send = (body: unknown, on: Sandbox, key = "sandbox") =>
  post(on, "/dashscope/api/v1/services/aigc/multimodal-generation/generation", body, { authorization: `Bearer ${key}` })

interface Answer {
  readonly output: {
    readonly choices: readonly { readonly message: { readonly content: readonly { image: string }[] } }[]
  }
}

/** The links of an answer, and the answer itself. */
const made = async (asked: Asked, on: Sandbox) => {
  const response = await send(bodyOf(asked), on)
  expect(response.status).toBe(200)
  const body: Answer = JSON.parse(await response.text())
  return { body, links: body.output.choices.flatMap(({ message }) => message.content.map(({ image }) => image)) }
}

describe("images at DashScope", () => {
  it("are links that serve a PNG of the size", async () => {
    const on = sandbox()
    const parameters = { size: "1664*928", watermark: true, negative_prompt: "blur" }
    const { body, links } = await made({ parameters }, on)
    expect(body).toMatchObject({
      output: { task_metric: { TOTAL: 1, FAILED: 0, SUCCEEDED: 1 } },
      usage: { width: 1664, height: 928, image_count: 1 },
      request_id: expect.any(String)
    })
    expect(await seenAt(on, links[0])).toMatchObject({ width: 1664, height: 928, arrived: { parameters } })
  })

  it("have their usual size", async () => {
    const on = sandbox()
    expect(await seenAt(on, (await made({}, on)).links[0])).toMatchObject({ width: 1328, height: 1328 })
  })

  it("are several in one content, each in another colour", async () => {
    const on = sandbox()
    const content = [{ image: dotUrl }, { text: "Make it blue" }]
    const { links } = await made({ model: plus, content, parameters: { n: 6, size: "512*2048" } }, on)
    const colours = await Promise.all(links.map(async (link) => String((await seenAt(on, link)).colour)))
    expect(new Set(colours).size).toBe(6)
  })

  it("are as large as the last image", async () => {
    const on = sandbox()
    const content = [{ image: url }, { image: dotUrl }, { text: "Make it blue" }]
    expect(await seenAt(on, (await made({ model: plus, content }, on)).links[0])).toMatchObject({ width: 4, height: 3 })
  })

  it("have a usual size where the last image would have to be fetched", async () => {
    const on = sandbox()
    const content = [{ image: dotUrl }, { image: url }, { text: "Make it blue" }]
    const { links } = await made({ model: plus, content }, on)
    expect(await seenAt(on, links[0])).toMatchObject({ width: 1024, height: 1024 })
  })
})

describe("DashScope by the end of the model's id", () => {
  it.each([
    ["error-429", 429, "Throttling.RateQuota"],
    ["error-500", 500, "InternalError"],
    ["failed", 500, "InternalError"],
    ["overloaded", 503, "ModelUnavailable"],
    ["refuse", 400, "DataInspectionFailed"],
    ["filtered", 400, "DataInspectionFailed"]
  ])("-%s is %i %s", async (end, status, code) => {
    const response = await send(bodyOf({ model: `${draw}-${end}` }), sandbox())
    expect([response.status, await response.json()]).toMatchObject([status, { code, request_id: expect.any(String) }])
  })

  it("-slow answers all the same", async () => {
    expect((await made({ model: `${draw}-slow` }, sandbox())).links).toHaveLength(1)
  })
})

const text = { text: "A red fox" }
const image = { image: url }

interface Row {
  readonly asked?: Asked
  readonly body?: unknown
  readonly key?: string
  readonly status?: number
}

const rows: Record<string, readonly Row[]> = {
  "wrong-key": [{ key: "other", status: 401 }],
  "malformed-json": [{ body: "{" }, { body: "7" }],
  "missing-model": [{ body: { input: {} } }],
  "unknown-model": [{ asked: { model: "qwen-image-none" }, status: 404 }],
  "missing-input": [{ body: { model: draw } }, { body: { model: draw, input: "A red fox" } }],
  "field-type": [{ asked: { parameters: { n: "1" } } }, { asked: { parameters: { watermark: "no" } } }],
  "one-message": [
    { body: { model: draw, input: { messages: [] } } },
    {
      body: {
        model: draw,
        input: {
          messages: [
            { role: "user", content: [text] },
            { role: "user", content: [text] }
          ]
        }
      }
    }
  ],
  role: [{ body: { model: draw, input: { messages: [{ role: "system", content: [text] }] } } }],
  "content-shape": [{ asked: { content: "A red fox" } }, { asked: { content: [text, { video: url }] } }],
  "one-text": [
    { asked: { content: [] } },
    { asked: { content: [text, text] } },
    { asked: { content: [{ text: "" }] } }
  ],
  "image-unsupported": [{ asked: { content: [image, text] } }],
  "image-count": [{ asked: { model: edit } }, { asked: { model: plus, content: [image, image, image, image, text] } }],
  "image-source": [
    { asked: { model: edit, content: [{ image: "cat.png" }, text] } },
    { asked: { model: edit, content: [{ image: "data:image/png;base64,AAAA" }, text] } }
  ],
  count: [
    { asked: { parameters: { n: 2 } } },
    { asked: { model: edit, content: [image, text], parameters: { n: 2 } } },
    { asked: { model: plus, content: [image, text], parameters: { n: 7 } } },
    { asked: { parameters: { n: 0 } } }
  ],
  "size-format": [{ asked: { parameters: { size: "1328x1328" } } }],
  "size-offered": [{ asked: { parameters: { size: "1024*1024" } } }],
  "size-range": [
    { asked: { model: edit, content: [image, text], parameters: { size: "511*1024" } } },
    { asked: { model: edit, content: [image, text], parameters: { size: "1024*2049" } } }
  ],
  "seed-range": [{ asked: { parameters: { seed: -1 } } }, { asked: { parameters: { seed: 2_147_483_648 } } }]
}

describe("DashScope refuses", () => {
  const cases = Object.entries(rows).flatMap(([name, each]) => each.map((row) => [name, row] as const))

  it.each(cases)("%s: %j", async (name, { asked = {}, body = bodyOf(asked), key, status = 400 }) => {
    const response = await send(body, sandbox(), key)
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, status])
    expect(await response.json()).toEqual({
      code: expect.any(String),
      message: expect.any(String),
      request_id: expect.any(String)
    })
  })

  it("has a row for each refusal", () => {
    expect(dashScopeRefusals.map(({ name }) => name)).toEqual(Object.keys(rows))
  })
})
