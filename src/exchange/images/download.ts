import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { MediaFetcher } from "../../media/fetch/fetcher.ts"
import { encodeBytes } from "../../words/bytes/base64.ts"
import { GatewayError } from "../../words/errors/error.ts"
import type { ImageResponse } from "../../words/image/image.ts"

type Item = ImageResponse["images"][number]

/** How many images are downloaded at once. */
const concurrency = 4

/** The images of an answer as bytes: those that came as links are downloaded. */
export const download = (response: ImageResponse): Effect.Effect<ImageResponse> =>
  Effect.flatMap(Effect.serviceOption(MediaFetcher), (fetcher) =>
    Effect.map(
      Effect.forEach(response.images, (image) => downloaded(image, Option.getOrUndefined(fetcher)), { concurrency }),
      (images) => ({ ...response, images })
    )
  )

const downloaded = (image: Item, fetcher: MediaFetcher["Service"] | undefined): Effect.Effect<Item> => {
  if ("error" in image || image.base64 !== undefined || image.url === undefined) return Effect.succeed(image)
  if (fetcher === undefined) return Effect.succeed({ error: lost() })
  const { url: _, ...rest } = image
  return Effect.match(fetcher.fetch(image.url), {
    onSuccess: ({ mime, bytes }): Item => ({ ...rest, mime, base64: encodeBytes(bytes) }),
    onFailure: (): Item => ({ error: lost() })
  })
}

const lost = (): GatewayError => new GatewayError("UpstreamFailed", "An image was made and could not be downloaded.")
