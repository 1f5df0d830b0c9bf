import * as Effect from "effect/Effect"
import { GatewayError } from "../core/errors/error.ts"
import type { ConversationLink, HistoryFormat, NamedHistory, RecalledHistory } from "../core/history.ts"
import { jsonLimits } from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import { outputOf, type ResponseStore, type StoredItem, type StoredResponse } from "../history/store.ts"
import { badRequest } from "./answer.ts"

/** The most answers that one goes on from, the most items that are named, and the most UTF-16 code units of both. */
const mostLinks = 100
const mostNamed = 10_000
const mostText = 8 * 1024 * 1024

/**
 * What a request names, of what was kept for its owner. What is another's is told like what is not there. `issuer`: the
 * upstream that is called now, which gets no thought that another one sealed.
 */
export const recallHistory = (
  store: ResponseStore["Service"] | undefined,
  format: HistoryFormat,
  owner: string,
  { previous, compared, items, thoughts, calls }: NamedHistory,
  issuer: string
): Effect.Effect<RecalledHistory, GatewayError> =>
  Effect.gen(function* () {
    if (store === undefined) {
      if (previous !== undefined) return yield* Effect.fail(notKept(previousPlace))
      if (compared !== undefined) return yield* Effect.fail(notKept(compared.at))
      const unknown = new Map(calls.map((id) => [id, ""]))
      return items.length === 0 ? { before: [], items: unknown } : yield* Effect.fail(notKept("/input"))
    }
    if (compared !== undefined && (yield* store.get(owner, compared.id))?.issuer !== issuer)
      return yield* Effect.fail(unknownPrevious(compared.id, compared.at))
    const wanted = [...items, ...thoughts, ...calls]
    if (wanted.length > mostNamed) return yield* Effect.fail(tooMany())
    const links = previous === undefined ? [] : yield* chainOf(store, owner, previous, unknownPrevious)
    const chain = links.flatMap((link) => link.items)
    const named = wanted.length === 0 ? new Map<string, StoredItem>() : yield* store.items(owner, wanted)
    const stored = new Map([
      ...named,
      ...(yield* listedOf(
        store,
        format,
        owner,
        items.filter((id) => !named.has(id))
      ))
    ])
    const missing = items.find((id) => !stored.has(id))
    if (missing !== undefined) return yield* Effect.fail(unknownItem(missing))
    const isForeign = ({ issuer: gave = issuer, text }: StoredItem): boolean =>
      gave !== issuer && format.isSealedThought(text)
    const kept = links.flatMap((link) => whatLed(format, link.items).filter((item) => !isForeign(item)))
    const before = kept.map(({ text }) => text)
    const textOf = (item: StoredItem | undefined): string =>
      item === undefined || isForeign({ issuer: unknownIssuer, ...item }) ? "" : item.text
    const found = new Map(wanted.map((id) => [id, textOf(stored.get(id))]))
    const size = [...before, ...wanted.map((id) => found.get(id) ?? "")].reduce((sum, text) => sum + text.length, 0)
    if (size > mostText) return yield* Effect.fail(tooLong(characters))
    return { before, items: found, withheld: kept.length < chain.length }
  })

/** Items without the sealed thoughts at their end, which led to nothing: a vendor takes none without the item behind it. */
const whatLed = (format: HistoryFormat, items: readonly StoredItem[]): readonly StoredItem[] =>
  items.slice(0, items.findLastIndex(({ issuer, text }) => issuer === undefined || !format.isSealedThought(text)) + 1)

/** Items that have no id but the one under which they are listed. */
const listedOf = (
  store: ResponseStore["Service"],
  format: HistoryFormat,
  owner: string,
  ids: readonly string[]
): Effect.Effect<ReadonlyMap<string, StoredItem>, GatewayError> =>
  Effect.gen(function* () {
    const found = new Map<string, StoredItem>()
    const links = new Map<string, readonly StoredItem[]>()
    let size = 0
    for (const id of ids) {
      const place = format.listedPlace(id)
      if (place === undefined) continue
      let link = links.get(place.response)
      if (link === undefined) {
        const stored = yield* store.get(owner, place.response)
        link = stored === undefined ? [] : yield* itemsOf(stored)
        links.set(place.response, link)
        for (const { text } of link) size += text.length
        if (links.size > mostLinks || size > mostText) return yield* Effect.fail(tooScattered())
      }
      const item = link[place.index]
      if (item !== undefined) found.set(id, item)
    }
    return found
  })

/** The items of a response's own request, which have no issuer, and those of its answer. */
const itemsOf = ({ issuer = unknownIssuer, input, answer }: StoredResponse): Effect.Effect<readonly StoredItem[]> =>
  Effect.map(outputOf(answer), (output) => [
    ...input.map((text) => ({ text })),
    ...output.map(({ text }) => ({ text, issuer }))
  ])

/** What a response adds to its conversation: the items of its request, which have no issuer, and those of its answer. */
interface ChainLink {
  readonly response: string
  readonly items: readonly StoredItem[]
}

/**
 * A response and all that it goes on from, the oldest first. `unknown`: what is told where one of these is not there any
 * more.
 */
const chainOf = (
  store: ResponseStore["Service"],
  owner: string,
  last: string,
  unknown: (missing: string) => GatewayError
): Effect.Effect<readonly ChainLink[], GatewayError> =>
  Effect.gen(function* () {
    const links: ChainLink[] = []
    let size = 0
    for (let id: string | undefined = last; id !== undefined;) {
      const stored: Effect.Success<ReturnType<typeof store.get>> = yield* store.get(owner, id)
      if (stored === undefined) return yield* Effect.fail(unknown(id))
      const items = yield* itemsOf(stored)
      for (const { text } of items) size += text.length
      links.push({ response: id, items })
      if (links.length > mostLinks) return yield* Effect.fail(tooLong(`${mostLinks} responses`))
      if (size > mostText) return yield* Effect.fail(tooLong(characters))
      id = stored.previous
    }
    return links.toReversed()
  })

/**
 * What an answer was an answer to: its own request last, and all before it. Where it is not there, or is another's, it is
 * unknown, and so is one before it that was deleted: with that went what was said there.
 */
export const keptInput = (
  store: ResponseStore["Service"],
  owner: string,
  id: string
): Effect.Effect<readonly ConversationLink[], GatewayError> =>
  Effect.flatMap(store.get(owner, id), (stored) => {
    if (stored === undefined) return Effect.fail(unknownResponse(id))
    const { previous } = stored
    const before = previous === undefined ? Effect.succeed([]) : chainOf(store, owner, previous, unknownResponse)
    return Effect.map(before, (links) => [
      ...links.map(({ response, items }) => {
        const textsOf = (isInput: boolean) =>
          items.filter(({ issuer }) => (issuer === undefined) === isInput).map(({ text }) => text)
        return { response, input: textsOf(true), output: textsOf(false) }
      }),
      { response: id, input: stored.input, output: [] }
    ])
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

const tooScattered = (): GatewayError =>
  badRequest(
    "/input",
    `The input refers to items of more than ${mostLinks} responses, or of responses of more than ${characters}. Send the items themselves.`
  )

/** As much of an id as a message repeats. */
const shown = (id: string): string => id.slice(0, 100)
