import type { RequestedCall } from "./body.ts"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type ChatModel, ChatModels } from "../capabilities/models.ts"
import { type Principal, Secrets } from "../credentials/credentials.ts"
import { mostOf } from "../upstream/attempt.ts"
import { flowOf, flowStream, peekFlow } from "../upstream/flow.ts"
import { isSuccess, type UpstreamRequest, type UpstreamStream, requestRedactor } from "../upstream/upstream.ts"
import { GatewayError } from "../core/errors/error.ts"
import type { StreamFraming } from "../core/framing/transducer.ts"
import { type RecalledHistory, recalledSize } from "../core/history.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import { type Answer, successAnswer, strictViolation, badRequest } from "./answer.ts"
import { calledIn, callModel, collectBytes, errorOf, isEvents, isJson, issuerOf, withCalledHost } from "./call-model.ts"
import { clientOf, type PreparedCall, type Reply, type ChatWire, placedFor, type ReplyStream } from "./chat-exchange.ts"
import { chatPrepareJob, chatReplyJob } from "./chat-jobs.ts"
import { type FetchedMediaByUrl, fetchMedia, noMedia, unfetched } from "../media/fetch/fetcher.ts"
import { errorFrom, type Job, perform, tellPaid } from "./offload.ts"
import { CallOutcome, failing, openingOf } from "./outcome.ts"
import { findModel, missingModel, calledModel, forbidden, type RequestCaller } from "./permission.ts"
import { type AnswerKeeper, newAnswerId } from "./history.ts"
import { Policies } from "./policies.ts"
import { replyHandlers, replyStream } from "./reply-handlers.ts"
import { inFraming, serveStream } from "./serve-stream.ts"
import { withoutKeys, withoutSecrets } from "./without-secrets.ts"

/** A request of a chat endpoint. */
export interface IncomingChat extends RequestCaller {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  /** What the path asks, where the format's bodies do not. */
  readonly path?: RequestedCall
  /** The model that the path names, which the body need not. */
  readonly deployment?: string | undefined
  /** How a stream is to be framed; absent: as the format's are by default. */
  readonly framing?: StreamFraming
}

/** A way to chat models. */
interface ChatHandler {
  readonly answer: (request: IncomingChat) => Effect.Effect<Answer, GatewayError, ChatModels | Scope.Scope>
  /** What of it may take long. */
  readonly jobs: readonly Job<never, unknown, ChatModels>[]
}

/**
 * The one path of a chat call: read the request and prepare its call, ask whether its caller may make it, object where
 * the policy is strict, call, and answer with what came, passed or translated. How it went is recorded once.
 */
export const chat = (wire: ChatWire): ChatHandler => {
  const prepare = chatPrepareJob(wire)
  const reply = chatReplyJob(wire)
  return {
    jobs: [prepare, reply, ...(wire.history?.jobs ?? [])],
    answer: (request) =>
      Effect.contextWith((services: Context.Context<ChatModels | Scope.Scope>) =>
        Effect.flatMapEager(prepareAndPermit(prepare, wire, request, services), (permitted) => {
          const refused = strictViolation(permitted.call.notes, Context.get(services, Policies).strict)
          if (refused !== undefined) return Effect.fail(refused)
          const ready = readyCall(reply, wire, request, permitted, services)
          const recorded = ready.outcome.follow(services)
          return Effect.andThen(recorded, callUpstream(ready))
        })
      )
  }
}

/** A call that its caller may make. */
interface PermittedCall {
  readonly requested: RequestedCall
  readonly model: ChatModel
  readonly call: PreparedCall
}

