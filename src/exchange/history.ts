import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { GatewayError } from "../core/errors/error.ts"
import { succeed } from "../core/errors/invalid.ts"
import type { BodyEdit, ChatFormat } from "../core/format.ts"
import type { HistoryFormat, KeepableAnswer, KeptRequest } from "../core/history.ts"
import type { StreamFrame, StreamFraming } from "../core/framing/transducer.ts"
import type { JsonObject } from "../core/json/json.ts"
import { scalarMembers, type JsonPointer } from "../core/json/pointer.ts"
import type { PassedStream } from "../core/passthrough.ts"
import { encodeHex } from "../core/bytes.ts"
import { concatBytes } from "../core/collections.ts"
import { outputIds, ResponseStore, type ResponseToStore, type StoredResponse } from "../history/store.ts"
import { eventsIn, EventSplitter, stepsOf } from "./event-lines.ts"
import { crossing, type Job, long, perform } from "./offload.ts"
import { recallHistory } from "./recall.ts"
import { splice } from "./body.ts"

/** How clients of an endpoint go on from earlier answers. An endpoint whose clients send everything again has none of it. */
export interface KeptHistory {
  /** What their format says of it. */
  readonly format: HistoryFormat
  /** Where answers are kept; undefined where they are not. */
  readonly storeIn: (services: Context.Context<never>) => ResponseStore["Service"] | undefined
  readonly recall: typeof recallHistory
  /**
   * Keeps the answers to one request for its owner; undefined where nothing of them is kept. `withoutKeys`: an answer
   * that was put together of a stream's pieces, without the keys of its upstream.
   */
  readonly keeper: (
    store: ResponseStore["Service"] | undefined,
    format: ChatFormat,
    owner: string,
    request: Keeping | undefined,
    withoutKeys: (answer: string) => Effect.Effect<string>
  ) => AnswerKeeper | undefined
  /** What of it may take long. */
  readonly jobs: readonly [Job<KeepInput, KeepResult>]
}

/** Answers of an endpoint that are kept where a response store is. */
export const keptHistory = (endpoint: string, format: HistoryFormat): KeptHistory => {
  const job = keepJob(endpoint, format)
  return {
    format,
    storeIn: (services) => Option.getOrUndefined(Context.getOption(services, ResponseStore)),
    recall: recallHistory,
    keeper: (store, { framings }, owner, request, withoutKeys) =>
      store && request && answerKeeper(job, framings[0], request, keeping(store, format, owner, request, withoutKeys)),
    jobs: [job]
  }
}

/** A new id for an answer: 128 random bits, whatever id its client gave its request. */
export const newAnswerId = (prefix: string): string => prefix + encodeHex(crypto.getRandomValues(new Uint8Array(16)))

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
  readonly whole: (body: Uint8Array | string) => Effect.Effect<Uint8Array | string, GatewayError>
  /** The bytes of a stream: its last event is told once its answer is kept, and its first ones say that it will be. */
  readonly stream: (bytes: Stream.Stream<Uint8Array>, from: EndingStream) => Stream.Stream<Uint8Array>
}

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** A whole answer that may be kept, and what it is to say of that. */
interface KeepInput {
  readonly body: Uint8Array | string
  readonly isStored: boolean
  /** The answer that its request went on from. */
  readonly previous: string | undefined
}

/** What is found of an answer that may be kept. */
interface FoundAnswer extends KeepableAnswer {
  /** The ids of its items. */
  readonly items: readonly string[]
}

/** An answer that says whether it is kept. */
interface KeepResult {
  /** The answer as it was given: it may have crossed. */
  readonly body: Uint8Array | string
  /** The same as its client is told it, and as it is kept. */
  readonly told: Uint8Array | string
  /** Absent: it is none that is kept. */
  readonly found?: FoundAnswer
}

/** Looks through a whole answer for what keeping it needs. */
const keepJob = (endpoint: string, format: HistoryFormat): Job<KeepInput, KeepResult> => ({
  name: `${endpoint}/keep`,
  isPaid: true,
  *run({ body, isStored, previous }) {
    const text = typeof body === "string" ? body : decoder.decode(body)
    yield
    const head = scalarMembers(text)
    const keepable = format.answer(head)
    if (keepable === undefined) return succeed({ body, told: body })
    yield
    const edits = format.edits(head, isStored, previous)
    const told = edits.length === 0 ? body : crossing(splice(text, edits))
    yield
    return succeed({ body, told, found: { ...keepable, items: yield* outputIds(text) } })
  }
})

/** What is known of a request whose answer is kept. */
type Keeping = KeptRequest & Required<Pick<StoredResponse, "issuer" | "model">>

