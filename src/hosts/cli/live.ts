import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import {
  ChatModels,
  EmbeddingModels,
  ImageModels,
  ListedModels,
  RerankModels,
  VideoModels
} from "../../capabilities/models.ts"
import { Credentials } from "../../credentials/credentials.ts"
import { Accounts } from "../../lab.ts"
import type { LimitSettings } from "../../config/limits.ts"
import type { AnswerLimits, BodyLimits } from "../../exchange/policies.ts"
import { defaultUpstreamLimits, type UpstreamLimits } from "../../upstream/upstream.ts"

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
  readonly upstream: UpstreamLimits
  readonly bodies: BodyLimits
  readonly answers: AnswerLimits
  /** Of media that clients name by URLs. */
  readonly media: { readonly bytes: number }
  readonly become: (next: LimitSettings) => void
}

/** Limits of upstreams, bodies, answers and media, beginning with these. */
export const liveLimits = (first: LimitSettings): LiveLimits => {
  const upstream = upstreamOf(first)
  const bodies = { ...first.bodies }
  const answers = { ...first.answers }
  const media = { bytes: first.media.each }
  const become = (next: LimitSettings): void => {
    Object.assign(upstream, upstreamOf(next))
    Object.assign(bodies, next.bodies)
    Object.assign(answers, next.answers)
    media.bytes = next.media.each
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
  reply: answers.whole
})
