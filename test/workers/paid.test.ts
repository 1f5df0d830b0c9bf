import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import { ChatModels, type ChatModel, EmbeddingModels, type EmbeddingModel } from "../../src/capabilities/models.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { embeddings } from "../../src/endpoints/embeddings.ts"
import { messages } from "../../src/endpoints/messages.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { knownTo } from "../../src/hosts/cli/compose.ts"
import { servedEndpoints, modelsOf } from "../../src/hosts/cli/served.ts"
import { layerPool, WorkerPool } from "../../src/hosts/workers/pool.ts"
import { labWithoutLogins } from "../../src/lab/endpoints.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

const configuration = {
  upstreams: [{ name: "openai", family: "openai", key: "some", retired: [] }],
  routes: []
} as const
const others = { upstreams: [{ name: "claude", family: "claude", key: "some", retired: [] }], routes: [] } as const

const said = "word ".repeat(40_000)
const chat = (text: string): string =>
  JSON.stringify({
    id: "x",
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }]
  })
const vectors = (count: number): string =>
  JSON.stringify({
    object: "list",
    model: "m",
    data: Array.from({ length: count }, (_, index) => ({ object: "embedding", index, embedding: [0.25] })),
    usage: { prompt_tokens: 1, total_tokens: 1 }
  })

interface Scene {
  /** What the vendor answers. */
  readonly answer: string
  /** What happens before it does. */
  readonly meanwhile?: (models: LiveModels, pool: WorkerPool) => void
}

/** Models that can be taken away while requests run. */
interface LiveModels {
  chat: ChatModel | undefined
  embedding: EmbeddingModel | undefined
}

/** A gateway with one thread, for which one request may wait. */
const gatewayIn = async ({ answer, meanwhile }: Scene) => {
  const module = new URL("../../src/hosts/cli/worker.ts", import.meta.url)
  const pool = new WorkerPool({ module, data: knownTo(configuration), threads: 1, queue: 1, clock: 60_000 })
  const live: LiveModels = { chat: undefined, embedding: undefined }
  const upstream = layerFetch(() => {
    meanwhile?.(live, pool)
    return Promise.resolve(new Response(answer, { headers: { "content-type": "application/json" } }))
  })
  const models = Layer.unwrap(
    Effect.gen(function* () {
      live.chat = (yield* ChatModels).find("gpt-4o")
      live.embedding = (yield* EmbeddingModels).find("text-embedding-3-small")
      return Layer.merge(
        Layer.succeed(ChatModels)({ find: () => live.chat, ids: [] }),
        Layer.succeed(EmbeddingModels)({ find: () => live.embedding, ids: [] })
      )
    })
  ).pipe(Layer.provide(Layer.provide(await modelsOf(configuration), upstream)))
  const gateway = Gateway.make(
    Gateway.layer(chatCompletions, messages, embeddings).pipe(
      Layer.provide(models),
      Layer.provide(Credentials.keys("client")),
      Layer.provide(layerPool(pool))
    )
  )
  onTestFinished(() => gateway.dispose())
  return gateway
}

const hi = { max_tokens: 9, messages: [{ role: "user", content: "hi" }] }
const bodies = {
  "/v1/chat/completions": { model: "gpt-4o", ...hi },
  "/v1/messages": { model: "gpt-4o", ...hi },
  "/v1/embeddings": { model: "text-embedding-3-small", input: Array.from({ length: 2000 }, (_, at) => `text ${at}`) }
} as const

const asks = (path: keyof typeof bodies, more: object = {}): Request =>
  new Request(`http://gateway.test${path}`, {
    method: "POST",
    headers: { authorization: "Bearer client", "content-type": "application/json" },
    body: JSON.stringify({ ...bodies[path], ...more })
  })

const paths = ["/v1/chat/completions", "/v1/messages", "/v1/embeddings"] as const

describe("an answer that a vendor gave is told", () => {
  it.each(paths)("however many wait for the one thread: %s", async (path) => {
    const gateway = await gatewayIn({ answer: path === "/v1/embeddings" ? vectors(2000) : chat(said) })
    const all = await Promise.all(Array.from({ length: 8 }, () => gateway.fetch(asks(path))))
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  })

  it.each(
    paths.flatMap((path) =>
      (["short", "long"] as const).flatMap((size) =>
        (["gone", "another vendor's"] as const).map((fate) => [path, size, fate] as const)
      )
    )
  )("though its model is another's by then: %s, %s, %s", async (path, size, fate) => {
    const long = size === "long"
    const other = fate === "gone" ? undefined : await claude()
    const gateway = await gatewayIn({
      answer: path === "/v1/embeddings" ? vectors(long ? 2000 : 1) : chat(long ? said : "hi"),
      meanwhile: (live, pool) => {
        live.chat = other
        live.embedding = undefined
        pool.renew({ data: knownTo(others) })
      }
    })
    const answer = await gateway.fetch(asks(path, path === "/v1/embeddings" && !long ? { input: "a" } : {}))
    expect([answer.status, (await answer.text()).length > 60_000]).toEqual([200, long])
  })
})

/** A chat model whose vendor's answers are no chat completions. */
const claude = async (): Promise<ChatModel | undefined> => {
  const nobody = layerFetch(() => Promise.reject(new Error("Nobody is called.")))
  const find = Effect.map(ChatModels, (models) => models.find("claude-sonnet-4-5"))
  return Effect.runPromise(Effect.provide(find, Layer.provide(await modelsOf(others), nobody)))
}

it("is known as paid for at every endpoint, and nothing else is", () => {
  const jobs = [...servedEndpoints, ...labWithoutLogins()].flatMap((endpoint) => endpoint.jobs ?? [])
  const paid = jobs.filter(({ isPaid }) => isPaid === true).map(({ name }) => name)
  expect(paid.toSorted()).toEqual(
    jobs
      .map(({ name }) => name)
      .filter((name) => /\/(?:reply|keep)$/.test(name))
      .toSorted()
  )
  expect(new Set(paid).size).toBeGreaterThanOrEqual(10)
})
