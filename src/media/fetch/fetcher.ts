import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { GatewayError } from "../../core/errors/error.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { MediaKind } from "../kinds.ts"

/** A medium's bytes, and the type that they themselves show. */
export interface FetchedMedia {
  /** MIME type, by the bytes and not by what the server says. */
  readonly mime: string
  readonly bytes: Uint8Array
}

/** A medium whose bytes pass as they come. */
export interface MediaStream {
  /** MIME type, by the first bytes and not by what the server says. */
  readonly mime: string
  /** To be read once; fails where the connection breaks, the time is over, or there are more than may be taken. */
  readonly bytes: Stream.Stream<Uint8Array, GatewayError>
}

/** What is wanted from a URL. */
export interface WantedMedia {
  /** Where the URL stands in the client's body. */
  readonly at?: JsonPointer
  /** The kinds of media that will do; images where absent. */
  readonly kinds?: readonly MediaKind[]
}

/**
 * Gets what a client's URL names: the only way in which such a URL is ever called. It reaches public addresses alone,
 * with no key, no cookie and no proxy. Fails as `InvalidRequest` where the URL may not be called or gives no such
 * medium, and as `PayloadTooLarge`, with `at` as the pointer; a message never says an address.
 */
export class MediaFetcher extends Context.Service<
  MediaFetcher,
  {
    /** Gets all of it. */
    readonly fetch: (url: string, wanted?: WantedMedia) => Effect.Effect<FetchedMedia, GatewayError>
    /** Waits until the first bytes have shown what it is; leaving the scope ends the call. */
    readonly stream: (url: string, wanted?: WantedMedia) => Effect.Effect<MediaStream, GatewayError, Scope.Scope>
  }
>()("isogloss/MediaFetcher") {}

/** A signal that aborts with the scope. */
export const scopedAbortSignal: Effect.Effect<AbortSignal, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort())
  ),
  ({ signal }) => signal
)
