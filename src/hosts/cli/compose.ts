import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { randomBytes } from "node:crypto"
import { TokenCounts } from "../../endpoints/counting.ts"
import type { Configuration, LogSettings, LimitSettings } from "../../config/configuration.ts"
import { Credentials } from "../../credentials/credentials.ts"
import type { Endpoint } from "../../endpoints/endpoint.ts"
import { metrics, layerReadiness } from "../../endpoints/monitoring.ts"
import { openApi } from "../../endpoints/open-api.ts"
import { VideoTasks } from "../../exchange/videos/tasks.ts"
import { Gateway, type RunningGateway, start } from "../../gateway/gateway.ts"
import {
  type TokenOptions,
  withLogins,
  Accounts,
  DressingTasks,
  getToken,
  labWithoutLogins,
  Logins
} from "../../lab.ts"
import { layerLinked, type LinkOptions, MediaLinks } from "../../media/store/links.ts"
import { layerNode as mediaOverSockets } from "../../media/fetch/node-fetcher.ts"
import { layerTelemetry } from "../../telemetry/telemetry.ts"
import { layerUndiciUnder } from "../../upstream/undici.ts"
import type { SecretRedactor } from "../../core/secrets/redactor.ts"
import { servedEndpoints, modelsOf, type ModelSettings, installedTokenizer } from "./served.ts"
import { shownDefect, exchangeableRedactor, redactorFor, withholdSecrets } from "./secrets.ts"
import { isInMemory, responsesIn, type StorePlaces, storesOf } from "./stores.ts"
import { extname } from "node:path"
import { layerWasmWalk } from "../../exchange/offload.ts"
import { layerPool, WorkerPool, type PoolOptions } from "../workers/pool.ts"
import * as Effect from "effect/Effect"
import { wireNames } from "../../core/format.ts"
import * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import {
  ChatModels,
  EmbeddingModels,
  ImageModels,
  ListedModels,
  RerankModels,
  VideoModels
} from "../../capabilities/models.ts"
import type { AnswerLimits, BodyLimits } from "../../exchange/policies.ts"
import { type ChangingUpstreamLimits, defaultUpstreamLimits, type UpstreamLimits } from "../../upstream/upstream.ts"

/** A gateway that runs, and how its callers and models are exchanged. */
interface ComposedGateway extends RunningGateway {
  /** Takes callers, models and limits of another configuration, and nothing else of it; where that fails, nothing has changed. */
  readonly adopt: (next: Configuration) => Promise<void>
  /** Takes the secrets of now out of texts. */
  readonly redactor: SecretRedactor
}

/** The gateway that a configuration describes, which keeps tasks and media in these places: memory by default. */
export const composeGateway = async (
  configuration: Configuration,
  places: StorePlaces = isInMemory
): Promise<ComposedGateway> => {
  const secrets = exchangeableRedactor(redactorFor(places, configuration))
  const live = exchangeable(await changing(configuration))
  const limits = liveLimits(configuration.limits)
  const served = live.layer.pipe(Layer.provide(layerUndiciUnder(limits.upstream)))
  const threads = threadsOf(configuration)
  const counts = TokenCounts.layer(installedTokenizer())
  const signing = signingOf(configuration)
  const stores = await storesOf(places, configuration)
  const responses = await responsesIn(configuration.responses)
  const links = MediaLinks.layer(linksOf(configuration, signing))
  const allStores =
    configuration.nodes === undefined ? stores : Layer.provideMerge(await nodesOf(configuration.nodes), stores)
  const linked = Layer.provideMerge(layerLinked, allStores).pipe(Layer.provideMerge(links))
  const gateway = start(
    Gateway.layer(
      ...servedEndpoints,
      ...labOf(configuration),
      opened(openApi, configuration),
      opened(metrics, configuration)
    ).pipe(
      Layer.provide(VideoTasks.layer()),
      Layer.provide(withLogins(served)),
      Layer.provide(served),
      Layer.provide(layerReadiness),
      Layer.provide(responses),
      Layer.provide(linked),
      Layer.provide(counts),
      Layer.provide(mediaOverSockets(limits.media)),
      Layer.provide(Layer.provide(await loginsLayer(configuration, signing), served)),
      Layer.provide(layerTelemetry()),
      Layer.provide(threads.layer),
      Layer.provide(layerWasmWalk),
      Layer.provide(loggingAs(configuration.log)),
      Layer.provide(withholdSecrets(secrets.redactor))
    ),
    { ...configuration.policies, bodies: limits.bodies, answers: limits.answers }
  )
  let now = configuration
  const adopt = async (next: Configuration): Promise<void> => {
    secrets.become(redactorFor(places, now, next))
    await live
      .adopt(await changing(next))
      .catch((thrown: unknown) => Promise.reject(shownDefect(secrets.redactor, thrown)))
    threads.become(next)
    limits.become(next.limits)
    now = next
  }
  return Object.assign(gateway, { adopt, redactor: secrets.redactor })
}

