import { afterAll, describe, expect, it } from "vitest"
import { clientKey, startRig } from "../rows/gateway.ts"
import { list } from "./list.ts"
import { tooDear, type Work } from "./measure.ts"
import { type Bodies, chatCompletions } from "./requests-chat-completions.ts"
import { generateContent } from "./requests-generate-content.ts"
import { messages } from "./requests-messages.ts"

const rig = startRig()
afterAll(() => rig.close())

/** Every family of chats, at the path whose bytes pass to it, and one to which they are translated. */
const doors: readonly (readonly [model: string, path: string, bodies: Bodies])[] = [
  ["gpt-4o", "/v1/chat/completions", chatCompletions],
  ["qwen-plus", "/v1/chat/completions", chatCompletions],
  ["kimi-k2-0905-preview", "/v1/chat/completions", chatCompletions],
  ["deepseek-chat", "/v1/chat/completions", chatCompletions],
  ["gemini-2.5-flash", "/v1/chat/completions", chatCompletions],
  ["mistralai/mistral-large", "/v1/chat/completions", chatCompletions],
  ["llama-4", "/v1/chat/completions", chatCompletions],
  ["claude-opus-4-6", "/v1/messages", messages],
  ["gemini-2.5-flash", "/v1beta/models/gemini-2.5-flash:generateContent", generateContent]
]

/** What families change, and what the gateway looks at besides the formats. */
const looked = new Set([
  "messages",
  "tools",
  "tools of one name",
  "the search as many tools",
  "the search as many functions",
  "tools to choose from",
  "functions to choose from",
  "calls",
  "calls one by one",
  "calls of one id",
  "pictures",
  "thoughts in details",
  "thoughts in carriers",
  "members in a container",
  "thinking",
  "carriers of one long text",
  "carriers that cover nothing",
  "signed thoughts",
  "seals that cover nothing",
  "unknown members",
  "declarations",
  "declarations one by one"
])

const cases = doors.flatMap(([model, path, bodies]) =>
  Object.entries(bodies).flatMap(([grows, body]) => (looked.has(grows) ? [{ model, path, grows, body }] : []))
)

const sending =
  (path: string, body: (size: number) => string): Work =>
  (size) => {
    const text = body(size)
    return () => rig.send({ path, body: text, headers: { authorization: `Bearer ${clientKey}` } })
  }

describe("a request through the gateway costs no more than its size", () => {
  it.each(cases)(
    "$path, $model: $grows",
    async ({ model, path, body }) => {
      const work = sending(path, (size) => JSON.stringify({ model, ...body(Math.ceil(size)) }))
      expect(await tooDear(work, 2000)).toBeUndefined()
    },
    60_000
  )

  it("of names that have to be unescaped", async () => {
    const name = (at: number) => `"\\u0061${at}": 1`
    const work = sending(
      "/v1/chat/completions",
      (size) =>
        `{"model": "gpt-4o", "messages": [{"role": "user", "content": "x"}], "metadata": {${list(Math.ceil(size), name).join()}}}`
    )
    expect(await tooDear(work, 4000)).toBeUndefined()
  }, 60_000)

  it("is looked at for every family", () => {
    expect(cases.length).toBeGreaterThanOrEqual(100)
  })
})
