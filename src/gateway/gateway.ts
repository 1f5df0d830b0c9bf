import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import { GatewayError } from "../core/errors/error.ts"
import { functions, memberMistake, overUsual, parts, positive, type WantedMember } from "../core/given.ts"
import type { Credentials } from "../credentials/credentials.ts"
import { Policies, type Policy } from "../exchange/policies.ts"
import { type Endpoints, type Needs, type Served, serveEndpoints } from "./serve.ts"
import { logUnbuilt } from "./error-answers.ts"
import { answerWeb, mountedAt, unbuiltWeb } from "./web.ts"
import type * as Fiber from "effect/Fiber"
import { LinkedQueue } from "../core/collections.ts"
import { Draining } from "../endpoints/endpoint.ts"
import { gatewayStopping } from "../upstream/failures.ts"
import type { HostRequest, RequestTaker, ResponseSink } from "./host-request.ts"
import { pathOf } from "./route-table.ts"

/** The compile error of a Layer that needs something: it names what. */
export type Complete<R> = [R] extends [never]
  ? unknown
  : { readonly "isogloss: this gateway still needs a Layer for": R }

/** What an operator may choose for a gateway that runs. */
export interface GatewayOptions extends Partial<Policy> {
  /**
   * The path at which it is mounted, such as `/api/ai`: what stands behind it is served, at `fetch` and at hosts of
   * `node:http`. A slash at its end, or none at its start, makes no difference; what URLs escape may stand as it is.
   */
  readonly prefix?: string | null
  /** How long answers under way may go on once the gateway is disposed of, in milliseconds; 30 seconds by default. */
  readonly grace?: number | null
}

/** A gateway that runs. */
export interface RunningGateway {
  /** Answers a request, whose body nobody has read before; waits until all Layers are built. */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Says at `/readyz` that no more requests are wanted, and ends connections with their answers. What comes is served as
   * before: whoever balances the load needs some seconds to notice. Then {@link RunningGateway.dispose} it.
   */
  readonly drain: () => void
  /**
   * Takes no more requests (they get a 503), lets what is under way finish within the gateway's grace, tells the others
   * an error as their endpoint says it, and closes what was opened. Called again with a shorter grace, in milliseconds,
   * it waits no longer than that.
   */
  readonly dispose: (options?: { readonly grace?: number }) => Promise<void>
  /** Settles once all Layers are built; fails as one of them did, and once the gateway is disposed of. */
  readonly ready: Promise<void>
  /** For hosts: who takes requests in. */
  readonly supervisor: Promise<RequestSupervisor>
  /** For hosts: the path and query of a request behind the prefix at which it is mounted. */
  readonly below: (target: string) => string
}

/** The endpoints of a gateway, ready to be hosted. */
export class Gateway extends Context.Service<Gateway, Served>()("isogloss/Gateway") {
  /** A gateway of exactly these endpoints; it needs what they need. */
  static readonly layer = <const E extends Endpoints>(
    ...endpoints: E
  ): Layer.Layer<Gateway, never, Credentials | Needs<E>> => Layer.effect(Gateway)(serveEndpoints(endpoints))

  /**
   * Starts a gateway. Only a Layer that needs nothing more is taken. Where it cannot be built, a line of the log says why,
   * `ready` fails, and what is asked gets a 503.
   */
  static readonly make = <E, R>(
    layer: Layer.Layer<Gateway, E, R> & Complete<R>,
    options: GatewayOptions = {}
  ): RunningGateway => start(layer, options, { loggers: Layer.empty })
}

/** What a gateway is started with besides its options. */
interface StartParts {
  /** Gives whoever is told why the gateway was not built; absent: whoever starts it tells that itself. */
  readonly loggers?: Layer.Layer<never>
  /** Why it is not to be built. */
  readonly mistake?: string | undefined
}

