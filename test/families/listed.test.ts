import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { ListedModels } from "../../src/capabilities/models.ts"
import { Claude, Compatible, DeepSeek, Gemini, GptImage, Kimi, OpenAI, Sora, Veo } from "../../src/config/families.ts"
import * as Families from "../../src/families/families.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import type { Upstream } from "../../src/upstream/upstream.ts"

const key = "none"

/** What `GET /v1/models` lists of a gateway. */
const listOf = (families: Layer.Layer<ListedModels, never, Upstream>) =>
  Effect.runSync(
    Effect.map(ListedModels, (models) => models.list).pipe(
      Effect.provide(families.pipe(Layer.provide(layerFetch(() => Promise.reject(new Error("Nothing is called."))))))
    )
  )

/** Of vendors that an operator has keys of. */
const list = listOf(
  Families.routed(
    [
      { match: "my-llama", upstream: "compatible" },
      { match: "old", upstream: "claude", model: "claude-3-haiku-20240307" }
    ],
    OpenAI.layer({ key }),
    Claude.layer({ key }),
    Gemini.layer({ key }),
    DeepSeek.layer({ key }),
    Kimi.layer({ key }),
    GptImage.layer({ key }),
    Veo.layer({ key }),
    Sora.layer({ key }),
    Compatible.layer({ key, url: "http://127.0.0.1:8000/v1" })
  )
)

const ids = list.map(({ id }) => id)

describe("the models that vendors' own lists have", () => {
  it.each(["chatgpt-4o", "claude-3-haiku", "claude-opus-4", "claude-sonnet-4", "gpt-5.1-mini"])(
    "are no names that no vendor knows: %s",
    (id) => expect(ids).not.toContain(id)
  )

  it.each(["kimi-k2-thinking", "kimi-k2-0905-preview", "deepseek-chat", "deepseek-reasoner", "gpt-4-turbo", "o1"])(
    "are none that are discontinued: %s",
    (id) => expect(ids).not.toContain(id)
  )

  it.each([
    "gemini-3.5-flash",
    "gemini-3.7-flash",
    "gemini-3-pro-image-preview",
    "text-embedding-004",
    "gpt-image-1",
    "veo-3.1-generate-preview",
    "sora-2",
    "sora-2-pro"
  ])("are none that ended in 2026: %s", (id) => expect(ids).not.toContain(id))

  it.each(["gpt-5.6-sol", "gpt-6-sol", "claude-mythos-5-2", "claude-opus-5-5", "gemini-3.8-flash", "kimi-k2.6"])(
    "are the newest: %s",
    (id) => expect(ids).toContain(id)
  )

  it.each(["gemini-4-argon", "gemini-3-pro-image", "gpt-image-2.6-sunburst"])("have those of late 2026: %s", (id) =>
    expect(ids).toContain(id)
  )

  it.each([
    ["gpt-5.5", "2026-04-23"],
    ["gpt-4.1", "2025-04-14"],
    ["claude-sonnet-4-5", "2025-09-29"],
    ["claude-opus-5", "2026-07-24"],
    ["claude-fable-5", "2026-06-09"],
    ["claude-mythos-5", "2026-06-09"],
    ["claude-haiku-5-5", "2026-10-07"],
    ["gemini-2.5-flash-lite", "2025-07-22"],
    ["gemini-3.1-pro-preview", "2026-02-19"],
    ["gemini-3.6-flash", "2026-07-21"],
    ["gpt-image-2", "2026-04-21"]
  ])("say when they were made: %s", (id, day) =>
    expect(new Date((list.find((it) => it.id === id)?.created ?? 0) * 1000).toISOString().slice(0, 10)).toBe(day)
  )

  it.each(["sora-2", "sora-2-pro"])("have one that another vendor goes on with, where its URL is told: %s", (id) => {
    const elsewhere = listOf(Families.of(Sora.layer({ key, url: "https://videos.example.com/v1" })))
    expect(elsewhere.map((it) => it.id)).toContain(id)
  })

  it("have those beside them that the operator names", () => {
    expect(ids).toContain("my-llama")
    expect(ids).toContain("old")
  })
})
