import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Scope } from "effect/Scope"
import * as Stream from "effect/Stream"
import type { PlacedTask, VideoModel } from "../../capabilities/models.ts"
import { mimeOf } from "../../media/kinds.ts"
import { MediaFetcher } from "../../media/fetch/fetcher.ts"
import { concat } from "../../upstream/bytes.ts"
import type { UpstreamStream } from "../../upstream/upstream.ts"
import { decodeBytes } from "../../core/bytes/base64.ts"
import { GatewayError } from "../../core/errors/error.ts"
import type { VideoSource } from "../../core/video/video.ts"
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
    return Effect.try({ try: () => onlyVideo(Stream.make(decodeBytes(source.base64))), catch: lost })
  }
  const request = model.content(task, source)
  if (request === undefined) return source.kind === "url" ? elsewhere(source.url) : Effect.fail(lost())
  return Effect.flatMap(model.upstream.stream({ ...request, redirects: "answer" }), (answer) =>
    follow(answer, request.url)
  )
}

const follow = ({ status, headers, body }: UpstreamStream, from: string): Effect.Effect<Bytes, GatewayError, Scope> => {
  if (isSuccess(status)) return Effect.succeed(onlyVideo(body))
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

/** How many bytes tell whether a medium is a video. */
const enough = 16

/** Fails where what comes is no video: a page that says why there is none, or nothing at all. */
const onlyVideo = (bytes: Bytes): Bytes =>
  Stream.suspend(() => {
    let first: Uint8Array = new Uint8Array(0)
    const looked = Stream.tap(bytes, (piece) => {
      if (first.length >= enough) return Effect.void
      first = concat([first, piece.subarray(0, enough)])
      return first.length < enough || mimeOf(first, ["video"]) !== undefined ? Effect.void : Effect.fail(lost())
    })
    return Stream.concat(
      looked,
      Stream.suspend(() => (first.length < enough ? Stream.fail(lost()) : Stream.empty))
    )
  })

const lost = (): GatewayError => new GatewayError("UpstreamFailed", "A video was made and could not be downloaded.")
