import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { ChatModels } from "../../src/capabilities/models.ts"
import * as Families from "../../src/families/families.ts"
import * as Gemini from "../../src/families/gemini.ts"
import * as OpenAI from "../../src/families/openai.ts"
import { Upstream } from "../../src/upstream/upstream.ts"
import { callOf } from "./call.ts"
import { sentBy } from "./sent-by.ts"

const nowhere = Upstream.of({ unary: () => Effect.die("not called"), stream: () => Effect.die("not called") })

const models = Effect.runSync(
  ChatModels.pipe(
    Effect.provide(
      Families.routed(
        [
          { match: "thoughtful", upstream: "gemini", model: "gemini-2.5-flash-thinking-high" },
          { match: "tuned", upstream: "gemini", model: "tunedModels/a b", like: "gemini-2.5-pro" }
        ],
        OpenAI.layer({ key: "o", models: ["kimi-*"] }),
        Gemini.layer({ key: "g", url: "https://example.test/base/", models: ["gemini-2.5-flash", "gemini-3-*"] })
      )
    ),
    Effect.provide(Layer.succeed(Upstream)(nowhere))
  )
)

const body = { contents: [] }

describe("ids that ask for thinking", () => {
  it.each([
    ["gemini-2.5-flash-thinking", "gemini-2.5-flash"],
    ["gemini-2.5-flash-thinking-12", "gemini-2.5-flash"],
    ["gemini-3-pro-preview-nothinking", "gemini-3-pro-preview"],
    ["gemini-3-ultra-thinking-low", "gemini-3-ultra"],
    ["thoughtful", "gemini-2.5-flash"],
    ["kimi-k2-thinking", "kimi-k2-thinking"],
    ["gemini-3-x-thinking-1234567890", "gemini-3-x-thinking-1234567890"],
    ["gemini-3-x-thinking-medium", "gemini-3-x-thinking-medium"]
  ])("%s is sent as %s", (id, sent) => expect(models.find(id)?.target.model).toBe(sent))

  it("are no one's where the id without the suffix is not", () => {
    expect(models.find("gemini-2.5-pro-thinking")).toBeUndefined()
  })

  it("say the same behind an alias", () => {
    expect(models.find("thoughtful")?.edits(callOf(body)).value).toEqual([
      {
        path: "/generationConfig",
        value: { thinkingConfig: { thinkingBudget: 19_661, includeThoughts: true } }
      }
    ])
  })
})

describe("how the vendor is called", () => {
  const requestOf = (id: string, stream: boolean) => {
    const model = models.find(id)
    return sentBy(model, callOf(body, { model: model?.target.model ?? "", stream }))
  }

  it.each([
    ["gemini-2.5-flash", false, "models/gemini-2.5-flash:generateContent"],
    ["gemini-2.5-flash", true, "models/gemini-2.5-flash:streamGenerateContent?alt=sse"],
    ["tuned", false, "tunedModels/a%20b:generateContent"],
    ["gemini-3-a:b", false, "models/gemini-3-a%3Ab:generateContent"]
  ])("%s, streamed %s, at %s", (id, stream, path) => {
    expect(requestOf(id, stream)?.url).toBe(`https://example.test/base/v1beta/${path}`)
  })

  it("has the key in a header alone", () => {
    const request = requestOf("gemini-2.5-flash", true)
    expect(request?.headers).toMatchObject({ "x-goog-api-key": "g" })
    expect(request?.url).not.toContain("key")
  })

  it.each([
    [{}, true],
    [{ generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }, undefined],
    [{ generation_config: { thinking_config: { thinking_budget: 0 } } }, undefined],
    [{ generationConfig: { thinkingConfig: { thinkingBudget: 10 } } }, true]
  ])("is given time to think unless thinking is off: %j", (more, thinks) => {
    const model = models.find("gemini-2.5-flash")
    expect(model?.request(callOf({ ...body, ...more }, { stream: true })).thinks).toBe(thinks)
  })
})