/** {@link Gateway.make}, where more is known. */
export const start = <E, R>(
  layer: Layer.Layer<Gateway, E, R> & Complete<R>,
  options: GatewayOptions = {},
  { loggers, mistake = optionMistake(options) }: StartParts = {}
): RunningGateway => {
  const { grace, prefix, ...policy } = options
  const scope = Scope.makeUnsafe()
  const memo = Layer.makeMemoMapUnsafe()
  const below = mountedAt(typeof prefix === "string" ? prefix : "")
  const policies = Layer.effect(Policies)(Effect.map(Policies, (chosen) => overUsual(chosen, policy)))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Complete` lets no Layer in that needs anything
  const complete =
    mistake === undefined ? (Layer.provide(layer, policies) as Layer.Layer<Gateway, E>) : refused(mistake)
  const supervisor = Effect.runPromise(Effect.map(Layer.buildWithMemoMap(complete, memo, scope), supervisorOf))
  supervisor.catch((thrown: unknown) => {
    if (loggers === undefined) return
    const built = Layer.buildWithMemoMap(loggers, memo, scope)
    Effect.runFork(Effect.flatMap(built, (context) => Effect.provideContext(logUnbuilt(thrown), context)))
  })
  let ready = settled(supervisor.then(() => undefined))
  return {
    fetch: (request) =>
      supervisor.then(
        (built) => answerWeb(built, request, below),
        (thrown: unknown) => unbuiltWeb(thrown, request, below)
      ),
    drain: () => void supervisor.then((built) => built.drain(), ignored),
    dispose: async ({ grace: shorter } = {}) => {
      const mistake = optionMistake({ grace: shorter })
      if (mistake !== undefined) throw refusal(mistake)
      ready = settled(Promise.reject(new Error("The gateway was disposed of.")))
      await Effect.runPromise(close(await supervisor.catch(() => undefined), scope, shorter ?? grace ?? usualGrace))
    },
    get ready() {
      return ready
    },
    supervisor,
    below
  }
}

/** How long answers under way may go on, in milliseconds. */
const usualGrace = 30_000

/** A gateway that is not to be built. */
const refused = (mistake: string): Layer.Layer<Gateway> => Layer.effect(Gateway)(Effect.die(refusal(mistake)))

const refusal = (mistake: string): GatewayError => new GatewayError("Internal", `${mistake}.`)

const ignored = (): void => undefined

/** A promise whose failure is no defect where nobody waits for it. */
const settled = (promise: Promise<void>): Promise<void> => {
  promise.catch(ignored)
  return promise
}

/** Traces are made only where a tracer was given. */
const supervisorOf = (built: Context.Context<Gateway>): RequestSupervisor => {
  const served = Context.get(built, Gateway)
  const context = Context.merge(served.services, built)
  const traced = Context.get(context, Tracer.Tracer) !== Tracer.nativeTracer
  return new RequestSupervisor(served, traced ? context : Context.add(context, References.TracerEnabled, false))
}

/** How long the last answers may take to be told that the gateway stops, in milliseconds. */
const lastAnswersTimeout = 1000

/** Closing the scope ends calls to upstreams with an error, which their clients are told before all is over. */
const close = Effect.fnUntraced(function* (
  supervisor: RequestSupervisor | undefined,
  scope: Scope.Closeable,
  grace: number
): Effect.fn.Return<void> {
  supervisor?.close()
  yield* supervisor?.awaitIdle(grace) ?? Effect.void
  yield* Scope.close(scope, Exit.void)
  yield* supervisor?.awaitIdle(lastAnswersTimeout) ?? Effect.void
  supervisor?.clear()
})

const wanted: readonly WantedMember[] = [
  {
    name: "prefix",
    expected: "a path, such as `/api/ai`",
    accepts: (given) => given === null || (typeof given === "string" && !/[?#]/.test(given))
  },
  {
    name: "grace",
    expected: "a number of milliseconds, 0 or more",
    accepts: (given) => given === null || (typeof given === "number" && given >= 0)
  },
  ...positive("requests", "bodies.all", "answers.whole", "answers.event", "answers.kept"),
  ...parts("bodies.share"),
  ...functions("log", "onRequest"),
  { name: "upstream", expected: "a Layer, such as `layerFetch()`", accepts: Layer.isLayer },
  { name: "layers", expected: "a Layer, as `Layer.mergeAll` makes of several", accepts: Layer.isLayer }
]

/** What of a gateway's options is not what its type says, whatever gave it; undefined: nothing. */
export const optionMistake = (given: object): string | undefined => memberMistake(given, wanted)

/** Takes requests in for all hosts of a gateway, knows which are under way, and closes. */
export class RequestSupervisor implements RequestTaker {
  readonly #served: Pick<Served, "serve" | "knows">
  readonly #run: <A>(effect: Effect.Effect<A>) => Fiber.Fiber<A>
  readonly #inside = new LinkedQueue<Fiber.Fiber<void>>()
  readonly #emptied = new Set<() => void>()
  #isDraining = false
  #closed = false

  constructor(served: Pick<Served, "serve" | "knows">, context: Context.Context<never>) {
    this.#served = served
    this.#run = Effect.runForkWith(Context.add(context, Draining, () => this.#isDraining))
  }

  accept(arrived: HostRequest, { deliver, onAborted: lost }: ResponseSink): () => void {
    const request = this.#closed ? { ...arrived, refused: gatewayStopping() } : arrived
    const fiber = this.#run(Effect.scoped(Effect.flatMap(this.#served.serve(request), deliver)))
    const ended = (exit: Exit.Exit<void>): void => {
      if (Exit.isFailure(exit)) lost()
    }
    const atOnce = fiber.pollUnsafe()
    if (atOnce !== undefined) {
      ended(atOnce)
      return nothing
    }
    const inside = this.#inside.append(fiber)
    fiber.addObserver((exit) => {
      this.#inside.remove(inside)
      if (this.#inside.size === 0) for (const resume of this.#emptied) resume()
      ended(exit)
    })
    return () => fiber.interruptUnsafe()
  }

  /** Whether an endpoint stands at the path of a request target, whatever the method. */
  knows(target: string): boolean {
    return this.#served.knows(pathOf(target))
  }

  /** Whether no more requests are wanted, though those that come are served. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** From now on, the gateway is not ready, and its hosts keep no connection behind an answer. */
  drain(): void {
    this.#isDraining = true
  }

  /** From now on, every request is answered with an error. */
  close(): void {
    this.drain()
    this.#closed = true
  }

  /** How many requests are under way. */
  get underWay(): number {
    return this.#inside.size
  }

  /** Waits until nothing is under way, for so many milliseconds at most. */
  awaitIdle(most: number): Effect.Effect<unknown> {
    if (this.#inside.size === 0) return Effect.void
    const emptied = Effect.callback<void>((resume) => {
      const go = (): void => resume(Effect.void)
      this.#emptied.add(go)
      return Effect.sync(() => this.#emptied.delete(go))
    })
    return Effect.timeoutOption(emptied, most)
  }

  /** Ends what is still under way. */
  clear(): void {
    for (const fiber of this.#inside.values) fiber.interruptUnsafe()
  }
}

const nothing = (): void => undefined
