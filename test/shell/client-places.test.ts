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
