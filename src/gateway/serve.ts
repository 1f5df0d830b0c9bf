import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { Credentials, Secrets, type Principal, presentedKeys, misplacedKey } from "../credentials/credentials.ts"
import type { Answer } from "../exchange/answer.ts"
import { type Endpoint, type Head, MountedEndpoints } from "../endpoints/endpoint.ts"
import { ThreadTurns, type LoopTurns } from "../upstream/turns.ts"
import { PropagatedHeaders, CallingTenant } from "../upstream/upstream.ts"
import { GatewayError } from "../core/errors/error.ts"
import { Offload, type WorkLine } from "../exchange/offload.ts"
import { Policies } from "../exchange/policies.ts"
import type { SecretRedactor } from "../core/secrets/redactor.ts"
import { type RequestFollower, Telemetry, type TraceHeaders } from "../telemetry/telemetry.ts"
import { type BodyEntry, BodyLedger, readingTurns, type RequestFiber } from "./body-ledger.ts"
import { errorAnswer, errorOf, insteadOf, unmatched } from "./error-answers.ts"
import { type HostRequest, readBytes, Hops, vendorHeaderNames, requestIdOf, requestSecrets } from "./host-request.ts"
import { endpointMeant, pathOf, searchOf, type RoutePlace, type RouteTable, routeTable } from "./route-table.ts"

/** Answers a request, whatever it is. The scope ends with the answer's last byte, or when the client leaves. */
type Serve<R = never> = (request: HostRequest) => Effect.Effect<Answer, never, R | Scope.Scope>

/** Endpoints, at least one. */
export type Endpoints = readonly [Endpoint<unknown>, ...Endpoint<unknown>[]]

/** What endpoints need besides credentials. */
export type Needs<E extends Endpoints> = E[number] extends Endpoint<infer R> ? R : never

/** Endpoints that can be served. */
export interface Served {
  /** Runs only where {@link Served.services} are there. */
  readonly serve: Serve
  /** Whether an endpoint stands at a path, whatever the method. */
  readonly knows: (path: string) => boolean
  /** What the endpoints need, and what most requests have alike: given once instead of with every request. */
  readonly services: Context.Context<never>
}

/** Endpoints with what they need. */
export const serveEndpoints = <const E extends Endpoints>(
  endpoints: E
): Effect.Effect<Served, never, Credentials | Needs<E>> =>
  Effect.map(Effect.context<Credentials | Needs<E>>(), (context) => {
    const table = routeTable(endpoints)
    const hops = new Hops()
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `services` holds what these endpoints need
      serve: serveRequest(table, {
        endpoints,
        table,
        credentials: Context.get(context, Credentials),
        hops,
        turns: Context.get(context, ThreadTurns),
        line: Context.get(context, Offload).line,
        bodies: new BodyLedger(Context.get(context, Policies).bodies),
        inFlight: new InFlight(Context.get(context, Policies).requests),
        nameHeaders: vendorHeaderNames(Context.get(context, Policies).names),
        follower: Context.get(context, Telemetry),
        secrets: Context.get(context, Secrets)
      }) as Serve,
      knows: (path) => table("GET", path).kind !== "nowhere",
      services: Context.omit(Scope.Scope)(context).pipe(
        Context.add(MountedEndpoints, endpoints),
        Context.add(PropagatedHeaders, hops.first)
      )
    }
  })

/** What every request is served with. */
interface ServerDeps {
  readonly endpoints: Endpoints
  readonly table: RouteTable<unknown>
  readonly credentials: Credentials["Service"]
  readonly inFlight: InFlight
  readonly bodies: BodyLedger
  readonly hops: Hops
  readonly turns: LoopTurns
  /** The long work that waits. */
  readonly line: WorkLine | undefined
  /** Gives headers the names by which they are read. */
  readonly nameHeaders: ReturnType<typeof vendorHeaderNames>
  readonly follower: RequestFollower | undefined
  /** What takes the deployment's secrets out of errors. */
  readonly secrets: SecretRedactor
}

