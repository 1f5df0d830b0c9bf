import Anthropic from "@anthropic-ai/sdk"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { tides } from "./asked.ts"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"

let served: Served
beforeAll(async () => void (served = await serveSandbox()))
afterAll(() => served.close())

const client = () => new Anthropic({ baseURL: served.url, apiKey: clientKey, maxRetries: 0 })

const prompt = { type: "text", text: "You answer in one line." } as const
const schema = { type: "object", properties: {} } as const
const tool = { name: "read_file", description: "Reads a file", input_schema: schema }
const placeholder = { name: "DeferredToolPlaceholder", description: "-", input_schema: schema, defer_loading: true }

const asks = (model: string, line: string): Anthropic.MessageCreateParamsNonStreaming => ({
  model,
  max_tokens: 2000,
  system: [{ type: "text", text: line }, prompt],
  tools: [tool, placeholder],
  messages: [{ role: "user", content: tides }]
})

const line = (digest: string): string =>
  `x-anthropic-billing-header: cc_version=2.1.330.abc; cc_entrypoint=cli; cch=${digest};`

describe("what Claude Code says to its own vendor alone", () => {
  it.each(["gpt-4o", "gemini-2.5-flash", "qwen-plus"])("does not reach %s, whose cache stands", async (model) => {
    served.calls()
    await client().messages.create(asks(model, line("12345")))
    await client().messages.create(asks(model, line("6789a")))
    const [first, second] = served.calls().map(({ text }) => text)
    expect(first).toBe(second)
    expect([first?.includes("billing"), first?.includes("Placeholder"), first?.includes(prompt.text)]).toEqual([
      false,
      false,
      true
    ])
  })

  it("reaches its own vendor as it was written", async () => {
    served.calls()
    const body = asks("claude-sonnet-4-5", line("12345"))
    await client().messages.create(body)
    expect(served.calls()[0]?.body).toEqual(body)
  })

  it("is told as bookkeeping, which no policy refuses", async () => {
    const { response } = await client()
      .messages.create(asks("gpt-4o", line("12345")))
      .withResponse()
    const notes = response.headers.get("x-isogloss-notes")
    expect(notes).toContain("dropped /system/0 messages/bookkeeping; dropped /tools/1 messages/bookkeeping")
  })

  it("is no more than that: a prompt that quotes the line, a tool of that name that is there, go on", async () => {
    served.calls()
    const quoting = `${line("12345")}\nis what the first line looks like.`
    const { defer_loading: _, ...there } = placeholder
    await client().messages.create({ ...asks("gpt-4o", quoting), tools: [there] })
    const sent = served.calls()[0]?.text
    expect([sent?.includes("looks like"), sent?.includes("DeferredToolPlaceholder")]).toEqual([true, true])
  })
})
