import * as Context from "effect/Context"
import { stepsInTurns } from "../upstream/turns.ts"
import * as Effect from "effect/Effect"
import type { GatewayError } from "../core/errors/error.ts"
import { jsonLimits } from "../core/json/json.ts"
import { placesInTurns } from "../core/json/pointer.ts"
import { parsedOrNull } from "../core/json/value.ts"

/** An answer that is kept, and what it was an answer to. Items and the answer are texts of JSON. */
export interface StoredResponse {
  /** The id that its client was told. */
  readonly id: string
  /** The response that it goes on from. */
  readonly previous?: string
  /** The items of its own request, without those of the responses before it. */
  readonly input: readonly string[]
  /** Which upstream gave the answer: its sealed thoughts go back to no other. */
  readonly issuer?: string
  /** The model that its client asked for, where the model's vendor says that it keeps the answer, too. */
  readonly model?: string
  /** The whole answer, with its items under `output`. */
  readonly answer: string
}

/** The same as it is to be kept: its items as texts, or as runs of them that were made elsewhere. */
export interface ResponseToStore extends Omit<StoredResponse, "input" | "answer"> {
  readonly input: StoredResponse["input"] | ItemRuns
  /** The whole answer; one in bytes is UTF-8. */
  readonly answer: string | Uint8Array
  /** The ids of its items, where they were found already. */
  readonly items?: readonly string[]
}

/** An item of an answer that is kept, as a text of JSON, and which upstream gave it. */
export interface StoredItem extends Pick<StoredResponse, "issuer"> {
  readonly text: string
}

/**
 * Keeps answers so that their owner can go on from them, or read them again. To everybody else an id is unknown. Where
 * the store cannot be reached it fails as `Overloaded`, and works again by itself.
 */
export class ResponseStore extends Context.Service<
  ResponseStore,
  {
    /** Keeps an answer; done once it can be had again. */
    readonly put: (owner: string, response: ResponseToStore) => Effect.Effect<void, GatewayError>
    /** An owner's answer; undefined where there is none, where it is another's, and where some of it was let go. */
    readonly get: (owner: string, id: string) => Effect.Effect<StoredResponse | undefined, GatewayError>
    /** The items of an owner's answers that have these ids, as far as they are there. */
    readonly items: (
      owner: string,
      ids: readonly string[]
    ) => Effect.Effect<ReadonlyMap<string, StoredItem>, GatewayError>
    /** Forgets an owner's answer, and what its items are called; whether it was there. */
    readonly remove: (owner: string, id: string) => Effect.Effect<boolean, GatewayError>
    /** Fails where nothing can be written, full or read-only as the store may be; what it writes to see that is not kept. */
    readonly probe?: Effect.Effect<void, GatewayError>
  }
>()("isogloss/ResponseStore") {}

/** A text under a name that is its owner's; one in bytes is UTF-8. */
export interface NamedText {
  readonly name: string
  readonly text: string | Uint8Array
}

/** How long texts are kept, in milliseconds, and how many bytes of all owners and of one. */
export interface TextLimits {
  readonly life: number
  readonly all: number
  readonly owner: number
}

/** A day, 64 MiB, and a quarter of it for one owner, unless something else is said. */
export const textLimits = ({ life = 86_400_000, all = 64 * 1024 * 1024 }: Partial<TextLimits> = {}): TextLimits => ({
  life,
  all,
  owner: Math.floor(all / 4)
})

/**
 * What a kind of storage must do, each at one stroke, whoever else writes at the same time. An operation fails with
 * whatever the storage says; the message is logged, and never told to a client. Times are milliseconds since 1970.
 */
export interface TextRows {
  /**
   * Keeps texts of an owner for as long as its limits say, those that were there too; what was longest unread goes where
   * they have no room. Fails where they are more than one owner may have.
   */
  readonly put: (owner: string, texts: readonly NamedText[], now: number) => Effect.Effect<void, unknown>
  /** An owner's texts of these names, as far as they are there. */
  readonly get: (
    owner: string,
    names: readonly string[],
    now: number
  ) => Effect.Effect<ReadonlyMap<string, string>, unknown>
  /** Forgets texts of an owner; whether there was one. */
  readonly remove: (owner: string, names: readonly string[], now: number) => Effect.Effect<boolean, unknown>
  /** Writes what is nobody's text, over what the last probe wrote. */
  readonly probe: Effect.Effect<void, unknown>
}

/** A text that is to be kept: its UTF-8, and how many bytes of its limits it takes. */
export interface SizedText extends Pick<NamedText, "name"> {
  readonly bytes: Uint8Array
  readonly size: number
}

/**
 * What any storage needs for a text beside its bytes and those of its name: entries of its indexes. As much as the largest
 * of what was measured over 20,000 short texts (2026-11): Redis 7.0 765 bytes, memory 500, SQLite 250.
 */
export const bytesBeside = 768

const encoder = new TextEncoder()

