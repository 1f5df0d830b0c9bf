import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { type ChatModel, ChatModels } from "../capabilities/models.ts"
import type { Principal } from "../credentials/principal.ts"
import { Metering } from "../telemetry/metering.ts"
import { mostOf } from "../upstream/attempt.ts"
import { concatInTurns } from "../upstream/bytes.ts"
import { tooLarge } from "../upstream/failures.ts"
import type { UpstreamRequest, UpstreamStream } from "../upstream/upstream.ts"
import { GatewayError } from "../core/errors/error.ts"
import type { StreamFraming } from "../core/framing/transducer.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import { callModel, withCalledHost, errorOf, isSuccess } from "./call-model.ts"
import {
  type RequestedCall,
  clientOf,
  type PreparedCall,
  type Reply,
  type ChatAnswer,
  type ChatWire,
  placedFor,
  type ReplyStream
} from "./chat-exchange.ts"
import {
  type ChatPrepareResult,
  type ChatPrepareInput,
  chatPrepareJob,
  type ChatReplyInput,
  chatReplyJob
} from "./chat-jobs.ts"
import { strictViolation, badRequest } from "./client-errors.ts"
import { type FetchedMediaByUrl, fetchMedia, noMedia, unfetched } from "./fetch-media.ts"
import { type Job, perform } from "./offload.ts"
import { type CallOpening, CallOutcome, failing } from "./outcome.ts"
import { findModel, unknownModel, calledAs, forbidden } from "./permission.ts"
import { Policies } from "./policies.ts"
import { replyHandlers, streamOf } from "./reply-handlers.ts"
import { notesHeader, printNotes } from "./reported-notes.ts"
import { inFraming, serveStream } from "./serve-stream.ts"

/** A request of a chat endpoint. */
export interface IncomingChat {
  readonly requestId: string
  readonly principal: Principal
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  /** What the path asks, where the format's bodies do not. */
  readonly path?: RequestedCall
  /** How a stream is to be framed; absent: as the format's are by default. */
  readonly framing?: StreamFraming
}

/** A way to chat models. */
interface ChatHandler {
  readonly answer: (request: IncomingChat) => Effect.Effect<ChatAnswer, GatewayError, ChatModels | Scope.Scope>
  /** What of it may take long. */
  readonly jobs: readonly [Job<ChatPrepareInput, ChatPrepareResult, ChatModels>, Job<ChatReplyInput, Reply, ChatModels>]
}

/** The one path of a chat call: read, check, find the model, pass or translate, call, answer. */
export const chat = (wire: ChatWire): ChatHandler => {
  const prepare = chatPrepareJob(wire)
  const reply = chatReplyJob(wire)
  return {
    jobs: [prepare, reply],
    answer: (request) =>
      Effect.contextWith((services: Context.Context<ChatModels | Scope.Scope>) =>
        Effect.flatMapEager(permittedFor(prepare, wire, request, services), (permitted) => {
          const refused = strictViolation(permitted.call.notes, Context.get(services, Policies).strict)
          if (refused !== undefined) return Effect.fail(refused)
          const ready = readyFor(reply, wire, request, permitted, services)
          const followed = ready.outcome.follow(Context.get(services, Scope.Scope), Context.get(services, Metering))
          return Effect.andThen(followed, callUpstream(ready))
        })
      )
  }
}

/** A call that its caller may make. */
interface Permitted {
  readonly asks: RequestedCall
  readonly model: ChatModel
  readonly call: PreparedCall
}

/** The call of a request; what its body names by URLs is fetched where the model takes bytes alone. */
const permittedFor = (
  job: ChatHandler["jobs"][0],
  wire: ChatWire,
  { principal, headers, path, body }: IncomingChat,
  services: Context.Context<ChatModels>
): Effect.Effect<Permitted, GatewayError> => {
  const read = { headers: pick(headers, wire.headers), path, policy: Context.get(services, Policies) }
  const prepare = (bytes: Uint8Array, media: FetchedMediaByUrl): Effect.Effect<Permitted, GatewayError> =>
    Effect.flatMapEager(perform(job, { ...read, body: bytes, media }, bytes.length, services), ({ asks, call }) => {
      const model = findModel(Context.get(services, ChatModels), principal, asks.model)
      if (model === undefined || call === undefined) return Effect.fail(unknownModel(asks.model))
      if ("request" in call) return permitted(principal, asks, model, call)
      if ("message" in call) return Effect.fail(badRequest(call.pointer, call.message))
      if (media !== noMedia) return Effect.fail(unfetched(call.needs[0]))
      return Effect.flatMap(fetchMedia(call.needs), (fetched) => prepare(call.body, fetched))
    })
  return prepare(body, noMedia)
}

/** A call with its vendor's key, where its caller may make it. */
const permitted = (
  principal: Principal,
  asks: RequestedCall,
  model: ChatModel,
  call: PreparedCall
): Effect.Effect<Permitted, GatewayError> => {
  const denied = forbidden(principal, [calledAs(model), ...call.named])
  if (denied !== undefined) return Effect.fail(denied)
  const request = model.keyed === undefined ? call.request : model.keyed(call.request)
  return request === undefined ? Effect.fail(exchanged()) : Effect.succeed({ asks, model, call: { ...call, request } })
}

const exchanged = (): GatewayError =>
  new GatewayError("Overloaded", "The models changed while the request was read. Send it again.", { retryAfter: 1 })

