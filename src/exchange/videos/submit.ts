import * as Effect from "effect/Effect"
import { type VideoModel, VideoModels } from "../../capabilities/models.ts"
import type { Task, IdempotencyClaim } from "../../tasks/store.ts"
import { encodeBytes } from "../../core/bytes.ts"
import { concatBytes } from "../../core/collections.ts"
import type { UpstreamRequest } from "../../upstream/upstream.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { Invalid, fail, succeed, type Result } from "../../core/errors/invalid.ts"
import { canonicalPieces } from "../../core/json/exact.ts"
import { type JsonText, type JsonTemplate, stringifyJson } from "../../core/json/json.ts"
import type { VideoCall, VideoRequest } from "../../core/video.ts"
import { sending, namedInCall } from "../images/calls.ts"
import { requestsOf } from "../call-model.ts"
import { invalidRequest, refusedRequest } from "../answer.ts"
import { type FetchedMediaByUrl, fetchMedia } from "../../media/fetch/fetcher.ts"
import type { Steps } from "../offload.ts"
import {
  type UnaryResult,
  type UnaryCall,
  unary,
  type UnaryInput,
  type ParsedRequest,
  type WrittenCalls
} from "../unary.ts"
import { VideoTasks } from "./tasks.ts"

/** What a submit is read of. */
export interface VideoInput extends UnaryInput {
  readonly contentType: string | undefined
  /** What the client says to have one task for many tries. */
  readonly key: string | undefined
}

/** What the address of a submit depends on. */
type Call = Omit<VideoCall, "body">

/** What a task is started with. */
interface VideoState {
  /** What of the request is told again, as texts by their names. */
  readonly extras: Readonly<Record<string, string>>
  /** Whether a link to the video is told once it is there. */
  readonly link: boolean
  /** What the client's key stands for, where it says one. */
  readonly bodyBytes?: Uint8Array
}

/** The submit of a request, before it is known for what a key stands. */
export type WrittenVideo = WrittenCalls<Call, Omit<VideoState, "bodyBytes">>

/** What is answered about a task as it is now. */
export type TaskAnswer = Effect.Effect<JsonTemplate, GatewayError, VideoTasks>

/** An endpoint for videos: how it reads a request and writes the submit, and how it tells of the task. */
interface VideoEndpoint<Asked extends ParsedRequest> {
  readonly endpoint: string
  /** The format of its clients. */
  readonly format: string
  readonly read: (given: VideoInput) => Steps<Asked>
  readonly write: (ask: Asked, model: VideoModel, media: FetchedMediaByUrl) => Steps<WrittenVideo>
  readonly answer: (task: Task) => TaskAnswer
}

/** The path of a submit: normalised, looked over, then a task of its own. */
export const submitVideo = <Asked extends ParsedRequest>({
  endpoint,
  format,
  read,
  write: submit,
  answer: tell
}: VideoEndpoint<Asked>) => {
  const { answer, prepare } = unary({
    endpoint,
    format,
    models: VideoModels,
    *read(given: VideoInput): Steps<Asked & { readonly claims: boolean }> {
      const ask = yield* read(given)
      if (!ask.ok) return ask
      const key = keyIn(given.key)
      return key.ok ? succeed({ ...ask.value, claims: key.value !== undefined }) : key
    },
    *write(ask, model: VideoModel, media): Steps<WrittenCalls<Call, VideoState>> {
      const written = yield* submit(ask, model, media)
      if (!written.ok || !ask.claims || media.size > 0) return written
      const bodyBytes = yield* saidAt(endpoint, ask.body)
      return bodyBytes.ok
        ? succeed({ ...written.value, state: { ...written.value.state, bodyBytes: bodyBytes.value } })
        : bodyBytes
    },
    run: (way: UnaryCall<Omit<VideoInput, "body">, VideoModel, Call, VideoState>) => run(way, tell)
  })
  return { jobs: [prepare], answer }
}

const run = Effect.fnUntraced(function* (
  way: UnaryCall<Omit<VideoInput, "body">, VideoModel, Call, VideoState>,
  tell: (task: Task) => TaskAnswer
): Effect.fn.Return<UnaryResult, GatewayError, VideoTasks> {
  const { about, caller, requestedModel, model, follow, calls: written } = way
  const { extras, link, bodyBytes } = written.state
  const claim = about.key === undefined || bodyBytes === undefined ? undefined : yield* claimOf(about.key, bodyBytes)
  const task = yield* (yield* VideoTasks).start({
    owner: caller.principal.name,
    requestedModel,
    model,
    request: sentBy(way),
    follow,
    ...(claim === undefined ? {} : { claim }),
    handing: { link, download: model.downloads },
    extras
  })
  return { body: stringifyJson(yield* tell(task)), notes: [] }
})

