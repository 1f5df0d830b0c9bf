import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { chatOf, matrixModels, messagesOf } from "./asked.ts"
import { chatSdks } from "./chat-sdks.ts"
import { type Served, serveSandbox } from "./gateway.ts"
import { messagesSdks } from "./messages-sdks.ts"
import { drained, failure } from "./told.ts"

let served: Served
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined) // the SDK warns of models near their end
  served = await serveSandbox()
})
afterAll(() => served.close())

const casesOf = <Sdk>(sdks: Readonly<Record<string, Sdk>>, suffixes: readonly string[]) =>
  Object.entries(sdks).flatMap(([name, make]) =>
    matrixModels.flatMap((model) =>
      suffixes.map((suffix) => [`${name}, ${model}${suffix}`, { make, model: model + suffix }] as const)
    )
  )

const broken = ["-error-mid", "-cut"]

describe("a chat completions stream that breaks", () => {
  const cases = casesOf(chatSdks, broken)

  it("has 16 cases", () => expect(cases).toHaveLength(16))

  it.each(cases)("raises after what was said, without a finish: %s", async (_, { make, model }) => {
    const sdk = make({ url: served.url })
    const { items, error } = await drained(await sdk.stream(chatOf(model)))
    expect(error).toBeInstanceOf(sdk.errors.APIError)
    expect(items.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toMatch(/^You wrote: /)
    expect(items.filter(({ choices }) => (choices[0]?.finish_reason ?? null) !== null)).toEqual([])
  })

  it.each(cases)("fails in the helper: %s", async (_, { make, model }) => {
    const sdk = make({ url: served.url })
    expect(await failure(sdk.helper(chatOf(model)))).toBeInstanceOf(sdk.errors.APIError)
  })
})

describe("a messages stream that breaks", () => {
  const cases = casesOf(messagesSdks, broken)

  it("has 16 cases", () => expect(cases).toHaveLength(16))

  it.each(cases)("raises after what was said, without an end: %s", async (_, { make, model }) => {
    const sdk = make({ url: served.url })
    const { items, error } = await drained(await sdk.stream(messagesOf(model)))
    expect(error).toBeInstanceOf(sdk.errors.APIError)
    const types = items.map(({ type }) => type)
    expect(types.slice(0, 3)).toEqual(["message_start", "content_block_start", "content_block_delta"])
    expect(types).not.toContain("message_delta")
    expect(types).not.toContain("message_stop")
  })

  it.each(cases)("fails in the helper: %s", async (_, { make, model }) => {
    const sdk = make({ url: served.url })
    expect(await failure(sdk.helper(messagesOf(model)))).toBeInstanceOf(sdk.errors.APIError)
  })
})

describe("a client that leaves", () => {
  const chat = casesOf(chatSdks, ["-slow"])
  const messages = casesOf(messagesSdks, ["-slow"])

  it("has 16 cases", () => expect([...chat, ...messages]).toHaveLength(16))

  it.each(chat)("makes the gateway hang up: %s", async (_, { make, model }) => {
    served.calls()
    const leaving = new AbortController()
    for await (const chunk of await make({ url: served.url }).stream(chatOf(model), leaving.signal)) {
      expect(chunk.choices).toHaveLength(1)
      leaving.abort()
    }
    await served.calls()[0]?.left
    expect(leaving.signal.aborted).toBe(true)
  })

  it.each(messages)("makes the gateway hang up: %s", async (_, { make, model }) => {
    served.calls()
    const leaving = new AbortController()
    const types: string[] = []
    for await (const event of await make({ url: served.url }).stream(messagesOf(model), leaving.signal)) {
      types.push(event.type)
      leaving.abort()
    }
    expect(types[0]).toBe("message_start")
    await served.calls()[0]?.left
    expect(leaving.signal.aborted).toBe(true)
  })
})
