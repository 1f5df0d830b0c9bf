import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { GatewayError } from "../core/errors/error.ts"
import type { BodyEdit, ChatFormat } from "../core/format.ts"
import type { HistoryFormat, KeptRequest, NamedHistory, RecalledHistory } from "../core/history.ts"
import { type JsonObject, jsonLimits } from "../core/json/json.ts"
import { scalarMembers, type JsonPointer } from "../core/json/pointer.ts"
import type { PassedStream } from "../core/passthrough.ts"
import { concatBytes } from "../upstream/bytes.ts"
import { outputOf } from "../history/output.ts"
import { ResponseStore, type StoredItem, type StoredResponse } from "../history/store.ts"
import { badRequest } from "./client-errors.ts"
import { splitEvents } from "./event-boundaries.ts"
import { long } from "./offload.ts"
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

/** The most answers that one goes on from, the most items that are named, and the most UTF-16 code units of both. */
const mostLinks = 100
const mostNamed = 10_000
const mostText = 8 * 1024 * 1024

/**
 * What a request names, of what was kept for its owner. What is another's is told like what is not there. `issuer`: the
 * upstream that is called now, which gets no thought that another one sealed.
 */
const recallHistory = (
  store: ResponseStore["Service"] | undefined,
  format: HistoryFormat,
  owner: string,
  { previous, compared, items, thoughts }: NamedHistory,
  issuer: string
): Effect.Effect<RecalledHistory, GatewayError> =>
  Effect.gen(function* () {
    if (store === undefined) {
      if (previous !== undefined) return yield* Effect.fail(notKept(previousPlace))
      if (compared !== undefined) return yield* Effect.fail(notKept(compared.at))
      return items.length === 0 ? { before: [], items: new Map() } : yield* Effect.fail(notKept("/input"))
    }
    if (compared !== undefined && (yield* store.get(owner, compared.id))?.issuer !== issuer)
      return yield* Effect.fail(unknownPrevious(compared.id, compared.at))
    const wanted = [...items, ...thoughts]
    if (wanted.length > mostNamed) return yield* Effect.fail(tooMany())
    const chain = previous === undefined ? [] : yield* chainOf(store, owner, previous, () => unknownPrevious(previous))
    const stored = wanted.length === 0 ? new Map<string, StoredItem>() : yield* store.items(owner, wanted)
    const missing = items.find((id) => !stored.has(id))
    if (missing !== undefined) return yield* Effect.fail(unknownItem(missing))
    const isForeign = ({ issuer: gave = issuer, text }: StoredItem): boolean =>
      gave !== issuer && format.isSealedThought(text)
    const kept = chain.filter((item) => !isForeign(item))
    const before = kept.map(({ text }) => text)
    const textOf = (item: StoredItem | undefined): string =>
      item === undefined || isForeign({ issuer: unknownIssuer, ...item }) ? "" : item.text
    const found = new Map(wanted.map((id) => [id, textOf(stored.get(id))]))
    const size = [...before, ...wanted.map((id) => found.get(id) ?? "")].reduce((sum, text) => sum + text.length, 0)
    if (size > mostText) return yield* Effect.fail(tooLong(characters))
    return { before, items: found, withheld: kept.length < chain.length }
  })

/** How many UTF-16 code units of history are to be read with a request. */
export const recalledSize = (recalled: RecalledHistory | undefined): number =>
  recalled === undefined
    ? 0
    : [...recalled.before, ...recalled.items.values()].reduce((sum, { length }) => sum + length, 0)

/**
 * The items of an answer, of its request, and of all that those go on from, the oldest first; a client's own have no
 * issuer. `unknown`: what is told where one of these answers is not there any more.
 */
const chainOf = (
  store: ResponseStore["Service"],
  owner: string,
  last: string,
  unknown: (missing: string) => GatewayError
): Effect.Effect<readonly StoredItem[], GatewayError> =>
  Effect.gen(function* () {
    const links: (readonly StoredItem[])[] = []
    let size = 0
    for (let id: string | undefined = last; id !== undefined;) {
      const stored: Effect.Success<ReturnType<typeof store.get>> = yield* store.get(owner, id)
      if (stored === undefined) return yield* Effect.fail(unknown(id))
      const issuer = stored.issuer ?? unknownIssuer
      const output = (yield* outputOf(stored.answer)).map(({ text }) => ({ text, issuer }))
      const link = [...stored.input.map((text) => ({ text })), ...output]
      for (const { text } of link) size += text.length
      links.push(link)
      if (links.length > mostLinks) return yield* Effect.fail(tooLong(`${mostLinks} responses`))
      if (size > mostText) return yield* Effect.fail(tooLong(characters))
      id = stored.previous
    }
    return links.toReversed().flat()
  })

/**
 * The items that an answer was an answer to, with all before them. Where it is not there, or is another's, it is
 * unknown, and so is one before it that was deleted: with that went what was said there.
 */
export const keptInput = (
  store: ResponseStore["Service"],
  owner: string,
  id: string
): Effect.Effect<readonly string[], GatewayError> =>
  Effect.flatMap(store.get(owner, id), (stored) => {
    if (stored === undefined) return Effect.fail(unknownResponse(id))
    const { previous } = stored
    const before = previous === undefined ? Effect.succeed([]) : chainOf(store, owner, previous, unknownResponse)
    return Effect.map(before, (items) => [...items.map(({ text }) => text), ...stored.input])
  })

/** Stands for who gave an answer that does not say it: nobody gets its sealed thoughts. */
const unknownIssuer = ""

const previousPlace: JsonPointer = "/previous_response_id"

const notKept = (pointer: JsonPointer): GatewayError =>
  badRequest(
    pointer,
    "Responses and their items are not stored here. Send `store: false` and the whole history with every request."
  )

/** @see https://platform.openai.com/docs/guides/conversation-state the vendor's code, read in recorded answers (2026-11) */
const unknownPrevious = (id: string, pointer = previousPlace): GatewayError =>
  new GatewayError("InvalidRequest", `Previous response with id '${shown(id)}' not found.`, {
    code: "previous_response_not_found",
    pointer
  })

/**
 * The same for an answer that is not there and for one that is another's.
 *
 * @see https://community.openai.com/t/1362217 the vendor's words (read 2026-11)
 */
export const unknownResponse = (id: string): GatewayError =>
  new GatewayError("NotFound", `Response with id '${shown(id)}' not found.`, { code: null })

const unknownItem = (id: string): GatewayError =>
  new GatewayError(
    "NotFound",
    `Item with id '${shown(id)}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
    { pointer: "/input", code: null }
  )

const characters = `${mostText} characters`

/** Why a conversation that is put in front of a request is not read with it. */
export const unreadHistory = (): GatewayError => tooLong(`${jsonLimits.members} members and items`)

const tooLong = (most: string): GatewayError =>
  badRequest(
    previousPlace,
    `The conversation is longer than ${most}. Leave \`previous_response_id\` out, and send what is still needed of it as \`input\`: the next response then begins a new chain.`
  )

const tooMany = (): GatewayError => badRequest("/input", `The input has more than ${mostNamed} references.`)

/** As much of an id as a message repeats. */
const shown = (id: string): string => id.slice(0, 100)

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