/** The texts of one writing with their sizes; throws where they are more than an owner may have. */
export const fittingTexts = (texts: readonly NamedText[], { owner }: TextLimits): readonly SizedText[] => {
  let left = owner
  return texts.map(({ name, text }) => {
    if (text.length > left) throw tooLarge()
    const bytes = typeof text === "string" ? encoder.encode(text) : text
    const size = bytes.length + encoder.encode(name).length + bytesBeside
    left -= size
    if (left < 0) throw tooLarge()
    return { name, bytes, size }
  })
}

const tooLarge = (): Error => new Error("It is larger than what one owner may store.")

/** How many texts whose time is over one writing forgets besides. */
export const mostSwept = 1000

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** So many bytes are read before others have their turn. */
const mostInTurn = 1024 * 1024

/** What bytes say; wherever so many of them were read, others have their turn. */
export const textsIn = (found: ReadonlyMap<string, Uint8Array>): Effect.Effect<ReadonlyMap<string, string>> =>
  Effect.gen(function* () {
    const texts = new Map<string, string>()
    let left = mostInTurn
    for (const [name, bytes] of found) {
      texts.set(name, bytes.length > mostInTurn ? yield* longTextOf(bytes) : decoder.decode(bytes))
      if ((left -= bytes.length) > 0) continue
      left = mostInTurn
      yield* Effect.yieldNow
    }
    return texts
  })

const longTextOf = (bytes: Uint8Array): Effect.Effect<string> =>
  Effect.gen(function* () {
    const pieces = new TextDecoder("utf-8", { ignoreBOM: true })
    let text = ""
    for (let from = 0; from < bytes.length; from += mostInTurn) {
      text += pieces.decode(bytes.subarray(from, from + mostInTurn), { stream: true })
      yield* Effect.yieldNow
    }
    return text + pieces.decode()
  })

/** An item of an answer that is kept, as it stands there, and its id, where it has one. */
interface OutputItem {
  readonly id?: string
  readonly text: string
}

/** So many UTF-16 code units are looked at before others have their turn. */
const mostLookedAt = 128 * 1024

/** More items than a conversation may have that is gone on from. */
const tooMany = jsonLimits.members + 1

/** The items of an answer, which is a text of JSON, the first `most` of them: none is read, however long they are. */
function* outputSteps(answer: string, most = tooMany): Generator<void, readonly OutputItem[], void> {
  const output = (yield* memberSteps(answer, "output")) ?? ""
  const items: OutputItem[] = []
  for (const place of placesInTurns(output, mostLookedAt)) {
    if (place === undefined) yield
    else if (items.push(yield* itemSteps(output.slice(place.from, place.to))) >= most) break
  }
  return items
}

/** The same; wherever it yields, others have their turn. */
export const outputOf = (answer: string): Effect.Effect<readonly OutputItem[]> => stepsInTurns(outputSteps(answer))

/** The most items of an answer that are found by their ids; no honest one has as many. */
const mostNamed = 1000

/** The ids by which items of an answer are found. */
export function* outputIds(answer: string): Generator<void, readonly string[], void> {
  return (yield* outputSteps(answer, mostNamed)).flatMap(({ id }) => id ?? [])
}

function* itemSteps(text: string): Generator<void, OutputItem, void> {
  const said = yield* memberSteps(text, "id")
  const id = said === undefined ? undefined : parsedOrNull(said)
  return typeof id === "string" ? { id, text } : { text }
}

/** The value of the first member of a name, as it stands in the text of an object; undefined where there is none. */
function* memberSteps(text: string, name: string): Generator<void, string | undefined, void> {
  for (const place of placesInTurns(text, mostLookedAt)) {
    if (place === undefined) yield
    else if (place.name === name) return text.slice(place.from, place.to)
  }
  return undefined
}

/** Items one after the other, each a line of JSON: pieces of UTF-8 that are kept once however often they are sent. */
export type ItemRuns = readonly Uint8Array<ArrayBuffer>[]

/** The least UTF-16 code units of a run that others follow, and about how many runs there are at most. */
const shortestRun = 4096
const mostRuns = 512

/**
 * Items, texts of JSON, as runs, none longer than need be. Where a run ends depends on what stands before it alone,
 * unless the whole doubles: a conversation that has grown has the runs that it had, but for the last.
 */
export const runsOf = (items: readonly string[]): ItemRuns => {
  const size = items.reduce((sum, { length }) => sum + length, 0)
  const least = Math.max(shortestRun, 2 ** Math.ceil(Math.log2(size / mostRuns)))
  const runs: Uint8Array<ArrayBuffer>[] = []
  let run: string[] = []
  let length = 0
  for (const item of items) {
    run.push(oneLine(item))
    length += item.length
    if (length < least) continue
    runs.push(encoder.encode(run.join("\n")))
    run = []
    length = 0
  }
  return run.length === 0 ? runs : [...runs, encoder.encode(run.join("\n"))]
}

/** The items of a run, whose text this is. */
export const itemsIn = (run: string): readonly string[] => run.split("\n")

/** JSON without line ends, which mean nothing between its tokens and stand nowhere else. */
const oneLine = (json: string): string => json.replaceAll("\n", " ")
