import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ImageModel, ImageModels } from "../../capabilities/image-models.ts"
import { MediaFetcher } from "../../media/fetch/fetcher.ts"
import type { GatewayError } from "../../words/errors/error.ts"
import type { ImageBytes, ImageRequest, ImageResponse } from "../../words/image/image.ts"
import { checked } from "../../words/image/answer.ts"
import { imagesIn } from "../../words/image/turns.ts"
import { Invalid } from "../../words/errors/invalid.ts"
import { type Tree, write } from "../../words/json/json.ts"
import type { Refused } from "../../words/notes/note.ts"
import { fail, type Result, succeed } from "../../words/errors/result.ts"
import { fetchMedia, type Needed } from "../fetch-media.ts"
import { crossing, short } from "../offload.ts"
import { namedInCall } from "../named-in-call.ts"
import { invalid, refused, wrong } from "../open.ts"
import { type Made, type Prepared, type Wanted, whole } from "../whole.ts"
import { call } from "./call.ts"
import { callsOf } from "./calls.ts"
import { download } from "./download.ts"
import { type Called, join } from "./join.ts"

/** What is asked of an image model, and how its client wants the answer. */
export interface ImageAsk extends Wanted {
  /** Whether there must be an image to change. */
  readonly edits: boolean
  readonly write: (response: ImageResponse & { readonly created: number }) => Tree
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, string>>
}

/** The path of a call for images: normalised, split into calls, what they need fetched, and their answers joined. */
export const images = (endpoint: string) =>
  whole<ImageAsk, ImageModel, ImageModels, never>({ endpoint, format: "images", models: ImageModels, prepare })

/** What is asked of a model as calls that are ready to be made. */
export const prepare = (asked: ImageAsk, model: ImageModel): Result<Prepared, GatewayError> => {
  const normalised = model.normalise(asked.body)
  if (!normalised.ok) return fail(objectionOf(normalised.error))
  const { value: request, notes } = normalised.value
  if (asked.edits && imagesIn(request.turns).length === 0) return fail(wrong("/image", "`image` is required."))
  const calls = callsOf(request, model.target.perCall)
  const encoded = model.format.encodeRequest(calls[0], new Map())
  if (!encoded.ok) return fail(refused(encoded.error))
  const { call: written, needs } = encoded.value.value
  const named = namedInCall(written)
  if (!named.ok) return named
  return succeed({
    notes: [...notes, ...encoded.value.notes],
    named: named.value,
    run: run(asked, model, calls, needs)
  })
}

const objectionOf = (error: Invalid | Refused): GatewayError =>
  error instanceof Invalid ? invalid(error) : refused(error)

/** How many calls of one request are under way at once. */
const concurrency = 4

const run = (
  asked: ImageAsk,
  model: ImageModel,
  calls: readonly [ImageRequest, ...ImageRequest[]],
  needs: readonly Needed[]
): Effect.Effect<Made, GatewayError> =>
  Effect.gen(function* () {
    const downloads = calls[0].as === "bytes" && model.target.links === true
    if (downloads && Option.isNone(yield* Effect.serviceOption(MediaFetcher))) return yield* Effect.fail(undownloaded())
    const bytes = yield* fetchMedia(needs, ["image"])
    const answers = yield* Effect.forEach(calls, (one) => called(model, one, bytes, downloads), { concurrency })
    const joined = join(calls, answers)
    if (!joined.ok) return yield* Effect.fail(joined.error)
    const { value: response, notes } = joined.value
    const created = response.created ?? Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const { usage } = response
    yield* turn(response)
    const body = crossing(write(asked.write({ ...response, created })))
    return { body, headers: asked.headers, notes, ...(usage === undefined ? {} : { usage }) }
  })

/** What comes of a call; that one fails does not end the others. */
const called = (
  model: ImageModel,
  request: ImageRequest,
  bytes: ImageBytes,
  downloads: boolean
): Effect.Effect<Called> =>
  Effect.matchEffect(call(model, request, bytes), {
    onSuccess: ({ value, notes }) =>
      Effect.map(downloads ? download(value) : Effect.succeed(value), (made) =>
        succeed({ value: { ...made, images: made.images.map(checked) }, notes })
      ),
    onFailure: (error) => Effect.succeed(fail(error))
  })

/** Lets others have their turn where there are long images. */
const turn = ({ images: made }: ImageResponse): Effect.Effect<void> =>
  made.some((image) => "base64" in image && image.base64.length > short) ? Effect.yieldNow : Effect.void

const undownloaded = (): GatewayError =>
  wrong("/response_format", "This model gives links, and this gateway downloads none. Ask for `url`.")