/** What may change while the gateway runs. */
const changing = async (configuration: Configuration) => {
  const { keys, limits } = configuration
  const limited = keys.map((key) => ({ requests: limits.key.requests, ...key }))
  return Layer.mergeAll(await modelsOf(configuration), Credentials.keys(...limited), accountsOf(configuration))
}

/** What tokens and links are signed with: where nothing was chosen, they are good for this run. */
const signingOf = ({ loginSecrets: [first, ...others] }: Configuration): TokenOptions["secrets"] =>
  first === undefined ? [Redacted.make(randomBytes(32).toString("base64url"))] : [first, ...others]

const linksOf = ({ publicUrl }: Configuration, [secret, ...former]: TokenOptions["secrets"]): LinkOptions =>
  publicUrl === undefined ? { secret, former } : { secret, former, publicUrl }

/** Media that lie at other nodes; a gateway that is alone never loads it. */
const nodesOf = async (nodes: NonNullable<Configuration["nodes"]>) =>
  (await import("../../media/store/nodes.ts")).layerNodes(nodes)

/** A page as the configuration has it: some are read without a key. */
const opened = (page: Endpoint, { open }: Configuration): Endpoint =>
  open.some((path) => path === page.path) ? { ...page, auth: [] } : page

const loggers = { text: Logger.defaultLogger, json: Logger.consoleJson } as const

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error", none: "None" } as const

/** What is logged, each entry on one line, as a configuration has it. */
export const loggingAs = ({ level, form }: LogSettings): Layer.Layer<never> =>
  Layer.merge(Logger.layer([loggers[form]]), Layer.succeed(References.MinimumLogLevel)(levels[level]))

/** The threads of a configuration, none of which is started before there is a long request; `become` takes another. */
const threadsOf = (configuration: Configuration) => {
  const module = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)
  const pool = new WorkerPool({ module, ...poolOf(configuration) })
  return { layer: layerPool(pool), become: (next: Configuration) => pool.renew(poolOf(next)) }
}

const poolOf = (configuration: Configuration): Omit<PoolOptions, "module"> => {
  const { clock, ...workers } = configuration.limits.workers
  return { ...workers, clock: clock * 1000, data: knownTo(configuration) }
}

/** What a thread knows of a configuration: its models, and nobody's key. */
export const knownTo = ({ upstreams, routes }: ModelSettings): ModelSettings => ({
  upstreams: upstreams.map((upstream) => ({ ...upstream, key: "none here", retired: [] })),
  routes
})

/** The lab's endpoints: where nobody has an account, nothing takes a password. */
const labOf = ({ accounts, upstreams, policies: { names = wireNames } }: Configuration) => [
  ...(accounts.length > 0 || upstreams.length === 0 ? [getToken] : []),
  ...labWithoutLogins(names)
]

/** Logins of the accounts, and the dressing tasks that they may ask about: the command has none but the sandbox's. */
const loginsLayer = async (
  { loginLife: life, upstreams, limits: { logins: most } }: Configuration,
  secrets: TokenOptions["secrets"]
): Promise<Layer.Layer<Logins | DressingTasks, never, Accounts>> => {
  if (upstreams.length === 0) return (await import("./sandbox.ts")).sandboxLab()
  const rates = { failures: most.failures, addressFailures: most.address, accountFailures: most.account }
  return Layer.merge(DressingTasks.none, Logins.layer({ secrets, ...rates, ...(life === undefined ? {} : { life }) }))
}

/** Who may log in; the sandbox knows its own. */
const accountsOf = ({ accounts, limits: { key } }: Configuration): Layer.Layer<Accounts> =>
  accounts.length === 0
    ? nobody
    : Accounts.hashed(...accounts.map((account) => ({ requests: key.requests, ...account })))

