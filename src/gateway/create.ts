import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ListedModels } from "../capabilities/models.ts"
import { TokenCounts } from "../endpoints/counting.ts"
import { GatewayError } from "../core/errors/error.ts"
import { memberMistake, misspelling, type WantedMember } from "../core/given.ts"
import { type Authenticate, credentialsOf } from "../credentials/authenticate.ts"
import { Credentials, type ClientKey } from "../credentials/credentials.ts"
import {
  type Route,
  type AnyLayer,
  type CapabilitiesOf,
  mergeFamilies,
  type FamiliesOnly
} from "../families/model-registry.ts"
import { type MeterEntry, Metering } from "../telemetry/telemetry.ts"
import { layerFetch } from "../upstream/fetch.ts"
import type { Upstream } from "../upstream/upstream.ts"
import { type Complete, Gateway, type GatewayOptions, type RunningGateway, start, optionMistake } from "./gateway.ts"
import { type Endpoints, type Needs, serveEndpoints } from "./serve.ts"
import * as Cause from "effect/Cause"
import * as Logger from "effect/Logger"
import { format } from "effect/Formatter"
import type { LogLevel } from "effect/LogLevel"
import { CurrentLogAnnotations } from "effect/References"

/** Families, at least one. */
type FamilyLayers = readonly [AnyLayer, ...AnyLayer[]]

/** Who may call: a list of keys, or a function that knows. */
type Callers =
  | {
      /** The clients' keys: a list of them, or a set. */
      readonly keys: Iterable<ClientKey> & object
      readonly authenticate?: never
      readonly authenticateTimeout?: never
    }
  | {
      readonly authenticate: Authenticate
      /** How long that may take, in milliseconds; 10 seconds by default. Then the request gets a 503, the log a line. */
      readonly authenticateTimeout?: number
      readonly keys?: never
    }

/** What a gateway is made of. */
interface Parts<E extends Endpoints, F extends FamilyLayers, L> extends GatewayOptions {
  /** What is served. */
  readonly endpoints: E
  /** Who answers; of two that serve a model, the one that is listed first does. */
  readonly families: F & FamiliesOnly<F>
  /** Where the requests for some models go, whatever the families say. */
  readonly routes?: readonly Route[]
  /** The way to vendors: over the runtime's `fetch` by default; `layerUndici()` of `isogloss/node` is faster on Node. */
  readonly upstream?: Layer.Layer<Upstream>
  /**
   * Told of every request that reached an upstream, once, when it is over. Its answer does not wait for that, and where
   * it throws or rejects, a line is logged and nothing else happens. A `Metering` among the `layers` is told, too.
   */
  readonly onRequest?: (entry: MeterEntry) => unknown
  /**
   * Takes what is logged, in place of the console; a `Logger` among the `layers` is told, too: of why a gateway could
   * not be built, where `layers` can be built without families.
   */
  readonly log?: Log
  /** What else endpoints ask for, such as `VideoTasks`, and services in place of the usual ones. */
  readonly layers?: Layer.Layer<L, unknown, CapabilitiesOf<F[number]> | ListedModels | Upstream>
}

/** What endpoints and families need that neither the families give nor `layers`. */
type Missing<E extends Endpoints, F extends FamilyLayers, L> = Exclude<
  Needs<E> | Layer.Services<F[number]>,
  CapabilitiesOf<F[number]> | ListedModels | TokenCounts | Upstream | L
>

/** What a gateway is made of, where nothing is missing. */
export type CreateOptions<E extends Endpoints, F extends FamilyLayers, L = never> = Parts<E, F, L> &
  Callers &
  Complete<Missing<E, F, L>>

/** A gateway that {@link createGateway} started. */
export interface CreatedGateway extends RunningGateway {
  /** {@link RunningGateway.dispose}, by the name that servers have for it. */
  readonly close: RunningGateway["dispose"]
}

/**
 * Starts a gateway, for whoever knows no Effect: `gateway.fetch` answers a `Request`, the hosts of this package take it,
 * `close` ends it. An endpoint that no family serves does not compile. Where it cannot be built, a line of the log says
 * why, `ready` fails, and what is asked gets a 503.
 *
 * @example
 * createGateway({ endpoints: [Endpoints.messages], families: [Claude.layer({ key })], keys: ["a client's"] })
 */
