import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { presented, misplaced } from "../credentials/carriers.ts"
import { Credentials } from "../credentials/credentials.ts"
import type { Principal } from "../credentials/principal.ts"
import { Secrets } from "../credentials/secrets.ts"
import { type Answer } from "../exchange/answer.ts"
import { type Endpoint, type Head, MountedEndpoints } from "../endpoints/endpoint.ts"
import { insteadOf, unmatched } from "../endpoints/unmatched.ts"
import { ThreadTurns, type Turns } from "../upstream/turns.ts"
import { Accompanying, Tenant } from "../upstream/upstream.ts"
import { GatewayError } from "../core/errors/error.ts"
import { Policies } from "../exchange/policies.ts"
import type { SecretRedactor } from "../core/secrets/redactor.ts"
import { type Follower, Telemetry } from "../telemetry/telemetry.ts"
import { errorAnswer, errorOf } from "./error-answers.ts"
import { type HostRequest, readBytes } from "./host-request.ts"
import { endpointMeant, pathOf, searchOf, type RoutePlace, type RouteTable, routeTable } from "./route-table.ts"
import { InFlight } from "./in-flight.ts"
import { Hops, vendorHeaderNames, requestIdOf } from "./request-headers.ts"

/** Answers a request, whatever it is. The scope ends with the answer's last byte, or when the client leaves. */
export type Serve<R = never> = (arrived: HostRequest) => Effect.Effect<Answer, never, R | Scope.Scope>

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
export const served = <const E extends Endpoints>(endpoints: E): Effect.Effect<Served, never, Credentials | Needs<E>> =>
  Effect.map(Effect.context<Credentials | Needs<E>>(), (context) => {
    const table = routeTable(endpoints)
    const hops = new Hops()
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `services` holds what these endpoints need
      serve: serving(table, {
        endpoints,
        table,
        credentials: Context.get(context, Credentials),
        hops,
        turns: Context.get(context, ThreadTurns),
        inFlight: new InFlight(Context.get(context, Policies).requests),
        named: vendorHeaderNames(Context.get(context, Policies).names),
        follower: Context.get(context, Telemetry),
        secrets: Context.get(context, Secrets)
      }) as Serve,
      knows: (path) => table("GET", path).kind !== "nowhere",
      services: Context.omit(Scope.Scope)(context).pipe(
        Context.add(MountedEndpoints, endpoints),
        Context.add(Accompanying, hops.first)
      )
    }
  })

/** What every request is served with. */
interface ServerDeps {
  readonly endpoints: Endpoints
  readonly table: RouteTable<unknown>
  readonly credentials: Credentials["Service"]
  readonly inFlight: InFlight
  readonly hops: Hops
  readonly turns: Turns
  /** Gives headers the names by which they are read. */
  readonly named: ReturnType<typeof vendorHeaderNames>
  readonly follower: Follower | undefined
  /** What takes the deployment's secrets out of errors. */
  readonly secrets: SecretRedactor
}

/** The route, the caller, the body under its cap, the endpoint, and every error in the endpoint's body. */
const serving =
  <R>(table: RouteTable<R>, desk: ServerDeps): Serve<R> =>
  (arrived) => {
    const path = pathOf(arrived.target)
    const place = table(arrived.method, path)
    const head = headOf(arrived, path, place.kind === "endpoint" ? place.params : {}, desk.named)
    const hops = desk.hops.through(head.headers["via"])
    const answer = answerAt(place, head, hops === undefined ? { ...arrived, refused: looped() } : arrived, desk)
    if (desk.follower === undefined)
      return hops === undefined || hops === desk.hops.first ? answer : Effect.provideService(answer, Accompanying, hops)
    const endpoint = place.kind === "nowhere" ? undefined : place.endpoint.id
    return desk.follower.follow({ ...head, endpoint }, (trace) =>
      Effect.provideService(answer, Accompanying, { ...hops, ...trace })
    )
  }

/** A request that was here before; another try would come here again. */
const looped = (): GatewayError =>
  new GatewayError(
    "UpstreamFailed",
    "This request has passed this gateway before: one of its upstreams leads back to it.",
    {
      status: 508,
      code: "loop_detected",
      shouldRetry: false
    }
  )

