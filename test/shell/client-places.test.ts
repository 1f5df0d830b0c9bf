import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import type { RunningGateway } from "../../src/gateway/gateway.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"

let gateway: RunningGateway | undefined
beforeAll(async () => {
  const read = fromEnvironment({}, "unused")
  if (!read.ok) throw new Error("An empty environment is the sandbox.")
  gateway = await composeGateway(read.value)
})
afterAll(() => gateway?.dispose())

const ask = async (path: string, body: object): Promise<unknown> => {
  const headers = { authorization: "Bearer sandbox", "content-type": "application/json" }
  const request = new Request(`http://gateway${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  const answer = await gateway?.fetch(request)
  return [answer?.status, await answer?.json()]
}

const data = "iVBORw0KGgo="
const image = { type: "image", source: { type: "base64", media_type: "image/png", data } }
const inline = { inlineData: { mimeType: "image/png", data } }
const text = { type: "text", text: "a" }

/** A model of a family with an API of another format, which takes no images. */
const model = "deepseek-chat"

describe("what a family refuses is told at the client's own place", () => {
  it.each([
    ["/messages/0/content/1", [{ role: "user", content: [text, image] }]],
    [
      "/messages/2/content/2",
      [
        { role: "user", content: "a" },
        { role: "assistant", content: [text] },
        { role: "user", content: [text, text, image] }
      ]
    ],
    [
      "/messages/2/content/0/content/1",
      [
        { role: "user", content: "a" },
        { role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: [text, image] }] }
      ]
    ]
  ])("in messages: %s", async (place, messages) => {
    const tools = [{ name: "f", input_schema: { type: "object" } }]
    expect(await ask("/v1/messages", { model, max_tokens: 100, system: "s", tools, messages })).toMatchObject([
      400,
      { error: { message: `${place}: The model does not accept this type of media.` } }
    ])
  })

  it.each([
    ["/contents/0/parts/1", [{ parts: [{ text: "a" }, inline] }]],
    [
      "/contents/2/parts/0",
      [
        { role: "user", parts: [{ text: "a" }] },
        { role: "model", parts: [{ text: "a" }] },
        { role: "user", parts: [inline, { text: "a" }] }
      ]
    ]
  ])("in contents: %s", async (field, contents) => {
    expect(await ask(`/v1beta/models/${model}:generateContent`, { contents })).toMatchObject([
      400,
      { error: { details: [{ fieldViolations: [{ field }] }] } }
    ])
  })
})

/** Kimi is shown pictures, and no files. */
const kimi = "kimi-k2.5"
const pdf = "data:application/pdf;base64,JVBERi0xLjQK"
const called = (call_id: string) => ({ type: "function_call", call_id, name: "f", arguments: "{}" })
const gave = (call_id: string, item: object) => ({ type: "function_call_output", call_id, output: [item] })
const picture = { type: "input_image", image_url: `data:image/png;base64,${data}` }
const file = { type: "input_file", filename: "a.pdf", file_data: pdf }

describe("what a family refuses of a result that stands elsewhere than its call is told at the client's own place", () => {
  it.each([
    ["input[4].output[0]", [gave("c2", picture), gave("c1", file)]],
    ["input[3].output[0]", [gave("c2", file), gave("c1", picture)]],
    ["input[3].output[0]", [gave("c1", file), gave("c2", picture)]],
    ["input[5].output[0]", [gave("c2", picture), { role: "user", content: [picture] }, gave("c1", file)]]
  ])("in items: %s", async (param, results) => {
    const tools = [{ type: "function", name: "f", parameters: { type: "object" }, strict: false }]
    const input = [{ role: "user", content: "a" }, called("c1"), called("c2"), ...results]
    expect(await ask("/v1/responses", { model: kimi, tools, input })).toMatchObject([400, { error: { param } }])
  })

  it("in messages", async () => {
    const document = {
      type: "document",
      source: { type: "base64", media_type: "application/pdf", data: "JVBERi0xLjQK" }
    }
    const use = (id: string) => ({ type: "tool_use", id, name: "f", input: {} })
    const result = (id: string, part: object) => ({ type: "tool_result", tool_use_id: id, content: [part] })
    const messages = [
      { role: "user", content: "a" },
      { role: "assistant", content: [use("t1"), use("t2")] },
      { role: "user", content: [image, result("t2", document), result("t1", image)] }
    ]
    const tools = [{ name: "f", input_schema: { type: "object" } }]
    expect(await ask("/v1/messages", { model: kimi, max_tokens: 100, tools, messages })).toMatchObject([
      400,
      { error: { message: "/messages/2/content/1/content/0: The model does not accept this type of media." } }
    ])
  })
})