/** The route, the caller, the body under its cap, the endpoint, and every error in the endpoint's body. */
const serveRequest =
  <R>(table: RouteTable<R>, deps: ServerDeps): Serve<R> =>
  (request) => {
    const path = pathOf(request.target)
    const place = table(request.method, path)
    const head = headOf(request, path, place.kind === "endpoint" ? place.params : {}, deps.nameHeaders)
    const hops = deps.hops.through(head.headers["via"])
    const answer = answerAt(place, head, hops === undefined ? { ...request, refused: looped() } : request, deps)
    const passed = hops === deps.hops.first ? undefined : hops
    const propagating = (trace?: TraceHeaders) =>
      trace === undefined && passed === undefined
        ? answer
        : Effect.provideService(answer, PropagatedHeaders, { ...hops, ...trace })
    if (deps.follower === undefined) return propagating()
    const endpoint = place.kind === "nowhere" ? undefined : place.endpoint.id
    return deps.follower.follow({ ...head, endpoint }, propagating)
  }

/** A request that was here before; another try would come here again. */
const looped = (): GatewayError =>
  new GatewayError(
    "UpstreamFailed",
    "This request has passed this gateway before: one of the gateway's upstreams leads back to it.",
    {
      status: 508,
      code: "loop_detected",
      shouldRetry: false
    }
  )

const answerAt = <R>(
  place: RoutePlace<R>,
  head: Head,
  request: HostRequest,
  deps: ServerDeps
): Effect.Effect<Answer, never, R | Scope.Scope> => {
  const refuse = (error: GatewayError, more?: Answer["headers"]) =>
    Effect.succeed(refusal(place, head, error, deps, more))
  if (request.refused !== undefined) return refuse(request.refused)
  switch (place.kind) {
    case "endpoint":
      return serveAt(place.endpoint, head, request, deps)
    case "methods": {
      const allow = place.methods.join(", ")
      return refuse(new GatewayError("MethodNotAllowed", `This path takes ${allow}.`), { allow })
    }
    case "nowhere": {
      const meant = endpointMeant(deps.table, head.method, head.path)
      const advice = meant?.advice ?? insteadOf(head.path)
      const message = ["There is no endpoint", head.method, "at this path.", ...(advice === undefined ? [] : [advice])]
      const error = new GatewayError("NotFound", message.join(" "), { code: "unknown_url" })
      return meant === undefined
        ? refuse(error)
        : Effect.succeed(signed(errorAnswer(meant.endpoint.error, error, head, deps.secrets), head))
    }
  }
}

/** An error in the words of the endpoint at a path, or of those that callers of such a path understand. */
const refusal = (
  place: RoutePlace<unknown>,
  head: Head,
  error: GatewayError,
  { endpoints, secrets }: ServerDeps,
  more?: Answer["headers"]
): Answer => {
  const print: Endpoint["error"] =
    place.kind === "nowhere" ? (error) => unmatched(endpoints, head, error) : place.endpoint.error
  return signed(errorAnswer(print, error, head, secrets, more), head)
}

const serveAt = <R>(
  endpoint: Endpoint<R>,
  head: Head,
  request: HostRequest,
  deps: ServerDeps
): Effect.Effect<Answer, never, R | Scope.Scope> => {
  const failed = (error: GatewayError): Answer => signed(errorAnswer(endpoint.error, error, head, deps.secrets), head)
  const handled = Effect.withFiber((fiber) =>
    Effect.flatMapEager(admitCaller(endpoint, head, deps, fiber), (admitted) => {
      if (endpoint.auth.length > 0) request.onAdmitted?.()
      const entry = deps.bodies.open(admitted.name, fiber)
      const reading = { entry, turns: readingTurns(deps.turns.of(admitted.name), deps.line, admitted.name) }
      const clock = fiber.getRef(Clock.Clock)
      const due = clock.currentTimeMillisUnsafe() + soon
      const answerTo = (principal: Principal, body: Uint8Array) => {
        // one after the other: a context of both would be merged, which copies all services of the server
        const handled = endpoint
          .handle({ head, principal, body })
          .pipe(
            Effect.provideService(CallingTenant, principal.name),
            Effect.provideService(Secrets, requestSecrets(deps.secrets, head))
          )
        const answered = deps.turns.take(principal.name, handled)
        return endpoint.keepsBody === true ? answered : Effect.map(answered, endingOf(entry))
      }
      return Effect.flatMapEager(readBytes(request, endpoint.body, reading), (body) =>
        endpoint.auth.length === 0 || clock.currentTimeMillisUnsafe() < due
          ? answerTo(admitted, body)
          : Effect.flatMap(authenticated(endpoint.auth, head, deps.credentials), (principal) =>
              answerTo(principal, body)
            )
      )
    })
  )
  return Effect.matchCauseEffect(handled, {
    onSuccess: (answer) => Effect.succeed(signed(answer, head)),
    onFailure: (cause) => Effect.map(errorOf(cause, head, deps.secrets), failed)
  })
}

