import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Scope } from "effect/Scope"
import * as Stream from "effect/Stream"
import type { PlacedTask, VideoModel } from "../../capabilities/video-models.ts"
import { MediaFetcher } from "../../media/media.ts"
import type { UpstreamStream } from "../../upstream/upstream.ts"
import { decodeBytes } from "../../words/base64.ts"
import { GatewayError } from "../../words/error.ts"
import type { VideoSource } from "../../words/video.ts"
import { isSuccess } from "../ask.ts"

/** A video as it comes. */
type Bytes = Stream.Stream<Uint8Array, GatewayError>

/**
 * Opens a finished video: what its vendor keeps is asked for with the key, and where that leads elsewhere it is followed
 * without it, as what lies elsewhere from the beginning is.
 */
export const openVideo = (
  model: VideoModel,
  task: PlacedTask,
  source: VideoSource
): Effect.Effect<Bytes, GatewayError, Scope> => {
  if (source.kind === "bytes") {
    return Effect.try({ try: () => Stream.make(decodeBytes(source.base64)), catch: lost })
  }
  const request = model.content(task, source)
  if (request === undefined) return source.kind === "url" ? elsewhere(source.url) : Effect.fail(lost())
  return Effect.flatMap(model.upstream.stream({ ...request, redirects: "answer" }), (answer) =>
    follow(answer, request.url)
  )
}

const follow = ({ status, headers, body }: UpstreamStream, from: string): Effect.Effect<Bytes, GatewayError, Scope> => {
  if (isSuccess(status)) return Effect.succeed(body)
  const { location } = headers
  if (status < 300 || status >= 400 || location === undefined) return Effect.fail(lost())
  return URL.canParse(location, from) ? elsewhere(new URL(location, from).href) : Effect.fail(lost())
}

const elsewhere = (url: string): Effect.Effect<Bytes, GatewayError, Scope> =>
  Effect.flatMap(Effect.serviceOption(MediaFetcher), (fetcher) =>
    Option.isNone(fetcher)
      ? Effect.fail(lost())
      : Effect.map(fetcher.value.stream(url, { kinds: ["video"] }), ({ bytes }) => bytes)
  )

const lost = (): GatewayError => new GatewayError("UpstreamFailed", "A video was made and could not be downloaded.")
