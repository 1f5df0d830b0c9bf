import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ImageModel, ImageModels } from "../../capabilities/models.ts"
import { MediaFetcher } from "../../media/fetch/fetcher.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { ask } from "../ask.ts"
import { fetchMedia } from "../fetch-media.ts"
import { type Failed, failedOf, type Job } from "../offload.ts"
import { wrong } from "../open.ts"
import { type Replied, requestsOf, tellBy, telling } from "../telling.ts"
import { type Made, type Way, whole } from "../whole.ts"
import type { Given, Written } from "../written.ts"
import { answered } from "./answer.ts"
import type { Call, CameState, ImageAsk, ImageState, Imaging, Lacking } from "./ask.ts"
import { download } from "./download.ts"

export type { ImageAsk } from "./ask.ts"
export { written } from "./call.ts"

/** The path of a call for images: normalised, split into calls, what they need fetched, and their answers joined. */
export const images = <G extends Given, Asked extends ImageAsk>(imaging: Imaging<G, Asked>) => {
  const { endpoint, format, read, write } = imaging
  const tell = telling({ endpoint, models: ImageModels, tell: answered(imaging) })
  const { answer, prepare } = whole({
    endpoint,
    format,
    models: ImageModels,
    read,
    write,
    run: (way: Way<Omit<G, "body">, ImageModel, Call, ImageState>) => run(tell, way)
  })
  return { jobs: [prepare, tell], answer }
}

/** The job that tells an answer. */
type Tell<About> = Job<Replied<About, CameState>, Made | Lacking, ImageModels>

const run = <About>(
  tell: Tell<About>,
  way: Way<About, ImageModel, Call, ImageState>
): Effect.Effect<Made, GatewayError, ImageModels> =>
  Effect.gen(function* () {
    const { about, model, written } = way
    if (written.state.downloads && Option.isNone(yield* Effect.serviceOption(MediaFetcher)))
      return yield* Effect.fail(undownloaded())
    const { needs } = written
    const sent = needs.length === 0 ? written : yield* way.again(yield* fetchMedia(needs, ["image"]))
    const { replies, failures } = yield* askEach(model, sent)
    const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const state = { ...written.state, failures, now }
    const told = yield* tellBy(tell, way, { about, state, replies })
    if (!("links" in told)) return told
    const linked = yield* download(told.links)
    const bytes = [...linked.values()].reduce((sum, image) => sum + image.bytes.length, 0)
    const again = yield* tellBy(tell, way, { about, state: { ...state, linked }, replies: told.replies }, bytes)
    return "links" in again ? yield* Effect.die(new Error("Links were followed twice.")) : again
  })

/** How many calls of one request are under way at once. */
const concurrency = 4

/** Makes all calls. That one fails does not end the others. */
const askEach = (
  model: ImageModel,
  written: Written<Call, ImageState>
): Effect.Effect<{ readonly replies: readonly Uint8Array[]; readonly failures: ReadonlyMap<number, Failed> }> =>
  Effect.suspend(() => {
    const failures = new Map<number, Failed>()
    const one = (request: Parameters<typeof ask>[1], index: number): Effect.Effect<Uint8Array> =>
      Effect.match(ask(model, request), {
        onSuccess: ({ body }) => body,
        onFailure: (error) => {
          failures.set(index, failedOf(error))
          return new Uint8Array(0)
        }
      })
    return Effect.map(Effect.forEach(requestsOf(model, written), one, { concurrency }), (replies) => ({
      replies,
      failures
    }))
  })

const undownloaded = (): GatewayError =>
  wrong("/response_format", "This model gives links, and this gateway downloads none. Ask for `url`.")
