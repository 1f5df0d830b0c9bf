import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { ChatModel } from "../capabilities/chat-models.ts"
import { concat } from "../upstream/bytes.ts"
import type { UpstreamStream } from "../upstream/upstream.ts"
import { GatewayError } from "../words/error.ts"
import type { Framing } from "../words/framing.ts"
import type { Note } from "../words/note.ts"
import type { Exchange, ReplyStream } from "./exchange.ts"
import { notesHeader, printNotes } from "./notes-header.ts"
import type { Outcome } from "./outcome.ts"
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
  Effect.tapCause(
    Effect.suspend(() => (ready.stream ? streamed(ready) : whole(ready))),
    ({ reasons }) =>
      Effect.sync(() => {
        const failed = reasons.find(Cause.isFailReason)
        if (failed !== undefined) ready.outcome.settle(failed.error)
        else if (reasons.some(Cause.isDieReason)) ready.outcome.settle(new GatewayError("Internal", "A defect."))
      })
  )

const whole = ({ exchange, model, outcome }: Ready): Effect.Effect<ChatAnswer, GatewayError> =>
  Effect.flatMap(model.upstream.unary(exchange.request), ({ status, headers, body, attempts }) => {
    if (!isSuccess(status)) return Effect.fail(errorOf(model, status, headers, body, attempts))
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
      return Effect.flatMap(gather(reply), (body) =>
        Effect.fail(errorOf(model, reply.status, reply.headers, body, reply.attempts))
      )
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

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const isJson = (type: string | undefined): boolean => type !== undefined && /^application\/json\b/i.test(type)

/** The most that is read of an answer that should have been a stream, in bytes. */
const mostGathered = 16 * 1024 * 1024

const gather = ({ body }: UpstreamStream): Effect.Effect<Uint8Array, GatewayError> => {
  let bytes = 0
  const pieces = Stream.takeWhile(body, (piece) => (bytes += piece.length) <= mostGathered)
  return Effect.map(Stream.runCollect(pieces), concat)
}

const decoder = new TextDecoder()

/** An upstream's error as one of ours, with what it says about trying again. */
const errorOf = (
  model: ChatModel,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  attempts: number
): GatewayError => {
  const error = model.format.decodeError(status, headers, decoder.decode(body))
  const said = headers["x-should-retry"]
  if (attempts > 1 || said === "false") return error.with({ shouldRetry: false })
  return said === "true" ? error.with({ shouldRetry: true }) : error
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
