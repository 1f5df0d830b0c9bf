import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ChatModel } from "../capabilities/models.ts"
import type { ChatRequest } from "../core/chat/chat.ts"
import { GatewayError } from "../core/errors/error.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import type { UpstreamFormat } from "../core/format.ts"
import { placeOf } from "../core/notes/note.ts"
import { concatInTurns } from "../upstream/attempt.ts"
import { tooLarge } from "../upstream/failures.ts"
import {
  isSuccess,
  type UpstreamRequest,
  type Upstream,
  type UpstreamReply,
  type UpstreamStream
} from "../upstream/upstream.ts"
import { badRequest } from "./answer.ts"
import { type ErrorData, errorData, errorFrom } from "./offload.ts"
import type { ReplyInput, WrittenCalls } from "./unary.ts"

/**
 * A model as it is called for a request: in its client's own format where it takes the request in that, else in the one
 * that it takes; in its first where it takes the request in both. What it takes in none is refused.
 *
 * @param client the id of the client's format
 */
export const modelFor = (model: ChatModel, client: string, request: ChatRequest): Result<ChatModel, GatewayError> => {
  const { also } = model
  if (also === undefined) return succeed(model)
  const calls = also.format.id === client ? [also, model] : [model, also]
  const called = (["whole", "changed"] as const)
    .map((how) => calls.find(({ takes }) => (takes?.(request) ?? "whole") === how))
    .find((found) => found !== undefined)
  return called === undefined ? fail(untaken(request)) : succeed(called)
}

/** Why no format takes a request: one has no place for functions beside what the other has no place for. */
const untaken = (request: ChatRequest): GatewayError =>
  badRequest(
    placeOf(request, (request.candidates ?? 1) > 1 ? "candidates" : "audio"),
    "None of the vendor's APIs takes this together with the rest for this model. Ask for one answer, in text, or choose another model."
  )

/** Whose sealed thoughts a model takes back. */
export const issuerOf = ({ issuer, family }: Pick<ChatModel, "issuer" | "family">): string => issuer ?? family

/** A model as it is called in a format, by the format's id. */
export const calledIn = (model: ChatModel, format: string): ChatModel =>
  model.also !== undefined && model.also.format.id === format ? model.also : model

/** Who is asked: the way there, and how its format says errors. */
interface CalledModel {
  readonly upstream: Upstream["Service"]
  readonly format: Pick<UpstreamFormat, "decodeError">
}

/** Sends a request and waits for the whole answer: what is not of a status of success is an error. */
export const callModel = (model: CalledModel, request: UpstreamRequest): Effect.Effect<UpstreamReply, GatewayError> =>
  Effect.matchEffect(model.upstream.unary(request), {
    onSuccess: (reply) =>
      isSuccess(reply.status) ? Effect.succeed(reply) : Effect.fail(withCalledHost(request, errorOf(model, reply))),
    onFailure: (error) => Effect.fail(withCalledHost(request, error))
  })

/** The error of a call, with where it went, for the operator's eyes. */
export const withCalledHost = (
  { upstream, url }: { readonly upstream?: string | undefined; readonly url: string },
  error: GatewayError
): GatewayError => {
  const host = URL.canParse(url) ? new URL(url).host : ""
  return error.with({ called: upstream === undefined ? { host } : { upstream, host } })
}

const decoder = new TextDecoder()

/** An upstream's error as one of ours, with what it says about trying again. */
export const errorOf = (
  { format }: Pick<CalledModel, "format">,
  { status, headers, body, attempts }: UpstreamReply
): GatewayError => {
  const error = format.decodeError(status, headers, decoder.decode(body)).with({ answered: status })
  const shouldRetry = headers["x-should-retry"]
  if (attempts > 1 || shouldRetry === "false" || error.reason === "QuotaExceeded")
    return error.with({ shouldRetry: false })
  return shouldRetry === "true" ? error.with({ shouldRetry: true }) : error
}

/** Whether a content type is JSON's. */
export const isJson = (type: string | undefined): boolean => type !== undefined && /^application\/json\b/i.test(type)

/** Whether bytes begin as events do, whatever their content type: with one of their fields, or a comment. No JSON does. */
export const isEvents = (first: Uint8Array): boolean =>
  /^\s*(?:data|event|id|retry|:)/.test(decoder.decode(first.subarray(0, 64)))

/** An answer that should have been a stream, whole. */
export const collectBytes = (
  { body }: Pick<UpstreamStream, "body">,
  most: number
): Effect.Effect<Uint8Array, GatewayError> =>
  Effect.suspend(() => {
    let bytes = 0
    const pieces: Uint8Array[] = []
    const read = Stream.runForEach(body, (piece) => {
      pieces.push(piece)
      return (bytes += piece.length) > most ? Effect.fail(tooLarge(most)) : Effect.void
    })
    return Effect.flatMap(read, () => concatInTurns(pieces))
  })

/** An answer that is none in the format that its upstream speaks. */
export const notUnderstood = (): GatewayError =>
  new GatewayError("UpstreamFailed", "The upstream's answer could not be understood.")

/** A model whose calls are written: where one goes. */
interface Addressed<Call> extends CalledModel {
  readonly request: (call: Call) => Omit<UpstreamRequest, "body">
}

/** What is sent for each call. */
export const requestsOf = <Call>(
  { request }: Pick<Addressed<Call>, "request">,
  { calls, bodies }: WrittenCalls<Call, unknown>
): readonly UpstreamRequest[] =>
  calls.map(({ call, contentType }, index) => {
    const { headers, ...rest } = request(call)
    const typed = contentType === undefined ? headers : { ...headers, "content-type": contentType }
    return { ...rest, headers: typed, body: bodies[index] ?? "" }
  })

/** How many calls of one request are under way at once. */
const concurrency = 4

/** What came of the calls of a request, in their order. */
type CallReplies = Pick<ReplyInput<unknown, unknown>, "replies" | "failures">

/**
 * Makes all calls. One that fails ends none that are under way, which may have to be paid for; others are begun behind it
 * where `goesOn`. Fails where nothing came of any.
 */
export const callAll = <Call>(
  model: Addressed<Call>,
  written: WrittenCalls<Call, unknown>,
  goesOn = false
): Effect.Effect<CallReplies, GatewayError> =>
  Effect.suspend(() => {
    const requests = requestsOf(model, written)
    const replies = requests.map((): Uint8Array => new Uint8Array(0))
    const failures = new Map<number, ErrorData>()
    const one = (request: UpstreamRequest, index: number): Effect.Effect<void> =>
      failures.size > 0 && !goesOn
        ? Effect.void
        : Effect.match(callModel(model, request), {
            onSuccess: ({ body }) => void (replies[index] = body),
            onFailure: (error) => void failures.set(index, errorData(error))
          })
    return Effect.flatMap(Effect.forEach(requests, one, { concurrency, discard: true }), () => {
      const first = failures.get(Math.min(...failures.keys()))
      return first === undefined || replies.some(({ length }) => length > 0)
        ? Effect.succeed({ replies, failures })
        : Effect.fail(errorFrom(first))
    })
  })
