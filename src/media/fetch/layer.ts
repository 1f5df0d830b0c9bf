import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { type FetchLimits, defaultFetchLimits, streamLimits } from "./get.ts"
import { MediaFetcher } from "./fetcher.ts"
import { machineNetwork, type HostNetwork } from "./network.ts"
import { type OpenOptions, openMedia } from "./open.ts"
import { type AllowedUrls, limitedPlaces } from "./place.ts"

/** What a fetcher may do. What changes in it later holds for what is fetched then. */
export interface FetcherOptions extends AllowedUrls, Partial<FetchLimits> {
  /** The limits of what is passed on as it comes; 512 MiB, 10 minutes and 3 redirects by default. */
  readonly streams?: Partial<FetchLimits>
  /** How many URLs are called at once, of what is held and of what is passed on, shared out by account; 32 by default. */
  readonly atOnce?: number
  /** What resolves and connects; the machine's own network by default. */
  readonly network?: HostNetwork
}

/** Fetches over sockets of Node, one connection a call. */
export const layerNode = (options: FetcherOptions = {}): Layer.Layer<MediaFetcher> =>
  Layer.effect(MediaFetcher)(
    Effect.map(mannersOf(options), ({ held, passed }) => ({
      fetch: (url, wanted = {}) =>
        Effect.scoped(
          Effect.flatMap(openMedia(url, wanted, held()), ({ mime, bytes }) =>
            Effect.map(Stream.runCollect(bytes), (pieces) => ({ mime, bytes: Buffer.concat(pieces) }))
          )
        ),
      stream: (url, wanted = {}) => openMedia(url, wanted, passed())
    }))
  )

/** How URLs are opened whose bytes are held, and those whose bytes are passed on: by the options as they are then. */
const mannersOf = (
  options: FetcherOptions
): Effect.Effect<{ readonly held: () => OpenOptions; readonly passed: () => OpenOptions }, never, Scope.Scope> => {
  const { atOnce = 32, network: how = machineNetwork, streams } = options
  return Effect.map(Effect.all([limitedPlaces(atOnce), limitedPlaces(atOnce)]), ([some, others]) => {
    const held = (): OpenOptions => ({ ...defaultFetchLimits, ...options, network: how, place: some })
    return { held, passed: () => ({ ...held(), ...streamLimits, ...streams, place: others }) }
  })
}
