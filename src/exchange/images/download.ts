import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { MediaFetcher } from "../../media/fetch/fetcher.ts"
import type { Linked } from "./ask.ts"

/** How many images are downloaded at once. */
const concurrency = 4

/** The images that links lead to; those that cannot be had are not among them. */
export const download = (links: readonly string[]): Effect.Effect<ReadonlyMap<string, Linked>> =>
  Effect.flatMap(Effect.serviceOption(MediaFetcher), (fetcher) =>
    Option.isNone(fetcher)
      ? Effect.succeed<ReadonlyMap<string, Linked>>(new Map())
      : Effect.suspend(() => fetched(fetcher.value, links))
  )

const fetched = (
  { fetch }: MediaFetcher["Service"],
  links: readonly string[]
): Effect.Effect<ReadonlyMap<string, Linked>> => {
  const linked = new Map<string, Linked>()
  const one = (link: string): Effect.Effect<void> =>
    Effect.match(fetch(link), {
      onSuccess: ({ mime, bytes }) => void linked.set(link, { mime, bytes }),
      onFailure: () => undefined
    })
  return Effect.as(Effect.forEach(links, one, { concurrency, discard: true }), linked)
}