/** The submit as it is sent, with the bytes that it needs. */
const sentBy = ({
  model,
  calls: written,
  again
}: UnaryCall<unknown, VideoModel, Call, VideoState>): Effect.Effect<UpstreamRequest, GatewayError> => {
  const { needs } = written
  const sent = needs.length === 0 ? Effect.succeed(written) : Effect.flatMap(fetchMedia(needs, ["image"]), again)
  return Effect.flatMap(sent, (ready) => {
    const [request] = requestsOf(model, ready)
    return request === undefined ? Effect.die(new Error("Nothing was written.")) : Effect.succeed(request)
  })
}

/** The submit of a request to a model. */
export function* writeVideoCall(
  { body }: { readonly body: JsonText },
  link: boolean,
  model: VideoModel,
  media: FetchedMediaByUrl
): Steps<WrittenVideo> {
  const normalised = model.normalise(body)
  if (!normalised.ok) {
    const { error } = normalised
    return fail(error instanceof Invalid ? invalidRequest(error) : refusedRequest(error))
  }
  yield
  const { value: request, notes } = normalised.value
  const encoded = model.format.encodeRequest(request, media)
  if (!encoded.ok) return fail(refusedRequest(encoded.error))
  const { call, needs } = encoded.value.value
  const named = namedInCall(call)
  if (!named.ok) return named
  const all = {
    notes: [...notes, ...encoded.value.notes],
    named: named.value,
    needs,
    state: { extras: extrasOf(request), link }
  }
  if (needs.length > 0) return succeed({ ...all, calls: [], bodies: [] })
  const { body: content, ...address } = call
  const sent = yield* sending(content)
  if (!sent.ok) return sent
  const { body: bytes, ...type } = sent.value
  return succeed({ ...all, calls: [{ call: address, ...type }], bodies: [bytes] })
}

const extrasOf = (request: VideoRequest): Readonly<Record<string, string>> => {
  const { seconds } = request
  const size = sizeOf(request)
  return {
    ...(seconds === undefined ? {} : { seconds: String(seconds) }),
    ...(size === undefined ? {} : { size })
  }
}

/** Width and height in pixels; what is said as a ratio and a resolution has so many on its short side. */
const sizeOf = ({ size, ratio = "", resolution = "" }: VideoRequest): string | undefined => {
  if (size !== undefined) return `${size.width}x${size.height}`
  const [across = NaN, down = NaN] = ratio.split(":").map(Number)
  const short = Number.parseInt(resolution, 10)
  const unit = short / Math.min(across, down)
  const [width, height] = [across, down].map((side) => 2 * Math.round((side * unit) / 2))
  return Number.isNaN(unit) ? undefined : `${width}x${height}`
}

/** The longest idempotency key. */
const longestKey = 255

/** What a client says to have one task for many tries of the same body at the same endpoint; absent: it says nothing. */
const keyIn = (header: string | undefined): Result<string | undefined, GatewayError> => {
  if (header === undefined || header === "") return succeed(undefined)
  return header.length > longestKey ? fail(tooLong()) : succeed(header)
}

/** How many characters are encoded at once. */
const slice = 256 * 1024

/**
 * What a key stands for. Bodies that say the same are the same, however they are written: as JSON with other white
 * space, or as a form with other boundaries.
 */
function* saidAt(endpoint: string, { value = null }: JsonText): Steps<Uint8Array, never> {
  const pieces: Uint8Array[] = []
  let text = `${endpoint}\n`
  for (const piece of canonicalPieces(value)) {
    text += piece
    if (text.length < slice) continue
    pieces.push(encoder.encode(text))
    text = ""
    yield
  }
  return succeed(concatBytes([...pieces, encoder.encode(text)]))
}

/** A key with the digest of what it stands for. */
const claimOf = (key: string, body: Uint8Array): Effect.Effect<Omit<IdempotencyClaim, "until">> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new Uint8Array(body))),
    (digest) => ({ key, hash: encodeBytes(new Uint8Array(digest)) })
  )

const encoder = new TextEncoder()

const tooLong = (): GatewayError =>
  new GatewayError("InvalidRequest", `The \`Idempotency-Key\` is longer than ${longestKey} characters.`)