const answerAt = <R>(
  place: RoutePlace<R>,
  head: Head,
  arrived: HostRequest,
  desk: ServerDeps
): Effect.Effect<Answer, never, R | Scope.Scope> => {
  const refuse = (error: GatewayError, more?: Answer["headers"]) =>
    Effect.succeed(refusal(place, head, error, desk, more))
  if (arrived.refused !== undefined) return refuse(arrived.refused)
  switch (place.kind) {
    case "endpoint":
      return serveAt(place.endpoint, head, arrived, desk)
    case "methods": {
      const allow = place.methods.join(", ")
      return refuse(new GatewayError("MethodNotAllowed", `This path takes ${allow}.`), { allow })
    }
    case "nowhere": {
      const meant = endpointMeant(desk.table, head.method, head.path)
      const advice = meant?.advice ?? insteadOf(head.path)
      const message = ["There is no endpoint", head.method, "at this path.", ...(advice === undefined ? [] : [advice])]
      const error = new GatewayError("NotFound", message.join(" "), { code: "unknown_url" })
      return meant === undefined
        ? refuse(error)
        : Effect.succeed(signed(errorAnswer(meant.endpoint.error, error, head, desk.secrets), head))
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
    place.kind === "nowhere" ? (said) => unmatched(endpoints, head, said) : place.endpoint.error
  return signed(errorAnswer(print, error, head, secrets, more), head)
}

const serveAt = <R>(
  endpoint: Endpoint<R>,
  head: Head,
  arrived: HostRequest,
  desk: ServerDeps
): Effect.Effect<Answer, never, R | Scope.Scope> => {
  const failed = (error: GatewayError): Answer => signed(errorAnswer(endpoint.error, error, head, desk.secrets), head)
  const handled = Effect.withFiber((fiber) =>
    Effect.flatMapEager(letIn(endpoint, head, desk, fiber), (principal) =>
      Effect.flatMapEager(readBytes(arrived, endpoint.body), (body) => {
        const handled = Effect.provideService(endpoint.handle({ head, principal, body }), Tenant, principal.name)
        return desk.turns.take(principal.name, handled)
      })
    )
  )
  return Effect.matchCauseEffect(handled, {
    onSuccess: (answer) => Effect.succeed(signed(answer, head)),
    onFailure: (cause) => Effect.map(errorOf(cause, head, desk.secrets), failed)
  })
}

/** Who calls a route that is open: nobody is asked for a key, and a key that is sent is not looked at. */
const anybody: Principal = { name: "", may: () => false }

/** Who calls, and that they may now: nothing of the body was read yet. */
const letIn = (
  { auth, admit }: Pick<Endpoint, "auth" | "admit">,
  head: Head,
  { credentials, inFlight }: Pick<ServerDeps, "credentials" | "inFlight">,
  fiber: Fiber.Fiber<unknown, unknown>
): Effect.Effect<Principal, GatewayError, Scope.Scope> => {
  if (auth.length === 0) return admit === undefined ? Effect.succeed(anybody) : Effect.as(admit(head), anybody)
  const keys = presented(auth, head.headers, head.search)
  const asked = credentials.authenticate(keys, head)
  const known = keys.length > 0 ? asked : Effect.mapError(asked, (error) => advised(error, auth, head))
  return Effect.flatMapEager(known, (principal) => {
    const refused = inFlight.enter(principal, fiber)
    return refused === undefined ? Effect.succeed(principal) : Effect.fail(refused)
  })
}

/** The refusal of a request without a key, which says where one stands that is not read. */
const advised = (error: GatewayError, auth: Endpoint["auth"], { headers, search }: Head): GatewayError => {
  const advice = error.reason === "Unauthenticated" ? misplaced(auth, headers, search) : undefined
  return advice === undefined ? error : new GatewayError(error.reason, `${error.message} ${advice}`, error.details)
}

const unkept = { "cache-control": "no-store" }

const unknown = (): undefined => undefined

const headOf = (
  { method, target, headers, address = unknown }: HostRequest,
  path: string,
  params: Head["params"],
  named: ServerDeps["named"]
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
