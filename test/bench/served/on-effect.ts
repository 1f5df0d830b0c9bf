import { createServer, type Server } from "node:http"
import { registerHooks } from "node:module"
import { pathToFileURL } from "node:url"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import type { HttpPlatform } from "effect/http/HttpPlatform"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServer } from "effect/http/HttpServer"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { type Call, callOf, headersOf, mostOfAnswer, mostOfBody, refusalReply, type Reply, replyOf } from "./chats.ts"
import { vendor } from "./listen-there.ts"
import { authenticate, enter, printCounters, requestIdOf } from "./promises.ts"
import { Refusal } from "./strict-json.ts"

/**
 * The gateway of `keeping.ts` on Effect's router, server and client, as their manual has them, with tracing off: what it
 * costs more is Effect's. @effect/platform-node is no dependency of isogloss, and is run from the file that is named.
 */
interface Platform {
  readonly NodeHttpServer: {
    readonly layer: (
      make: () => Server,
      options: { readonly port: number; readonly host: string }
    ) => Layer.Layer<HttpServer | HttpPlatform>
  }
  readonly NodeHttpClient: {
    readonly layerUndiciOptions: (options: {
      readonly connections: number
      readonly maxResponseSize: number
    }) => Layer.Layer<HttpClient.HttpClient>
  }
}

/** Effect and undici are those of the repository, once. */
registerHooks({
  resolve: (name, context, next) =>
    next(name, /^(?:effect|undici)\b/.test(name) ? { ...context, parentURL: import.meta.url } : context)
})

const platform: Platform = await import(pathToFileURL(process.env["PLATFORM"] ?? "").href)

const attempt = <A>(make: () => A): Effect.Effect<A, unknown> => Effect.try({ try: make, catch: (thrown) => thrown })

const responseOf = (id: string, reply: Reply): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(reply.text, { status: reply.status, headers: headersOf(id, reply) })

/** An answer to a request, or an error of the format, with the request's id. */
const answered = <R>(
  answer: (request: HttpServerRequest) => Effect.Effect<Reply, unknown, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R | HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest, (request) => {
    const id = requestIdOf(request.headers["x-request-id"])
    return answer(request).pipe(
      Effect.catch((thrown) => Effect.succeed(refusalReply(id, thrown))),
      Effect.map((reply) => responseOf(id, reply))
    )
  })

const chat = (request: HttpServerRequest) =>
  Effect.gen(function* () {
    const account = yield* attempt(() => authenticate(request.headers["authorization"]))
    yield* Effect.acquireRelease(
      attempt(() => enter(account)),
      (leave) => Effect.sync(leave)
    )
    const bytes = yield* Effect.mapError(
      request.arrayBuffer,
      () => new Refusal(413, "The body is too large, or broke off.")
    )
    const call = yield* attempt(() => callOf(account, new Uint8Array(bytes)))
    const [status, said] = yield* Effect.mapError(called(call), ({ message }) => new Refusal(502, message))
    return yield* attempt(() => replyOf(call, status, said))
  })

const called = ({ to: { path, headers }, body }: Call) =>
  Effect.gen(function* () {
    const asked = HttpClientRequest.post(new URL(path, vendor), { headers })
    const response = yield* HttpClient.execute(
      typeof body === "string"
        ? HttpClientRequest.bodyText(asked, body, "application/json")
        : HttpClientRequest.bodyUint8Array(asked, body, "application/json")
    )
    return [response.status, yield* response.text] as const
  })

const nowhere = ({ headers, url }: HttpServerRequest) =>
  attempt((): Reply => {
    authenticate(headers["authorization"])
    if (url === "/v1/chat/completions") throw new Refusal(405, "This path takes POST.")
    throw new Refusal(404, "There is no endpoint at this path.", "unknown_url")
  })

const counters = ({ headers }: HttpServerRequest) =>
  attempt((): Reply => {
    authenticate(headers["authorization"])
    return { status: 200, text: printCounters(), headers: { "content-type": "text/plain" } }
  })

const { NodeHttpServer, NodeHttpClient } = platform
const port = Number(process.env["PORT"])

const routes = Layer.mergeAll(
  HttpRouter.add("POST", "/v1/chat/completions", answered(chat)),
  HttpRouter.add("GET", "/metrics", answered(counters)),
  HttpRouter.add("*", "/*", answered(nowhere))
)

const settings = Layer.mergeAll(
  Layer.succeed(MaxBodySize, ByteSize.bytes(mostOfBody)),
  Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true),
  Layer.succeed(HttpClient.TracerDisabledWhen, () => true),
  Layer.succeed(HttpClient.TracerPropagationEnabled, false)
)

const gateway = HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
  Layer.provide(NodeHttpServer.layer(() => createServer({ keepAliveTimeout: 120_000 }), { port, host: "127.0.0.1" })),
  Layer.provide(NodeHttpClient.layerUndiciOptions({ connections: 512, maxResponseSize: mostOfAnswer })),
  Layer.provide(settings)
)

Effect.runFork(Layer.launch(gateway))