export const createGateway = <const E extends Endpoints, const F extends FamilyLayers, L = never>(
  parts: CreateOptions<E, F, L>
): CreatedGateway => {
  // Without types, nothing may be given: it is spread to an object, of which is said what it lacks.
  const given: Parts<E, F, L> & Callers = { ...parts }
  const {
    endpoints,
    families,
    routes = [],
    upstream = layerFetch(),
    onRequest,
    log,
    layers,
    keys,
    authenticate,
    authenticateTimeout,
    ...options
  } = given
  const callers = authenticate === undefined ? keysOf(keys) : credentialsOf(authenticate, authenticateTimeout)
  const mistake = partMistake(given) ?? optionMistake({ log, onRequest, upstream, layers, ...options })
  const { alone, besides } = logLayers(typeof log === "function" ? log : undefined)
  const own = layers !== undefined && isLayer(layers) ? layers : Layer.empty
  const complete = Layer.suspend(() =>
    Layer.effect(Gateway)(serveEndpoints(endpoints)).pipe(
      Layer.provide(onRequest === undefined ? Layer.empty : layerMetering(onRequest)),
      Layer.provide(besides),
      Layer.provide(own),
      Layer.provide(mergeFamilies<F>(routes, families)),
      Layer.provide(TokenCounts.layer()),
      Layer.provide(callers),
      Layer.provide(upstream),
      Layer.provide(alone)
    )
  )
  const told = besides.pipe(
    Layer.provideMerge(own),
    Layer.catchCause(() => Layer.empty),
    Layer.provideMerge(alone)
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `layers` need and have not is a cause as any other
  const loggers = told as Layer.Layer<never>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Complete` lets no parts in that need anything
  const gateway = start(complete as Layer.Layer<Gateway, unknown>, options, { loggers, mistake })
  return Object.assign(gateway, { close: gateway.dispose })
}

const isNoEmptyList = (given: unknown): boolean => !Array.isArray(given) || given.length > 0

/** Of these a list without an item is none; that each is a list is looked at where it is gone through. */
const lists: readonly WantedMember[] = [
  { name: "endpoints", expected: "a list of at least one endpoint", accepts: isNoEmptyList },
  { name: "families", expected: "a list of at least one family", accepts: isNoEmptyList }
]

const knownOptions = (
  "endpoints families keys authenticate authenticateTimeout routes upstream onRequest log layers prefix grace " +
  "strict unaryReasoning envelope names requests bodies answers"
).split(" ")

/** What is amiss with a gateway's parts, whatever gave them; undefined: nothing. */
const partMistake = (given: object): string | undefined => {
  const mistake = misspelling(given, knownOptions) ?? memberMistake(given, lists)
  const saysTwice = ["keys", "authenticate"].every((name) => Reflect.get(given, name) !== undefined)
  return mistake ?? (saysTwice ? "Either `keys` or `authenticate` says who may call, not both" : undefined)
}

/** Whether something is a Layer, whatever its type says. */
const isLayer = (given: unknown): boolean => Layer.isLayer(given)

/** Credentials from what should be a list. */
const keysOf = (given: unknown): Layer.Layer<Credentials> =>
  Layer.suspend(() => {
    const keys = isList(given) ? [...given] : []
    if (keys.length === 0) throw new GatewayError("Internal", "`keys` must be a list of at least one key.")
    return Credentials.keys(...keys)
  })

/** Whether it can be gone through, and is no text: that would be a list of its letters. What is no key, is found later. */
const isList = (given: unknown): given is Iterable<ClientKey> =>
  typeof given === "object" && given !== null && Symbol.iterator in given && !("charAt" in given)

/** Tells a function, and whoever is told besides. */
const layerMetering = (onRequest: (entry: MeterEntry) => unknown): Layer.Layer<never> =>
  Layer.effect(Metering)(
    Effect.map(Metering, (other) => ({
      record: (entry) =>
        Effect.andThen(
          other.record(entry),
          Effect.promise(async () => onRequest(entry))
        )
    }))
  )

/** An entry of the log. None holds a key, nor what a request or an answer says. */
export interface LogEntry {
  readonly level: "fatal" | "error" | "warn" | "info" | "debug" | "trace"
  /** What happened; what else is known of it stands on lines of its own. */
  readonly message: string
  readonly at: Date
  /** What it is about, such as the id of a request, its model and its upstream. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Takes entries of the log. What it throws or rejects with is lost. */
export type Log = (entry: LogEntry) => unknown

const levels: Readonly<Record<LogLevel, LogEntry["level"]>> = {
  All: "fatal",
  Fatal: "fatal",
  Error: "error",
  Warn: "warn",
  Info: "info",
  Debug: "debug",
  Trace: "trace",
  None: "trace"
}

/** A function in place of the console: `alone`, and `besides` what the Layers that are given log to. */
const logLayers = (log: Log | undefined): Readonly<Record<"alone" | "besides", Layer.Layer<never>>> => {
  if (log === undefined) return { alone: Layer.empty, besides: Layer.empty }
  const logger = Logger.make<unknown, void>(({ message, cause, date, logLevel, fiber }) => {
    const details = fiber.getRef(CurrentLogAnnotations)
    const tell = async () => log({ level: levels[logLevel], message: said(message, cause), at: date, details })
    tell().catch(() => undefined)
  })
  return { alone: Logger.layer([logger]), besides: Logger.layer([logger], { mergeWithExisting: true }) }
}

const said = (message: unknown, cause: Cause.Cause<unknown>): string => {
  const lines = [message].flat().map((part) => (typeof part === "string" ? part : format(part)))
  return [...lines, ...(cause.reasons.length === 0 ? [] : [Cause.pretty(cause)])].join("\n")
}
