import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { GatewayError } from "../words/error.ts"
import type { Pointer } from "../words/pointer.ts"

/** A medium's bytes, and the type that they themselves show. */
export interface Media {
  /** MIME type, by the bytes and not by what the server says. */
  readonly mime: string
  readonly bytes: Uint8Array
}

/** What is wanted from a URL. */
export interface Wanted {
  /** Where the URL stands in the client's body. */
  readonly at?: Pointer
  /** The kinds of media that will do; images where absent. */
  readonly kinds?: readonly MediaKind[]
}

/** What a medium is. */
export type MediaKind = "image" | "audio" | "video" | "document"

/**
 * Gets what a client's URL names: the only way in which such a URL is ever called. It reaches public addresses alone,
 * with no key, no cookie and no proxy. Fails as `InvalidRequest` where the URL may not be called or gives no such
 * medium, and as `PayloadTooLarge`, with `at` as the pointer; a message never says an address.
 */
export class MediaFetcher extends Context.Service<
  MediaFetcher,
  { readonly fetch: (url: string, wanted?: Wanted) => Effect.Effect<Media, GatewayError> }
>()("isogloss/MediaFetcher") {}