/** A body that takes so many milliseconds to arrive has its caller's key asked for again: it may be revoked by then. */
const soon = 1000

/** Gives back what is counted of a body that was read: with its answer there, nobody holds it. */
const endingOf =
  ({ end }: BodyEntry) =>
  (answer: Answer): Answer => {
    end()
    return answer
  }

/** Who calls a route that is open: nobody is asked for a key, and a key that is sent is not looked at. */
const anonymous: Principal = { name: "", may: () => false }

/** Who calls, and that they may now: nothing of the body was read yet. */
const admitCaller = (
  { auth, admit }: Pick<Endpoint, "auth" | "admit">,
  head: Head,
  { credentials, inFlight }: Pick<ServerDeps, "credentials" | "inFlight">,
  fiber: RequestFiber
): Effect.Effect<Principal, GatewayError, Scope.Scope> => {
  if (auth.length === 0) return admit === undefined ? Effect.succeed(anonymous) : Effect.as(admit(head), anonymous)
  return Effect.flatMapEager(authenticated(auth, head, credentials), (principal) => {
    const refused = inFlight.enter(principal, fiber)
    return refused === undefined ? Effect.succeed(principal) : Effect.fail(refused)
  })
}

/** Whose the keys of a request are. */
const authenticated = (auth: Endpoint["auth"], head: Head, { authenticate }: ServerDeps["credentials"]) => {
  const keys = presentedKeys(auth, head.headers, head.search)
  const known = authenticate(keys, head)
  return keys.length > 0 ? known : Effect.mapError(known, (error) => withAdvice(error, auth, head))
}

/** The refusal of a request without a key, which says where one stands that is not read. */
const withAdvice = (error: GatewayError, auth: Endpoint["auth"], { headers, search }: Head): GatewayError => {
  const advice = error.reason === "Unauthenticated" ? misplacedKey(auth, headers, search) : undefined
  return advice === undefined ? error : new GatewayError(error.reason, `${error.message} ${advice}`, error.details)
}

const unkept = { "cache-control": "no-store" }

const unknown = (): undefined => undefined

const headOf = (
  { method, target, headers, address = unknown }: HostRequest,
  path: string,
  params: Head["params"],
  named: ServerDeps["nameHeaders"]
): Head => ({
  method,
  path,
  params,
  headers: named(headers),
  search: () => searchOf(target),
  requestId: requestIdOf(headers),
  address
})

/**
 * An answer that says its request's id, in our spelling and in the vendors', and that nobody on its way may keep unless
 * its endpoint says so.
 */
const signed = ({ status, headers, body }: Answer, { requestId }: Head): Answer => ({
  status,
  headers: { ...unkept, ...headers, "x-request-id": requestId, "request-id": requestId },
  body
})

/** Counts the requests of each account that are under way. Of an account that has none, nothing is known. */
class InFlight {
  readonly #most: number
  readonly #byAccount = new Map<string, number>()

  /** `most` of one account, where its principal does not say. */
  constructor(most: number) {
    this.#most = most
  }

  /** Counts a request until its fiber ends; a `RateLimited` where as many of its account are under way as may be. */
  enter({ name, requests = this.#most }: Principal, fiber: RequestFiber): GatewayError | undefined {
    const count = this.#byAccount.get(name) ?? 0
    if (count >= requests) return tooMany(requests)
    this.#byAccount.set(name, count + 1)
    fiber.addObserver(() => this.#leave(name))
    return undefined
  }

  #leave(name: string): void {
    const count = this.#byAccount.get(name) ?? 0
    if (count > 1) this.#byAccount.set(name, count - 1)
    else this.#byAccount.delete(name)
  }
}

const tooMany = (most: number): GatewayError =>
  new GatewayError(
    "RateLimited",
    `This account has ${most} requests under way, which is its limit. Try again once one of them has ended.`,
    { retryAfter: 1 }
  )
