import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { z } from "zod"
import { chatOf, matrixModels, messagesOf } from "./asked.ts"
import { chatSdks } from "./chat-sdks.ts"
import { type Served, serveSandbox } from "./gateway.ts"
import { messagesSdks } from "./messages-sdks.ts"

let served: Served
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined) // the SDK warns of models near their end
  served = await serveSandbox()
})
afterAll(() => served.close())

const schema = z.object({ city: z.string(), height: z.number(), places: z.array(z.string()) })
const answer = { city: "Dover", height: 7, places: ["Calais"] }
const asked = { messages: [{ role: "user" as const, content: 'From "Dover" to "Calais" at 7 metres' }] }

const casesOf = <Sdk>(sdks: Readonly<Record<string, Sdk>>) =>
  Object.entries(sdks).flatMap(([name, make]) =>
    matrixModels.flatMap((model) =>
      (["parse", "parseStream"] as const).map((way) => [`${name}, ${model}, ${way}`, { make, model, way }] as const)
    )
  )

describe("an answer that chat completions SDKs parse", () => {
  const cases = casesOf(chatSdks)

  it("has 16 cases", () => expect(cases).toHaveLength(16))

  it.each(cases)("%s", async (_, { make, model, way }) => {
    expect(await make({ url: served.url })[way](chatOf(model, asked), schema)).toEqual(answer)
  })
})

describe("an answer that messages SDKs parse", () => {
  const cases = casesOf(messagesSdks)

  it("has 16 cases", () => expect(cases).toHaveLength(16))

  it.each(cases)("%s", async (_, { make, model, way }) => {
    expect(await make({ url: served.url })[way](messagesOf(model, asked), schema)).toEqual(answer)
  })
})
