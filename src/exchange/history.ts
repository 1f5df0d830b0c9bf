import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { GatewayError } from "../core/errors/error.ts"
import type { BodyEdit, ChatFormat } from "../core/format.ts"
import type { HistoryFormat, KeptRequest } from "../core/history.ts"
import type { JsonObject } from "../core/json/json.ts"
import { scalarMembers, type JsonPointer } from "../core/json/pointer.ts"
import type { PassedStream } from "../core/passthrough.ts"
import { concatBytes } from "../upstream/bytes.ts"
import { ResponseStore, type StoredResponse } from "../history/store.ts"
import { splitEvents } from "./event-boundaries.ts"
import { long } from "./offload.ts"
import { recallHistory } from "./recall.ts"
import { splice } from "./splice.ts"

/** How clients of an endpoint go on from earlier answers. An endpoint whose clients send everything again has none of it. */
export interface KeptHistory {
  /** What their format says of it. */
  readonly format: HistoryFormat
  /** Where answers are kept; undefined where they are not. */
  readonly storeIn: (services: Context.Context<never>) => ResponseStore["Service"] | undefined
  readonly recall: typeof recallHistory
  readonly keeper: typeof answerKeeper
}

/** Answers that are kept where a response store is. */
export const keptHistory = (format: HistoryFormat): KeptHistory => ({
  format,
  storeIn: (services) => Option.getOrUndefined(Context.getOption(services, ResponseStore)),
  recall: recallHistory,
  keeper: answerKeeper
})

/** A new id for an answer: 128 random bits, whatever id its client gave its request. */
export const newAnswerId = (prefix: string): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return prefix + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** What is asked of a stream whose answer is kept. */
export interface EndingStream {
  /** The error that it ended with. */
  readonly failure: () => GatewayError | undefined
  /** Whether its last event was said, whatever its upstream may still send. */
  readonly ended: () => boolean
  /** What makes its last answer, a text of JSON, hold all that was told before; undefined where that is not known. Absent: it does. */
  readonly completed?: PassedStream["completed"]
}

/** Keeps whole answers, and says in each whether it was kept. */
export interface AnswerKeeper {
  /** The body of a whole answer, once it is kept. */
  readonly whole: (body: Uint8Array | string) => Effect.Effect<Uint8Array | string>
  /** The bytes of a stream: its last event is told once its answer is kept, and its first ones say that it will be. */
  readonly stream: (bytes: Stream.Stream<Uint8Array>, from: EndingStream) => Stream.Stream<Uint8Array>
}

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** What is known of a request whose answer is kept. */
type Keeping = KeptRequest & Required<Pick<StoredResponse, "issuer" | "model">>

/** How an answer to a request is kept, and what then is told of it. */
const keeping = (store: ResponseStore["Service"], format: HistoryFormat, owner: string, request: Keeping) => {
  const edits = (head: JsonObject, isStored: boolean) => format.edits(head, isStored, request.previous)
  const keep = (
    answer: string,
    head: JsonObject,
    missing: readonly BodyEdit[] | undefined
  ): Effect.Effect<readonly BodyEdit[]> => {
    const keepable = format.answer(head)
    if (keepable === undefined) return Effect.succeed([])
    if (missing === undefined) return Effect.succeed(edits(head, false))
    const { model, ...kept } = request
    const row = {
      id: keepable.id,
      ...kept,
      ...(keepable.atVendor ? { model } : {}),
      answer: splice(answer, [...edits(head, true), ...missing])
    }
    return Effect.match(store.put(owner, row), {
      onSuccess: () => edits(head, true),
      onFailure: () => edits(head, false)
    })
  }
  return { edits, keep }
}

/** Keeps the answers to one request for its owner, where they are kept. If that fails, the answer says that it is not kept. */
const answerKeeper = (
  store: ResponseStore["Service"] | undefined,
  format: HistoryFormat,
  { framings }: ChatFormat,
  owner: string,
  request: Keeping | undefined
): AnswerKeeper | undefined => {
  if (store === undefined || request === undefined) return undefined
  const { edits, keep } = keeping(store, format, owner, request)
  let begins = true
  const event = Effect.fnUntraced(function* (block: Uint8Array, { completed = () => [] }: EndingStream) {
    const turn = turnOf(block)
    for (const frame of framings[0].read().push(block)) {
      yield* turn
      const told = frame instanceof GatewayError ? undefined : format.told(frame.data)
      begins &&= told !== undefined
      if (told === undefined || frame instanceof GatewayError) continue
      yield* turn
      const head = scalarMembers(told.answer)
      const isBegun = format.answer(head) === undefined
      yield* turn
      const all = isBegun ? edits(head, true) : yield* keep(told.answer, head, completed(told.answer))
      yield* turn
      return retold(block, frame.data, told.at, all)
    }
    return block
  })
  return {
    whole: Effect.fnUntraced(function* (body: Uint8Array | string) {
      const turn = turnOf(body)
      const text = typeof body === "string" ? body : decoder.decode(body)
      yield* turn
      const head = scalarMembers(text)
      yield* turn
      const all = yield* keep(text, head, [])
      yield* turn
      return all.length === 0 ? body : splice(text, all)
    }),
    stream: (bytes, from) => {
      const isOver = (): boolean => from.ended() || from.failure() !== undefined
      const told = (block: Uint8Array) => event(block, from)
      return Stream.mapEffect(bytes, (piece) =>
        begins || isOver() ? Effect.map(Effect.forEach(splitEvents(piece), told), concatBytes) : Effect.succeed(piece)
      )
    }
  }
}

/** A turn for others between the steps of work on what is long. */
const turnOf = ({ length }: Uint8Array | string): Effect.Effect<void> => (length > long ? Effect.yieldNow : Effect.void)

/** An event whose answer, which stands at a place of its data, is told with edits. */
const retold = (block: Uint8Array, data: string, at: JsonPointer, edits: readonly BodyEdit[]): Uint8Array => {
  const edited = splice(
    data,
    edits.map(({ path, ...edit }) => ({ ...edit, path: at + path }))
  )
  return edited === data ? block : encoder.encode(decoder.decode(block).replace(data, () => edited))
}
