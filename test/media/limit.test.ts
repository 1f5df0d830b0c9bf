import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { limitsOf } from "../../src/config/configuration.ts"
import { liveLimits } from "../../src/hosts/cli/compose.ts"
import { layerNode } from "../../src/media/fetch/node-fetcher.ts"
import { MediaFetcher } from "../../src/media/fetch/fetcher.ts"
import { png } from "./server.ts"

const url = `data:image/png;base64,${png.toString("base64")}`
const most = (each: number) => limitsOf({ media: { each } })

it("how large media may be is the configuration's number, and another one as soon as it is read anew", async () => {
  const live = liveLimits(most(png.length - 1))
  const told = await Effect.gen(function* () {
    const { fetch } = yield* MediaFetcher
    const asked = () => Effect.match(fetch(url), { onSuccess: () => "fetched", onFailure: ({ reason }) => reason })
    const before = yield* asked()
    live.become(most(png.length))
    return [before, yield* asked()]
  }).pipe(Effect.provide(layerNode(live.media)), Effect.runPromise)
  expect(told).toEqual(["PayloadTooLarge", "fetched"])
})
