import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { type Limits, limits, streamLimits } from "./get.ts"
import { MediaFetcher } from "./fetcher.ts"
import { network, type Network } from "./network.ts"
import { type Manner, opened } from "./open.ts"
import { type Allowed, placesOf } from "./place.ts"

/** What a fetcher may do. What changes in it later holds for what is fetched then. */
export interface FetcherOptions extends Allowed, Partial<Limits> {
  /** The limits of what is passed on as it comes; 512 MiB, 10 minutes and 3 redirects by default. */
  readonly streams?: Partial<Limits>
  /** How many URLs are called at once, of what is held and of what is passed on, shared out by account; 32 by default. */
  readonly atOnce?: number
  /** What resolves and connects; the machine's own network by default. */
  readonly network?: Network
}

/** Fetches over sockets of Node, one connection a call. */
export const layerNode = (options: FetcherOptions = {}): Layer.Layer<MediaFetcher> =>
  Layer.effect(MediaFetcher)(
    Effect.map(mannersOf(options), ({ held, passed }) => ({
      fetch: (url, wanted = {}) =>
        Effect.scoped(
          Effect.flatMap(opened(url, wanted, held()), ({ mime, bytes }) =>
            Effect.map(Stream.runCollect(bytes), (pieces) => ({ mime, bytes: Buffer.concat(pieces) }))
          )
        ),
      stream: (url, wanted = {}) => opened(url, wanted, passed())
    }))
  )

/** How URLs are opened whose bytes are held, and those whose bytes are passed on: by the options as they are then. */
const mannersOf = (
  options: FetcherOptions
): Effect.Effect<{ readonly held: () => Manner; readonly passed: () => Manner }, never, Scope.Scope> => {
  const { atOnce = 32, network: how = network, streams } = options
  return Effect.map(Effect.all([placesOf(atOnce), placesOf(atOnce)]), ([some, others]) => {
    const held = (): Manner => ({ ...limits, ...options, network: how, place: some })
    return { held, passed: () => ({ ...held(), ...streamLimits, ...streams, place: others }) }
  })
}
