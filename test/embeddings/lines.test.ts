import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { ListedModels } from "../../src/capabilities/models.ts"
import * as Compatible from "../../src/families/compatible.ts"
import * as Families from "../../src/families/families.ts"
import * as Gemini from "../../src/families/gemini.ts"
import * as OpenAI from "../../src/families/openai.ts"
import * as Qwen from "../../src/families/qwen.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

const nobody = layerFetch(() => Promise.reject(new Error("not called")))

/** What models are asked for, by id. */
const servesOf = async (served: Layer.Layer<ListedModels>): Promise<(id: string) => readonly string[] | undefined> => {
  const context = await Effect.runPromise(Effect.scoped(Layer.build(served)))
  return (id) => Context.get(context, ListedModels).find(id)?.serves
}

/** The models of each family, as an operator may name them. */
const named = {
  gemini: { models: ["gemini-embedding-001", "text-embedding-004", "gemini-2.5-flash"] },
  openai: { models: ["text-embedding-3-small", "gpt-4o"] },
  qwen: { models: ["text-embedding-v4", "qwen3-embedding-8b", "qwen-plus"] }
}

const embedders = [
  "gemini-embedding-001",
  "text-embedding-004",
  "text-embedding-3-small",
  "text-embedding-v4",
  "qwen3-embedding-8b"
]
const chats = ["gemini-2.5-flash", "gpt-4o", "qwen-plus"]

describe("what a model serves", () => {
  it.each([
    ["by the families' own globs", { gemini: {}, openai: {}, qwen: {} }],
    ["where the operator names the models", named]
  ] as const)("is embeddings where it embeds, and nothing of the kind where it chats: %s", async (_, models) => {
    const serves = await servesOf(
      Families.of(
        Gemini.layer({ key: "g", ...models.gemini }),
        OpenAI.layer({ key: "o", ...models.openai }),
        Qwen.layer({ key: "q", ...models.qwen })
      ).pipe(Layer.provide(nobody))
    )
    expect(embedders.map(serves)).toEqual(embedders.map(() => ["embeddings"]))
    expect(chats.map(serves)).toEqual(chats.map(() => ["chat"]))
  })

  it("is both for a server of one's own, of whose models nobody knows anything", async () => {
    const own = Compatible.layer({ key: "c", url: "http://127.0.0.1:8000/v1", models: ["bge-*"] })
    const serves = await servesOf(Families.of(own).pipe(Layer.provide(nobody)))
    expect(serves("bge-m3")).toEqual(["chat", "embeddings"])
  })

  it("is both behind a route to such a server", async () => {
    const route = { match: "house", upstream: "compatible", model: "bge-m3" }
    const own = Families.routed([route], Compatible.layer({ key: "c", url: "http://127.0.0.1:8000/v1" })).pipe(
      Layer.provide(nobody)
    )
    expect((await servesOf(own))("house")).toEqual(["chat", "embeddings"])
  })

  it("is what was taken of a family alone", async () => {
    const embedding = Families.of(Gemini.embeddings({ key: "g" }), OpenAI.embeddings({ key: "o" }))
    const serves = await servesOf(embedding.pipe(Layer.provide(nobody)))
    expect(["gemini-embedding-001", "gpt-4o", "gemini-2.5-flash"].map(serves)).toEqual([
      ["embeddings"],
      undefined,
      undefined
    ])
    const chatting = await servesOf(Families.of(Gemini.chat({ key: "g" })).pipe(Layer.provide(nobody)))
    expect(["gemini-embedding-001", "gemini-2.5-flash"].map(chatting)).toEqual([undefined, ["chat"]])
  })
})