/** How an answer to a request is kept, and what then is told of it. */
const keeping = (
  store: ResponseStore["Service"],
  format: HistoryFormat,
  owner: string,
  request: Keeping,
  withoutKeys: (answer: string) => Effect.Effect<string>
) => {
  const edits = (head: JsonObject, isStored: boolean) => format.edits(head, isStored, request.previous)
  const { model, ...kept } = request
  const isPut = ({ id, atVendor }: KeepableAnswer, answer: Pick<ResponseToStore, "answer" | "items">) =>
    Effect.isSuccess(store.put(owner, { id, ...kept, ...(atVendor ? { model } : {}), ...answer }))
  const keep = (
    answer: string,
    head: JsonObject,
    missing: readonly BodyEdit[] | undefined
  ): Effect.Effect<readonly BodyEdit[]> => {
    const keepable = format.answer(head)
    if (keepable === undefined) return Effect.succeed([])
    if (missing === undefined) return Effect.as(tooLarge, edits(head, false))
    const whole = splice(answer, [...edits(head, true), ...missing])
    const clean = missing.length === 0 ? Effect.succeed(whole) : withoutKeys(whole)
    const stored = Effect.flatMap(clean, (answer) => isPut(keepable, { answer }))
    return Effect.map(stored, (isStored) => edits(head, isStored))
  }
  return { format, edits, keep, isPut }
}

const tooLarge = Effect.logWarning("A response is not kept: it is larger than what is read of a stream that passes.")

/** Keeps the answers to one request. If that fails, the answer says that it is not kept. */
const answerKeeper = (
  job: Job<KeepInput, KeepResult>,
  framing: StreamFraming,
  { previous }: Keeping,
  { format, edits, keep, isPut }: ReturnType<typeof keeping>
): AnswerKeeper => {
  let begins = true
  let ends = false
  const event = Effect.fnUntraced(function* (block: Uint8Array, { completed }: EndingStream) {
    const turn = turnOf(block)
    for (const frame of yield* framesInTurns(framing, block)) {
      yield* turn
      const told = frame instanceof GatewayError ? undefined : format.told(frame.data, completed === undefined)
      begins &&= told !== undefined
      if (told === undefined || frame instanceof GatewayError) continue
      yield* turn
      const head = scalarMembers(told.answer)
      const isBegun = format.answer(head) === undefined
      ends ||= !isBegun
      yield* turn
      const all = isBegun
        ? edits(head, true)
        : yield* keep(told.answer, head, completed === undefined ? [] : completed(told.answer))
      yield* turn
      return yield* retold(block, frame.data, told.at, all)
    }
    return block
  })
  return {
    whole: Effect.fnUntraced(function* (given: Uint8Array | string) {
      const services = yield* Effect.context()
      const { length } = given
      const { body, told, found } = yield* perform(job, { body: given, isStored: true, previous }, length, services)
      if (found === undefined || (yield* isPut(found, { answer: told, items: found.items }))) return told
      return (yield* perform(job, { body, isStored: false, previous }, length, services)).told
    }),
    stream: (bytes, from) => {
      const isOver = (): boolean => from.ended() || from.failure() !== undefined
      const blocks = new EventSplitter()
      const told = (whole = nothing) => eachEvent(whole, (block) => event(block, from))
      const rest = Effect.tap(
        Effect.suspend(() => told(blocks.rest())),
        () => (ends || from.failure() !== undefined || !from.ended() ? Effect.void : tooLarge)
      )
      // what is long comes in pieces, and is told once it is whole
      return Stream.mapEffect(bytes, (piece) =>
        begins || blocks.size > 0 || isOver() ? told(blocks.push(piece)) : Effect.succeed(piece)
      ).pipe(Stream.concat(Stream.fromEffect(rest)), Stream.filter(isFull))
    }
  }
}

const nothing: Uint8Array = new Uint8Array(0)

const isFull = ({ length }: Uint8Array): boolean => length > 0

/** A turn for others between the steps of work on what is long. */
const turnOf = ({ length }: Uint8Array | string): Effect.Effect<void> => (length > long ? Effect.yieldNow : Effect.void)

/** The frames of an event; of very many lines they are read in turns. */
const framesInTurns = Effect.fnUntraced(function* (framing: StreamFraming, block: Uint8Array) {
  const read = framing.read(Infinity)
  const frames: (StreamFrame | GatewayError)[] = []
  for (const step of stepsOf(block)) {
    for (const frame of read.push(step)) frames.push(frame)
    if (step.length < block.length) yield* Effect.yieldNow
  }
  return frames
})

/** Whole events, each as it is told; of very many lines they are parted in turns. */
const eachEvent = Effect.fnUntraced(function* (
  whole: Uint8Array,
  tell: (event: Uint8Array) => Effect.Effect<Uint8Array>
) {
  const out: Uint8Array[] = []
  for (const block of eventsIn(whole)) {
    if (block === undefined) yield* Effect.yieldNow
    else out.push(yield* tell(block))
  }
  return concatBytes(out)
})

/** An event whose answer, which stands at a place of its data, is told with edits. */
const retold = Effect.fnUntraced(function* (
  block: Uint8Array,
  data: string,
  at: JsonPointer,
  edits: readonly BodyEdit[]
) {
  const edited = splice(
    data,
    edits.map(({ path, ...edit }) => ({ ...edit, path: at + path }))
  )
  if (edited === data) return block
  const turn = turnOf(block)
  yield* turn
  const text = decoder.decode(block)
  yield* turn
  const told = text.replace(data, () => edited)
  yield* turn
  return encoder.encode(told)
})
