import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { ChatModel } from "../capabilities/models.ts"
import { concatInTurns } from "../upstream/bytes.ts"
import { tooLarge } from "../upstream/failures.ts"
import { mostOf } from "../upstream/attempt.ts"
import type { UpstreamRequest, UpstreamStream } from "../upstream/upstream.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { StreamFraming } from "../core/framing/transducer.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import { ask, calling, errorOf, isSuccess } from "./ask.ts"
import { placedFor, type Reply, type ReplyStream } from "./exchange.ts"
import { notesHeader, printNotes } from "./notes-header.ts"
import { failing, type Outcome } from "./outcome.ts"
import { reframed } from "./reframe.ts"
import { serveStream } from "./serve-stream.ts"
import { streamOf } from "./translate-reply.ts"
import type { ChatAnswer, ChatWire } from "./wire.ts"

/** A call that is ready to be made. */
export interface Ready {
  readonly request: UpstreamRequest
  readonly notes: readonly TranslationNote[]
  /** The stream that an upstream's becomes. */
  readonly open: () => ReplyStream
  /** What an upstream's whole answer becomes: an answer, or the bytes of a stream. */
  readonly reply: (body: Uint8Array) => Effect.Effect<Reply, GatewayError>
  readonly model: ChatModel
  readonly outcome: Outcome
  readonly stream: boolean
  readonly wire: ChatWire
  /** How the client wants a stream framed. */
  readonly framing: StreamFraming
  /** The most bytes of a whole answer. */
  readonly most: number
}

/** Calls the upstream, and answers as the client wants it: whole or as it comes. */
export const callUpstream = (ready: Ready): Effect.Effect<ChatAnswer, GatewayError, Scope.Scope> =>
  failing(
    Effect.mapError(
      Effect.suspend(() => (ready.stream ? streamed(ready) : whole(ready))),
      (error) => calling(ready.request, placedFor(ready.wire.format, ready.model.format, error))
    ),
    ready.outcome
  )

const whole = ({ request, notes, reply, model, outcome }: Ready): Effect.Effect<ChatAnswer, GatewayError> =>
  Effect.flatMap(ask(model, request), ({ body: bytes }) =>
    Effect.mapEager(reply(bytes), ({ body, usage, notes: more }) => {
      outcome.watch(
        () => usage,
        () => more
      )
      outcome.settle(undefined)
      return answer("application/json", body, told(notes, more))
    })
  )

const streamed = (ready: Ready): Effect.Effect<ChatAnswer, GatewayError, Scope.Scope> =>
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
  { request, notes, outcome, wire, framing }: Ready,
  stream: ReplyStream,
  { body, drain }: Pick<UpstreamStream, "body" | "drain">
): Effect.Effect<ChatAnswer, GatewayError, Scope.Scope> => {
  const machine = reframed(stream, wire.format, framing)
  outcome.watch(machine.usage, machine.notes)
  return Effect.map(
    serveStream(body, machine, wire.keepAlive, (failure) => {
      outcome.settle(failure && calling(request, failure))
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
const told = (request: readonly TranslationNote[], reply: readonly TranslationNote[]): readonly TranslationNote[] =>
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
