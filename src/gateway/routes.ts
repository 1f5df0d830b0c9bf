import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { GatewayError } from "../core/errors/error.ts"
import type { Credentials } from "../credentials/credentials.ts"
import { type Answer, streamOf } from "../exchange/answer.ts"
import type { Endpoint } from "../endpoints/endpoint.ts"
import { type HostRequest, CappedBody, brokenBody } from "./host-request.ts"
import { type Endpoints, type Needs, serveEndpoints } from "./serve.ts"
import { pathsOf } from "./route-table.ts"

/** The endpoints as routes of Effect's router: for programs that have routes of their own besides. */
export const routes = <const E extends Endpoints>(
  ...endpoints: E
): Layer.Layer<never, never, HttpRouter.HttpRouter | Credentials | Needs<E>> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const router = yield* HttpRouter.HttpRouter
      const { serve, services } = yield* serveEndpoints(endpoints)
      const answer = Effect.flatMap(HttpServerRequest, (request) =>
        Effect.map(Effect.provideContext(serve(hostRequestOf(request)), services), responseOf)
      )
      for (const path of patternsOf(endpoints)) yield* router.add("*", path, answer)
    })
  )

/** Paths as that router writes them; one that ends in `/*` is there without it, too. Our own table finds the endpoint. */
const patternsOf = (endpoints: Endpoints): readonly Endpoint["path"][] => {
  const patterns = new Set(endpoints.flatMap(pathsOf).map(patternOf))
  return [...patterns].filter((path) => !patterns.has(`${path}/*`))
}

const patternOf = (path: Endpoint["path"]): Endpoint["path"] => {
  const open = path.indexOf("/*")
  return open < 0 ? path : `/${path.slice(1, open)}/*`
}

const hostRequestOf = (request: HttpServerRequest): HostRequest => ({
  method: request.method,
  target: request.url,
  headers: request.headers,
  address: () => Option.getOrUndefined(request.remoteAddress),
  readBody: ({ cap, entry }) => {
    const read = new CappedBody(cap, entry)
    const add = (piece: Uint8Array): Effect.Effect<void, GatewayError> => {
      const refused = read.add(piece)
      return refused === undefined ? Effect.void : Effect.fail(refused)
    }
    return Effect.map(Stream.runForEach(Stream.mapError(request.stream, brokenBody), add), () => read.end())
  }
})

const responseOf = ({ status, headers, body }: Answer): HttpServerResponse.HttpServerResponse => {
  if (typeof body === "string") return HttpServerResponse.text(body, { status, headers })
  return body instanceof Uint8Array
    ? HttpServerResponse.uint8Array(body, { status, headers })
    : HttpServerResponse.stream(streamOf(body), { status, headers })
}
