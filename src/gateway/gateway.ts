import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import type { Credentials } from "../credentials/credentials.ts"
import { Policies, type Policy } from "../exchange/policies.ts"
import { type Endpoints, type Needs, routes, Supplied } from "./routes.ts"

/** A request's answer, over any host. */
export type Serving = Effect.Effect<HttpServerResponse, never, HttpServerRequest | Scope.Scope>

/** The compile error of a Layer that needs something: it names what. */
export type Complete<R> = [R] extends [never]
  ? unknown
  : { readonly "isogloss: this gateway still needs a Layer for": R }

/** A gateway that runs. */
export interface Running {
  /** Answers a request; waits until all Layers are built. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Ends what is under way and closes what was opened. */
  readonly dispose: () => Promise<void>
  /** Settles once all Layers are built, or fails as one of them did. */
  readonly ready: Promise<void>
  /** For hosts: what answers, and the services it answers with. */
  readonly built: Promise<Built>
}

/** A gateway whose Layers are built. */
export interface Built {
  readonly serving: Serving
  readonly context: Context.Context<never>
  readonly scope: Scope.Scope
}

/** The endpoints of a gateway, ready to be hosted. */
export class Gateway extends Context.Service<
  Gateway,
  {
    readonly serving: Serving
    /** What the endpoints need, for a host to give to every request at once. */
    readonly services: Context.Context<never>
  }
>()("isogloss/Gateway") {
  /** A gateway of exactly these endpoints; it needs what they need. */
  static readonly layer = <const E extends Endpoints>(
    ...endpoints: E
  ): Layer.Layer<Gateway, never, Credentials | Needs<E>> =>
    Layer.effect(Gateway)(
      Effect.map(Effect.context<HttpRouter.HttpRouter | Needs<E>>(), (context) => ({
        serving: Effect.orDie(Context.get(context, HttpRouter.HttpRouter).asHttpEffect()),
        services: Context.omit(Scope.Scope)(context)
      }))
    ).pipe(Layer.provide(Layer.provideMerge(routes(...endpoints), router)))

  /** The endpoints as routes of a router that is there already. */
  static readonly routes = routes

  /** Starts a gateway. Only a Layer that needs nothing more is taken. */
  static readonly make = <E, R>(
    layer: Layer.Layer<Gateway, E, R> & Complete<R>,
    options: Partial<Policy> = {}
  ): Running => {
    const scope = Scope.makeUnsafe()
    const policy = Layer.effect(Policies)(Effect.map(Policies, (chosen) => ({ ...chosen, ...options })))
    const complete = Layer.provide(layer, policy) as Layer.Layer<Gateway, E>
    const built = Effect.runPromise(
      Effect.map(Layer.buildWithScope(complete, scope), (context) => buildOf(context, scope))
    )
    const ready = built.then(() => undefined)
    ready.catch(() => undefined)
    let answer: Promise<(request: Request) => Promise<Response>> | undefined
    return {
      fetch: async (request) => (await (answer ??= built.then(webHandler)))(request),
      dispose: () => Effect.runPromise(Scope.close(scope, Exit.void)),
      ready,
      built
    }
  }
}

const router = Layer.provide(
  HttpRouter.layer,
  Layer.succeed(HttpRouter.RouterConfig)({ caseSensitive: true, maxParamLength: 512 })
)

/** Traces are made only where a tracer was given. */
const buildOf = (built: Context.Context<Gateway>, scope: Scope.Scope): Built => {
  const { serving, services } = Context.get(built, Gateway)
  const context = Context.add(Context.merge(services, built), Supplied, true)
  const traced = Context.get(context, Tracer.Tracer) !== Tracer.nativeTracer
  return { serving, context: traced ? context : Context.add(context, References.TracerEnabled, false), scope }
}

const webHandler = ({ serving, context }: Built): ((request: Request) => Promise<Response>) =>
  HttpEffect.toWebHandlerWith<never, HttpServerRequest | Scope.Scope>(context)(serving)
