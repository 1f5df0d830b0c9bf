import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { ChatModel } from "../capabilities/chat-models.ts"
import { concat } from "../upstream/bytes.ts"
import type { UpstreamStream } from "../upstream/upstream.ts"
import type { GatewayError } from "../words/errors/error.ts"
import type { Framing } from "../words/framing/framing.ts"
import type { Note } from "../words/notes/note.ts"
import { ask, errorOf, isSuccess } from "./ask.ts"
import { type Exchange, placedFor, type ReplyStream } from "./exchange.ts"
import { notesHeader, printNotes } from "./notes-header.ts"
import { failing, type Outcome } from "./outcome.ts"
import { reframed } from "./reframe.ts"
import { serveStream } from "./serve-stream.ts"
import type { ChatAnswer, ChatWire } from "./wire.ts"

/** A call that is ready to be made. */
export interface Ready {
  readonly exchange: Exchange
  readonly model: ChatModel
  readonly outcome: Outcome
  readonly stream: boolean
  readonly wire: ChatWire
  /** How the client wants a stream framed. */
  readonly framing: Framing
}

/** Calls the upstream, and answers as the client wants it: whole or as it comes. */
export const callUpstream = (ready: Ready): Effect.Effect<ChatAnswer, GatewayError, Scope.Scope> =>
  failing(
    Effect.mapError(
      Effect.suspend(() => (ready.stream ? streamed(ready) : whole(ready))),
      (error) => placedFor(ready.wire.format, ready.model.format, error)
    ),
    ready.outcome
  )

const whole = ({ exchange, model, outcome }: Ready): Effect.Effect<ChatAnswer, GatewayError> =>
  Effect.flatMap(ask(model, exchange.request), ({ body }) => {
    const reply = exchange.reply(body)
    if (!reply.ok) return Effect.fail(reply.error)
    const { usage, notes } = reply.value
    outcome.watch(
      () => usage,
      () => notes
    )
    outcome.settle(undefined)
    return Effect.succeed(answer("application/json", reply.value.body, told(exchange.notes, notes)))
  })

const streamed = ({
  exchange,
  model,
  outcome,
  wire,
  framing
}: Ready): Effect.Effect<ChatAnswer, GatewayError, Scope.Scope> =>
  Effect.flatMap(model.upstream.stream(exchange.request), (reply) => {
    if (!isSuccess(reply.status)) {
      return Effect.flatMap(gather(reply), (body) => Effect.fail(errorOf(model, { ...reply, body })))
    }
    const serve = (stream: ReplyStream, body: UpstreamStream["body"]) => {
      const machine = reframed(stream, wire.format, framing)
      outcome.watch(machine.usage, machine.notes)
      return Effect.map(
        serveStream(body, machine, wire.keepAlive, (failure) => outcome.settle(failure)),
        (out) => answer(framing.contentType, out, exchange.notes, streamHeaders)
      )
    }
    if (!isJson(reply.headers["content-type"])) return serve(exchange.stream(), reply.body)
    return Effect.flatMap(gather(reply), (body) => {
      const unfolded = exchange.unfold(body)
      return unfolded.ok ? serve(unfolded.value, Stream.empty) : Effect.fail(unfolded.error)
    })
  })

const isJson = (type: string | undefined): boolean => type !== undefined && /^application\/json\b/i.test(type)

/** The most that is read of an answer that should have been a stream, in bytes. */
const mostGathered = 16 * 1024 * 1024

const gather = ({ body }: UpstreamStream): Effect.Effect<Uint8Array, GatewayError> => {
  let bytes = 0
  const pieces = Stream.takeWhile(body, (piece) => (bytes += piece.length) <= mostGathered)
  return Effect.map(Stream.runCollect(pieces), concat)
}

/** What the header tells: nothing that is true of how every translated answer looks. */
const told = (request: readonly Note[], reply: readonly Note[]): readonly Note[] =>
  reply.length === 0 ? request : [...request, ...reply.filter(({ severity }) => severity !== "cosmetic")]

const streamHeaders = { "cache-control": "no-cache, no-transform", "x-accel-buffering": "no" }

const answer = (
  type: string,
  body: ChatAnswer["body"],
  notes: readonly Note[],
  more: Readonly<Record<string, string>> = {}
): ChatAnswer => ({
  status: 200,
  headers: { "content-type": type, ...more, ...(notes.length === 0 ? {} : { [notesHeader]: printNotes(notes) }) },
  body
})