const readyFor = (
  job: ChatHandler["jobs"][1],
  wire: ChatWire,
  request: IncomingChat,
  { asks, model, call }: Permitted,
  services: Context.Context<ChatModels>
): ReadyCall => {
  const { requestId, framing = wire.format.framings[0] } = request
  const { notes, reading } = call
  const policy = Context.get(services, Policies)
  const now = Context.get(services, Clock.Clock).currentTimeMillisUnsafe()
  const created = Math.floor(now / 1000)
  const stamp = { id: wire.idPrefix + requestId, created, model: model.target.model, requestId }
  const told = { policy, stamp, model: asks.model, reading, stream: asks.stream }
  return {
    request: call.request,
    notes,
    open: () => replyHandlers(clientOf(wire, policy, stamp), model, reading).stream(),
    reply: (body) => perform(job, { ...told, body }, body.length, services),
    model,
    outcome: new CallOutcome(openingOf(wire, request, asks, model), notes),
    stream: asks.stream,
    wire,
    framing,
    most: policy.answers.whole
  }
}

const openingOf = (
  { endpoint, format }: ChatWire,
  { requestId, principal }: IncomingChat,
  { model, stream }: RequestedCall,
  to: ChatModel
): CallOpening => ({
  requestId,
  endpoint,
  principal: principal.name,
  model,
  sent: to.target.model,
  family: to.family,
  formats: { client: format.id, upstream: to.format.id },
  stream
})

const pick = (
  headers: Readonly<Record<string, string | undefined>>,
  names: readonly string[]
): Record<string, string> => {
  const out: Record<string, string> = {}
  for (const name of names) {
    const value = headers[name]
    if (value !== undefined) out[name] = value
  }
  return out
}

/** A call that is ready to be made. */
interface ReadyCall {
  readonly request: UpstreamRequest
  readonly notes: readonly TranslationNote[]
  /** The stream that an upstream's becomes. */
  readonly open: () => ReplyStream
  /** What an upstream's whole answer becomes: an answer, or the bytes of a stream. */
  readonly reply: (body: Uint8Array) => Effect.Effect<Reply, GatewayError>
  readonly model: ChatModel
  readonly outcome: CallOutcome
  readonly stream: boolean
  readonly wire: ChatWire
  /** How the client wants a stream framed. */
  readonly framing: StreamFraming
  /** The most bytes of a whole answer. */
  readonly most: number
}

/** Calls the upstream, and answers as the client wants it: whole or as it comes. */
const callUpstream = (ready: ReadyCall): Effect.Effect<ChatAnswer, GatewayError, Scope.Scope> =>
  failing(
    Effect.mapError(
      Effect.suspend(() => (ready.stream ? streamed(ready) : whole(ready))),
      (error) => withCalledHost(ready.request, placedFor(ready.wire.format, ready.model.format, error))
    ),
    ready.outcome
  )

const whole = ({ request, notes, reply, model, outcome }: ReadyCall): Effect.Effect<ChatAnswer, GatewayError> =>
  Effect.flatMap(callModel(model, request), ({ body: bytes }) =>
    Effect.mapEager(reply(bytes), ({ body, usage, notes: more }) => {
      outcome.watch(
        () => usage,
        () => more
      )
      outcome.settle(undefined)
      return answer("application/json", body, headerNotes(notes, more))
    })
  )

const streamed = (ready: ReadyCall): Effect.Effect<ChatAnswer, GatewayError, Scope.Scope> =>
  Effect.flatMap(ready.model.upstream.stream(ready.request), (reply) => {
    if (!isSuccess(reply.status)) {
      return Effect.flatMap(gather(reply, mostOf(reply.status, ready.most)), (body) =>
        Effect.fail(errorOf(ready.model, { ...reply, body }))
      )
    }
    if (!isJson(reply.headers["content-type"])) return serve(ready, ready.open(), reply)
    return Effect.flatMap(Effect.flatMap(gather(reply, ready.most), ready.reply), (told) =>
      serve(ready, streamOf(told), { body: Stream.empty, drain: () => undefined })
    )
  })

const serve = (
  { request, notes, outcome, wire, framing }: ReadyCall,
  stream: ReplyStream,
  { body, drain }: Pick<UpstreamStream, "body" | "drain">
): Effect.Effect<ChatAnswer, GatewayError, Scope.Scope> => {
  const machine = inFraming(stream, wire.format, framing)
  outcome.watch(machine.usage, machine.notes)
  return Effect.map(
    serveStream(body, machine, wire.keepAlive, (failure) => {
      outcome.settle(failure && withCalledHost(request, failure))
      if (failure === undefined) drain()
    }),
    (out) => answer(framing.contentType, out, notes, streamHeaders)
  )
}

const isJson = (type: string | undefined): boolean => type !== undefined && /^application\/json\b/i.test(type)

/** An answer that should have been a stream, whole. */
const gather = ({ body }: UpstreamStream, most: number): Effect.Effect<Uint8Array, GatewayError> =>
  Effect.suspend(() => {
    let bytes = 0
    const pieces = Stream.mapEffect(body, (piece) =>
      (bytes += piece.length) > most ? Effect.fail(tooLarge(most)) : Effect.succeed(piece)
    )
    return Effect.flatMap(Stream.runCollect(pieces), concatInTurns)
  })

/** What the header tells: nothing that is true of how every translated answer looks. */
const headerNotes = (
  request: readonly TranslationNote[],
  reply: readonly TranslationNote[]
): readonly TranslationNote[] =>
  reply.length === 0 ? request : [...request, ...reply.filter(({ severity }) => severity !== "cosmetic")]

const streamHeaders = { "cache-control": "no-cache, no-transform", "x-accel-buffering": "no" }

const answer = (
  type: string,
  body: ChatAnswer["body"],
  notes: readonly TranslationNote[],
  more: Readonly<Record<string, string>> = {}
): ChatAnswer => ({
  status: 200,
  headers: { "content-type": type, ...more, ...(notes.length === 0 ? {} : { [notesHeader]: printNotes(notes) }) },
  body
})
