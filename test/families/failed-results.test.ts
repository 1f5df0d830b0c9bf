import { afterAll, beforeAll, expect, it } from "vitest"
import { type Rig, startRig } from "../rows/gateway.ts"

let rig: Rig
beforeAll(() => {
  rig = startRig()
})
afterAll(() => rig.close())

const png = { mimeType: "image/png", data: "iVBORw0KGgo=" }
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } }
const failed = { type: "text", text: "The call failed." }

it.each<[what: string, result: object, content: readonly object[], after: readonly object[]]>([
  [
    "with an image",
    { response: { error: "no" }, parts: [{ inlineData: png }] },
    [{ type: "text", text: "no" }],
    [image]
  ],
  ["without a text", { response: { error: "" } }, [failed], []],
  ["of white space", { response: { error: " " } }, [failed], []]
])("a failed call of a Google client %s reaches Claude as it takes it", async (_, result, content, after) => {
  const contents = [
    { role: "user", parts: [{ text: "go" }] },
    { role: "model", parts: [{ functionCall: { id: "c1", name: "f", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { id: "c1", name: "f", ...result } }] }
  ]
  const tools = [{ functionDeclarations: [{ name: "f" }] }]
  const { calls } = await rig.send({
    path: "/v1beta/models/claude-haiku-4-5:generateContent",
    body: { contents, tools }
  })
  expect(calls[0]?.body).toMatchObject({
    messages: [{}, {}, { content: [{ type: "tool_result", is_error: true, content }, ...after] }]
  })
})
