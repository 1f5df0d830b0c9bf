import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { presented } from "../credentials/carriers.ts"
import { Credentials } from "../credentials/credentials.ts"
import type { Answer, Endpoint, Head } from "../endpoints/endpoint.ts"
import { unmatched } from "../endpoints/unmatched.ts"
import { GatewayError } from "../words/error.ts"
import { errorAnswer, errorOf } from "./answers.ts"
import { paramsOf, pathOf, searchOf } from "./paths.ts"
import { readBytes, Taking } from "./read-bytes.ts"
import { requestIdOf } from "./request-id.ts"

/** Endpoints, at least one. */
export type Endpoints = readonly [Endpoint<unknown>, ...Endpoint<unknown>[]]

/** What endpoints need besides credentials. */
export type Needs<E extends Endpoints> = E[number] extends Endpoint<infer R> ? R : never

/**
 * Whether a request's fiber has what endpoints need already: a host gives it once, instead of with every request. By
 * default it has not.
 */
export const Supplied = Context.Reference<boolean>("isogloss/Supplied", { defaultValue: () => false })

type Served = Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest | Scope.Scope>

/** The endpoints as routes of Effect's router: for programs that have routes of their own besides. */
export const routes = <const E extends Endpoints>(
  ...endpoints: E
): Layer.Layer<never, never, HttpRouter.HttpRouter | Credentials | Needs<E>> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const router = yield* HttpRouter.HttpRouter
      const serve = yield* servant<Needs<E>>()
      for (const endpoint of endpoints as readonly Endpoint<Needs<E>>[]) {
        const { method, path } = endpoint
        yield* router.add(
          method,
          path,
          Effect.flatMap(HttpRouter.params, (params) => serve(endpoint, params))
        )
      }
      yield* router.add("*", "/*", fallback(endpoints as readonly Endpoint<Needs<E>>[], serve))
    })
  )

type Serve<R> = (endpoint: Endpoint<R>, params: Head["params"]) => Served

/** What serves one request of an endpoint, with all that endpoints need at hand. */
const servant = <R>(): Effect.Effect<Serve<R>, never, R | Credentials> =>
  Effect.gen(function* () {
    const credentials = yield* Credentials
    const services = Context.omit(Scope.Scope)(yield* Effect.context<R>())
    const supplied = (answer: Effect.Effect<Answer, GatewayError, R | Scope.Scope>, already: boolean) =>
      (already ? answer : Effect.provideContext(answer, services)) as Effect.Effect<Answer, GatewayError, Scope.Scope>
    return (endpoint, params) =>
      Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest)
        const take = fiber.getRef(Taking)
        const already = fiber.getRef(Supplied)
        const head = headOf(request, params)
        return Effect.matchCauseEffect(
          Effect.flatMapEager(
            credentials.authenticate(presented(endpoint.auth, head.headers, head.search)),
            (principal) =>
              Effect.flatMapEager(readBytes(request, endpoint.body, take), (body) =>
                supplied(endpoint.handle({ head, principal, body }), already)
              )
          ),
          {
            onSuccess: (answer) => Effect.succeed(responseOf(answer, head)),
            onFailure: (cause) =>
              Effect.mapEager(errorOf(cause), (error) => responseOf(errorAnswer(endpoint.error, error, head), head))
          }
        )
      })
  })

/** What no route is for: HEAD of what can be read, a 405 where a path is known, else a 404. */
const fallback = <R>(endpoints: readonly Endpoint<R>[], serve: Serve<R>): Served =>
  Effect.flatMap(HttpServerRequest, (request) => {
    const path = pathOf(request.url)
    const known = endpoints.flatMap((endpoint) => {
      const params = paramsOf(endpoint.path, path)
      return params === undefined ? [] : [{ endpoint, params }]
    })
    const head = headOf(request, {})
    const readable = request.method === "HEAD" ? known.find(({ endpoint }) => endpoint.method === "GET") : undefined
    if (readable !== undefined) return serve(readable.endpoint, readable.params)
    const [first] = known
    if (first === undefined) {
      const error = new GatewayError("NotFound", `There is no endpoint ${request.method} at this path.`, {
        code: "unknown_url"
      })
      return Effect.succeed(
        responseOf(
          errorAnswer((said) => unmatched(path, said), error, head),
          head
        )
      )
    }
    const allow = [
      ...new Set(known.flatMap(({ endpoint: { method } }) => (method === "GET" ? ["GET", "HEAD"] : [method])))
    ].join(", ")
    const error = new GatewayError("MethodNotAllowed", `This path takes ${allow}.`)
    return Effect.succeed(responseOf(errorAnswer(first.endpoint.error, error, head, { allow }), head))
  })

const headOf = (request: HttpServerRequest, params: Head["params"]): Head => ({
  method: request.method,
  path: pathOf(request.url),
  params,
  headers: request.headers,
  search: () => searchOf(request.url),
  requestId: requestIdOf(request.headers)
})

const responseOf = ({ status, headers, body }: Answer, { requestId }: Head): HttpServerResponse.HttpServerResponse => {
  const options = { status, headers: { ...headers, "x-request-id": requestId, "request-id": requestId } }
  if (typeof body === "string") return HttpServerResponse.text(body, options)
  return body instanceof Uint8Array
    ? HttpServerResponse.uint8Array(body, options)
    : HttpServerResponse.stream(body, options)
}