/** Where there are no accounts, what checks passwords need not be there either. */
const nobody = Layer.succeed(Accounts)({
  check: () => Effect.succeed(undefined),
  find: () => Effect.succeed(undefined)
})

/** What may change while a gateway runs: who may call, and which models there are. */
export type ExchangeableServices =
  | Credentials
  | Accounts
  | ChatModels
  | EmbeddingModels
  | ImageModels
  | ListedModels
  | RerankModels
  | VideoModels

/** Services that are exchanged while requests run. */
interface Live<R> {
  /** The services: each asks the ones that were adopted last, and what was found before stays as it is. */
  readonly layer: Layer.Layer<ExchangeableServices, never, R>
  /** Builds others and puts them in their place; where that fails, nothing has changed. */
  readonly adopt: (next: Layer.Layer<ExchangeableServices, never, R>) => Promise<void>
}

/** Makes services exchangeable, beginning with these. They can be exchanged once they are built. */
export const exchangeable = <R>(first: Layer.Layer<ExchangeableServices, never, R>): Live<R> => {
  let adopt: Live<R>["adopt"] = () => Promise.reject(new Error("Nothing was built that could be exchanged."))
  const layer = Layer.unwrap(
    Effect.gen(function* () {
      const needed = yield* Effect.context<R>()
      const scope = yield* Effect.scope
      const build = Effect.fnUntraced(function* (services: typeof first) {
        const own = yield* Scope.fork(scope)
        const built = yield* Layer.buildWithScope(services, own).pipe(
          Effect.provideContext(needed),
          Effect.onError((cause) => Scope.close(own, Exit.failCause(cause)))
        )
        return { built, own }
      })
      let now = yield* build(first)
      adopt = async (next) => {
        const before = now
        now = await Effect.runPromise(build(next))
        await Effect.runPromise(Scope.close(before.own, Exit.void))
      }
      return forwarding(() => now.built)
    })
  )
  return { layer, adopt: (next) => adopt(next) }
}

const forwarding = (now: () => Context.Context<ExchangeableServices>): Layer.Layer<ExchangeableServices> => {
  const forwarded = <S extends object>(service: Context.Key<ExchangeableServices, S>): S =>
    new Proxy(Context.get(now(), service), {
      get: (_, member) => Reflect.get(Context.get(now(), service), member)
    })
  return Layer.mergeAll(
    Layer.succeed(Credentials)(forwarded(Credentials)),
    Layer.succeed(Accounts)(forwarded(Accounts)),
    Layer.succeed(ChatModels)(forwarded(ChatModels)),
    Layer.succeed(EmbeddingModels)(forwarded(EmbeddingModels)),
    Layer.succeed(ImageModels)(forwarded(ImageModels)),
    Layer.succeed(ListedModels)(forwarded(ListedModels)),
    Layer.succeed(RerankModels)(forwarded(RerankModels)),
    Layer.succeed(VideoModels)(forwarded(VideoModels))
  )
}

/** Limits that are read wherever they hold, so that others can take their place while a gateway runs. */
interface LiveLimits {
  readonly upstream: ChangingUpstreamLimits
  readonly bodies: BodyLimits
  readonly answers: AnswerLimits
  /** Of media that clients name by URLs. */
  readonly media: { readonly bytes: number }
  readonly become: (next: LimitSettings) => void
}

/** Limits of upstreams, bodies, answers and media, beginning with these. */
export const liveLimits = (first: LimitSettings): LiveLimits => {
  const changed = new Set<() => void>()
  const upstream = { ...upstreamOf(first), changed }
  const bodies = { ...first.bodies }
  const answers = { ...first.answers }
  const media = { bytes: first.media.each }
  const become = (next: LimitSettings): void => {
    Object.assign(upstream, upstreamOf(next))
    Object.assign(bodies, next.bodies)
    Object.assign(answers, next.answers)
    media.bytes = next.media.each
    for (const tell of changed) tell()
  }
  return { upstream, bodies, answers, media, become }
}

const upstreamOf = ({
  upstream: { sockets, queue, wait, retryAfter },
  key: { share },
  answers
}: LimitSettings): UpstreamLimits => ({
  ...defaultUpstreamLimits,
  sockets,
  queue,
  queueClock: wait * 1000,
  retryAfter: retryAfter * 1000,
  share,
  reply: answers.whole,
  replies: answers.all
})
