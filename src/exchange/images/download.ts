import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { MediaFetcher } from "../../media/fetch/fetcher.ts"
import { concat } from "../../upstream/bytes.ts"
import { tooLarge } from "../../upstream/failures.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { Policies } from "../policies.ts"
import type { Linked } from "./ask.ts"

/** How many images are downloaded at once. */
const concurrency = 4

/**
 * The images that links lead to; those that cannot be had are not among them. They are paid for, and the links are the
 * vendor's own: they may take as long as a film may, and are asked for again.
 */
export const download = (links: readonly string[]): Effect.Effect<ReadonlyMap<string, Linked>> =>
  Effect.flatMap(Effect.serviceOption(MediaFetcher), (fetcher) =>
    Option.isNone(fetcher)
      ? Effect.succeed<ReadonlyMap<string, Linked>>(new Map())
      : Effect.suspend(() => fetched(fetcher.value, links))
  )

const fetched = (
  fetcher: MediaFetcher["Service"],
  links: readonly string[]
): Effect.Effect<ReadonlyMap<string, Linked>> => {
  const linked = new Map<string, Linked>()
  const one = (link: string): Effect.Effect<void> =>
    Effect.match(Effect.retry(whole(fetcher, link), again), {
      onSuccess: (image) => void linked.set(link, image),
      onFailure: () => undefined
    })
  return Effect.as(Effect.forEach(links, one, { concurrency, discard: true }), linked)
}

/** Storage that is busy for a moment costs no image. */
const again = {
  while: ({ reason }: GatewayError) => reason === "InvalidRequest",
  times: 2,
  schedule: Schedule.exponential(200)
}

/** All bytes of an image: no more than a whole answer of a vendor may have. */
const whole = ({ stream }: MediaFetcher["Service"], link: string): Effect.Effect<Linked, GatewayError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { answers } = yield* Policies
      const { mime, bytes } = yield* stream(link, { kinds: ["image"] })
      let size = 0
      const counted = Stream.tap(bytes, (piece) => {
        size += piece.length
        return size > answers.whole ? Effect.fail(tooLarge(answers.whole)) : Effect.void
      })
      return { mime, bytes: concat(yield* Stream.runCollect(counted)) }
    })
  )