/** The call of a request; what its body names by URLs is fetched where the model takes bytes alone. */
const prepareAndPermit = (
  job: ReturnType<typeof chatPrepareJob>,
  wire: ChatWire,
  { principal, headers, path, deployment, body }: IncomingChat,
  services: Context.Context<ChatModels>
): Effect.Effect<PermittedCall, GatewayError> => {
  const policy = Context.get(services, Policies)
  const { history } = wire
  const store = history?.storeIn(services)
  const about = { headers: pickHeaders(headers, wire.headers), path, deployment, policy, keeps: store !== undefined }
  const prepare = (
    bytes: Uint8Array,
    media: FetchedMediaByUrl,
    recalled?: RecalledHistory
  ): Effect.Effect<PermittedCall, GatewayError> => {
    const size = recalled === undefined ? bytes.length : bytes.length + recalledSize(recalled)
    return Effect.flatMapEager(
      perform(job, { ...about, body: bytes, media, recalled }, size, services),
      ({ requested, call }) => {
        const model = findModel(Context.get(services, ChatModels), principal, requested.model)
        if (model === undefined || call === undefined)
          return Effect.fail(missingModel(services, principal, requested.model))
        if ("request" in call) return permitCall(principal, requested, calledIn(model, call.plan.format), call)
        if ("names" in call) {
          if (history === undefined) return Effect.die("An endpoint without a history names nothing of one.")
          const named = history.recall(store, history.format, principal.name, call.names, issuerOf(model))
          return Effect.flatMap(named, (found) => prepare(call.body, media, found))
        }
        if ("message" in call) return Effect.fail(badRequest(call.pointer, call.message, call.code))
        if (media !== noMedia) return Effect.fail(unfetched(call.needs[0]))
        return Effect.flatMap(fetchMedia(call.needs), (fetched) => prepare(call.body, fetched, recalled))
      }
    )
  }
  return prepare(body, noMedia)
}

