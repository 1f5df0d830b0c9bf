import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import OpenAI from "openai"
import { createClient } from "redis"
import { TokenCounts } from "../../src/endpoints/counting.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import {
  response,
  responseCancellation,
  responseCompaction,
  responseDeletion,
  responseInputItems,
  responseInputTokens,
  responses,
  responseSocket
} from "../../src/endpoints.ts"
import * as Claude from "../../src/families/claude.ts"
import * as Families from "../../src/families/families.ts"
import * as OpenAIFamily from "../../src/families/openai.ts"
import { responsesApi } from "../../src/families/openai-compatible/responses.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerRedis } from "../../src/history-redis.ts"
import { layerSqlite } from "../../src/history-sqlite.ts"
import { ResponseStore, type TextLimits } from "../../src/history.ts"
import { memoryTexts } from "../../src/history/memory.ts"
import { keptIn } from "../../src/history/store-from-texts.ts"
import { textLimits } from "../../src/history/store.ts"
import * as Sandbox from "../../src/sandbox.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { redisServer } from "../tasks/redis/server.ts"
import { folder } from "../tasks/sqlite/files.ts"

/** A store that can be looked into from outside. */
export interface OpenStore {
  readonly layer: (limits?: Partial<TextLimits>) => Layer.Layer<ResponseStore>
  /** All that it has written, byte by byte. */
  readonly contents: () => Promise<string>
}

/** A kind of store; one is made for as long as the scope is open. */
export interface StoreKind {
  readonly name: string
  readonly open: Effect.Effect<OpenStore, never, Scope.Scope>
}

/** The bytes of all files below a folder. */
const filesIn = (path: string): string =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .toSorted()
    .filter((name) => !name.endsWith("-shm") && statSync(join(path, name)).isFile())
    .map((name) => `${name}\n${readFileSync(join(path, name), "latin1")}`)
    .join("\n")

const inMemory: Effect.Effect<OpenStore> = Effect.sync(() => {
  const written: unknown[] = []
  const layer = (limits?: Partial<TextLimits>) =>
    Layer.sync(ResponseStore)(() => {
      const rows = memoryTexts(textLimits(limits))
      return keptIn({
        ...rows,
        put: (...args) => Effect.suspend(() => (written.push(args), rows.put(...args))),
        remove: (...args) => Effect.suspend(() => (written.push(args), rows.remove(...args)))
      })
    })
  return { layer, contents: () => Promise.resolve(JSON.stringify(written)) }
})

const inFile = Effect.map(folder, (path): OpenStore => {
  const layer = (limits?: Partial<TextLimits>) => layerSqlite({ ...limits, path: join(path, "responses.sqlite") })
  return { layer, contents: () => Promise.resolve(filesIn(path)) }
})

/** What Redis keeps on its disk, which holds each command that changed something, at once. */
const inRedis = Effect.gen(function* () {
  const { url } = yield* redisServer
  const folderOf = async () => {
    const client = await createClient({ url }).connect()
    await client.configSet("appendfsync", "always")
    const { dir = "" } = await client.configGet("dir")
    client.destroy()
    return dir
  }
  const path = yield* Effect.promise(folderOf)
  return {
    layer: (limits?: Partial<TextLimits>) => layerRedis({ ...limits, url }),
    contents: () => Promise.resolve(filesIn(path))
  }
})

/** Every kind of store that there is. */
export const storeKinds: readonly StoreKind[] = [
  { name: "memory", open: inMemory },
  { name: "SQLite", open: inFile },
  { name: "Redis", open: inRedis }
]

/** A request that reached the vendor. */
export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly text: string
}

/** A gateway in front of a vendor in the process, and what that vendor was sent. */
export interface KeepingGateway {
  readonly client: (key?: string) => OpenAI
  readonly fetch: (path: string, init?: RequestInit & { readonly key?: string }) => Promise<Response>
  readonly sent: SentRequest[]
}

/** The model whose vendor keeps state and speaks the clients' own format, and one that is translated for. */
export const passing = "gpt-5.1"
export const translated = "claude-sonnet-4-5"

/** What a vendor answers to a request; undefined: what the sandbox does. */
export type Answering = (request: SentRequest) => Response | undefined

/** Gateways over stores, which end with the scope: clients have the keys `one` and `two`, each an account of its own. */
export const keepingGateway = (
  store: Layer.Layer<ResponseStore> | Layer.Layer<never>,
  answering: Answering = () => undefined
): Effect.Effect<KeepingGateway, never, Scope.Scope> =>
  Effect.gen(function* () {
    const sandbox = Sandbox.make()
    const sent: SentRequest[] = []
    const upstream = layerFetch(async (request) => {
      const { method, url } = request
      const asked = { method, path: new URL(url).pathname, text: await request.clone().text() }
      sent.push(asked)
      return answering(asked) ?? sandbox.fetch(request)
    })
    const families = Families.of(
      Claude.layer({ key: "sandbox" }),
      OpenAIFamily.chat({ key: "sandbox", format: responsesApi })
    )
    const gateway = Gateway.make(
      Gateway.layer(
        responses,
        response,
        responseCancellation,
        responseCompaction,
        responseDeletion,
        responseInputItems,
        responseInputTokens,
        responseSocket
      ).pipe(
        Layer.provide(store),
        Layer.provide(TokenCounts.layer()),
        Layer.provide(Layer.provide(families, upstream)),
        Layer.provide(Credentials.keys({ key: "one", name: "one" }, { key: "two", name: "two" }))
      )
    )
    yield* Effect.addFinalizer(() => Effect.promise(() => gateway.dispose({ grace: 0 })))
    yield* Effect.promise(() => gateway.ready)
    const at = "http://gateway.test"
    return {
      sent,
      client: (apiKey = "one") =>
        new OpenAI({
          apiKey,
          baseURL: `${at}/v1`,
          maxRetries: 0,
          fetch: (url, init) => gateway.fetch(new Request(url, init))
        }),
      fetch: (path, { key = "one", ...init } = {}) =>
        gateway.fetch(
          new Request(at + path, {
            ...init,
            headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }
          })
        )
    }
  })

/** Builds a store of its own over the same place. */
export const built = (layer: Layer.Layer<ResponseStore>): Effect.Effect<ResponseStore["Service"], never, Scope.Scope> =>
  Effect.map(Layer.build(Layer.fresh(layer)), (context) => Context.get(context, ResponseStore))

/** Makes something for all tests of a file; the function ends it. */
export const opened = async <A>(
  making: Effect.Effect<A, never, Scope.Scope>
): Promise<readonly [A, () => Promise<void>]> => {
  const scope = Scope.makeUnsafe()
  const made = await Effect.runPromise(Effect.provideService(making, Scope.Scope, scope))
  return [made, () => Effect.runPromise(Scope.close(scope, Exit.void))]
}