const pickHeaders = (headers: IncomingChat["headers"], names: readonly string[]): Record<string, string> => {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = headers[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}

/** A call with its vendor's key, where its caller may make it. */
const permitCall = (
  principal: Principal,
  requested: RequestedCall,
  model: ChatModel,
  call: PreparedCall
): Effect.Effect<PermittedCall, GatewayError> => {
  const denied = forbidden(principal, [calledModel(model), ...call.named])
  if (denied !== undefined) return Effect.fail(denied)
  const request = model.keyed === undefined ? call.request : model.keyed(call.request)
  return request === undefined
    ? Effect.fail(modelsChanged())
    : Effect.succeed({ requested, model, call: { ...call, request } })
}

const modelsChanged = (): GatewayError =>
  new GatewayError("Overloaded", "The models changed while the request was read. Send it again.", { retryAfter: 1 })

/** A call that is ready to be made. */
interface ReadyCall {
  readonly request: UpstreamRequest
  readonly notes: readonly TranslationNote[]
  /** The stream that an upstream's becomes. */
  readonly openStream: () => ReplyStream
  /** What an upstream's whole answer becomes: an answer, or the bytes of a stream. */
  readonly reply: (body: Uint8Array) => Effect.Effect<Reply, GatewayError>
  readonly model: ChatModel
  readonly outcome: CallOutcome
  readonly stream: boolean
  readonly wire: ChatWire
  /** How the client wants a stream framed. */
  readonly framing: StreamFraming
  /** Keeps its answer for its client; absent: nothing is kept. */
  readonly keeper: AnswerKeeper | undefined
  /** The most bytes of a whole answer. */
  readonly most: number
}

const readyCall = (
  job: ReturnType<typeof chatReplyJob>,
  wire: ChatWire,
  caller: IncomingChat,
  { requested, model, call: { request, notes, plan, toStore } }: PermittedCall,
  services: Context.Context<ChatModels>
): ReadyCall => {
  const { requestId, framing = wire.format.framings[0] } = caller
  const policy = Context.get(services, Policies)
  const now = () => Math.floor(Context.get(services, Clock.Clock).currentTimeMillisUnsafe() / 1000)
  const { history } = wire
  const id = history === undefined ? wire.idPrefix + requestId : newAnswerId(wire.idPrefix)
  const defaults = { id, created: now(), model: model.target.model, requestId }
  const client = clientOf(wire, policy, { ...defaults, now }, Context.get(services, Secrets))
  const keys = requestRedactor(request)
  const about = { policy, defaults, model: requested.model, plan, stream: requested.stream }
  const answering = { models: ChatModels, model, called: (found: ChatModel) => calledIn(found, plan.format) }
  const kept = toStore && { ...toStore, issuer: issuerOf(model), model: requested.model }
  const opening = openingOf({ endpoint: wire.endpoint, format: wire.format.id, caller, requested }, model)
  return {
    request,
    notes,
    openStream: () => replyHandlers({ ...client, keys }, model, plan).stream(),
    reply: (body) => {
      const size = body.length + (plan.preferences.echo?.length ?? 0)
      const made = tellPaid(job, { ...about, body, ended: now() }, size, answering, services)
      return Effect.flatMapEager(made, (told) => withoutSecrets(client, told))
    },
    model,
    outcome: new CallOutcome(opening, notes),
    stream: requested.stream,
    wire,
    framing,
    keeper: history?.keeper(history.storeIn(services), wire.format, caller.principal.name, kept, (answer) =>
      withoutKeys(keys, answer)
    ),
    most: policy.answers.whole
  }
}

/** Calls the upstream, and answers as the client wants it: whole or as it comes. */
const callUpstream = (ready: ReadyCall): Effect.Effect<Answer, GatewayError, Scope.Scope> =>
  failing(
    Effect.mapError(
      Effect.suspend(() => (ready.stream ? answerStream(ready) : answerWhole(ready))),
      (error) => withCalledHost(ready.request, placedFor(ready.wire.format, ready.model.format, error))
    ),
    ready.outcome
  )

const answerWhole = ({
  request,
  notes,
  reply,
  model,
  outcome,
  keeper
}: ReadyCall): Effect.Effect<Answer, GatewayError> =>
  Effect.flatMap(callModel(model, request), ({ body: bytes }) =>
    Effect.flatMapEager(reply(bytes), ({ body, usage, notes: more, failure }) => {
      outcome.watch(
        () => usage,
        () => more
      )
      outcome.settle(failure && withCalledHost(request, errorFrom(failure)))
      const answer = (content: Answer["body"]): Answer => successAnswer(content, { notes: headerNotes(notes, more) })
      return keeper === undefined ? Effect.succeed(answer(body)) : Effect.map(keeper.whole(body), answer)
    })
  )

/** What the header tells: nothing that is true of how every translated answer looks. */
const headerNotes = (
  request: readonly TranslationNote[],
  reply: readonly TranslationNote[]
): readonly TranslationNote[] =>
  reply.length === 0 ? request : [...request, ...reply.filter(({ severity }) => severity !== "cosmetic")]

/** A stream's answer; an upstream may answer with an error, or with a whole answer that is told as a stream. */
const answerStream = (ready: ReadyCall): Effect.Effect<Answer, GatewayError, Scope.Scope> =>
  Effect.flatMap(ready.model.upstream.stream(ready.request), (reply) => {
    if (!isSuccess(reply.status)) {
      return Effect.flatMap(collectBytes(reply, mostOf(reply.status, ready.most)), (body) =>
        Effect.fail(errorOf(ready.model, { ...reply, body }))
      )
    }
    if (!isJson(reply.headers["content-type"])) return streamAnswer(ready, ready.openStream(), reply)
    return Effect.flatMap(peekFlow(reply.flow), ({ first, flow }) => {
      if (isEvents(first)) return streamAnswer(ready, ready.openStream(), { flow, drain: reply.drain })
      const collected = collectBytes({ body: flowStream(flow) }, ready.most)
      return Effect.flatMap(Effect.flatMap(collected, ready.reply), (whole) =>
        streamAnswer(ready, replyStream(whole), { flow: flowOf([]), drain: () => undefined })
      )
    })
  })

/** Answers with a stream while it comes. */
const streamAnswer = (
  { request: { upstream, url }, notes, outcome, wire, framing, keeper }: ReadyCall,
  stream: ReplyStream,
  { flow, drain }: Pick<UpstreamStream, "flow" | "drain">
): Effect.Effect<Answer, GatewayError, Scope.Scope> => {
  const framed = inFraming(stream, wire.format, framing)
  outcome.watch(framed.usage, framed.notes)
  return Effect.map(
    serveStream(flow, framed, wire.keepAlive, (failure) => {
      outcome.settle(failure && withCalledHost({ upstream, url }, failure))
      if (failure === undefined) drain()
    }),
    (out) =>
      successAnswer(keeper?.stream(flowStream(out), framed) ?? out, {
        contentType: framing.contentType,
        headers: streamHeaders,
        notes
      })
  )
}

const streamHeaders = { "cache-control": "no-cache, no-transform", "x-accel-buffering": "no" }
