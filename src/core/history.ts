import type { BodyEdit } from "./format.ts"
import type { JsonObject, JsonText } from "./json/json.ts"
import type { JsonPointer } from "./json/pointer.ts"
import type { TranslationNote } from "./notes/note.ts"

/** What a request names that was kept of earlier answers. */
export interface NamedHistory {
  /** The answer that it goes on from. */
  readonly previous?: string
  /** The answer that its vendor is to compare it with, and where that is said. */
  readonly compared?: { readonly id: string; readonly at: JsonPointer }
  /** The ids of single items. */
  readonly items: readonly string[]
  /** The ids of thoughts of which nothing else is said: what is not known of them is left out. */
  readonly thoughts: readonly string[]
  /** The ids of calls whose results are left out: one that is not known is what its client says of it, under another id. */
  readonly calls: readonly string[]
}

/** What of a request is kept with its answer: its own items, and what it goes on from. */
export interface KeptRequest {
  /** Its items, lines of JSON in UTF-8, in as many pieces as they are kept in. */
  readonly input: readonly Uint8Array<ArrayBuffer>[]
  readonly previous?: string
}

/** What was kept under those names, as texts of JSON. */
export interface RecalledHistory {
  /** The conversation up to the answer that is gone on from. */
  readonly before: readonly string[]
  /** Whether thoughts were left out of it: another upstream sealed them, or they led to nothing. */
  readonly withheld?: boolean
  /** Items by their ids; an empty text: a thought or a call that is not known. Where nothing is kept thoughts are not among them. */
  readonly items: ReadonlyMap<string, string>
}

/** How many UTF-16 code units of history are to be read with a request. */
export const recalledSize = ({ before, items }: RecalledHistory): number =>
  [...before, ...items.values()].reduce((sum, { length }) => sum + length, 0)

/** A request with its history put in, and the client's place for a place of it. */
export interface RecalledRequest {
  readonly body: JsonText
  readonly place: (at: JsonPointer) => JsonPointer
  /** What was left out of the history, in the client's places. */
  readonly notes: readonly TranslationNote[]
}

/** What one response adds to its conversation: the items of its request, and those of its answer, as texts of JSON. */
export interface ConversationLink {
  readonly response: string
  readonly input: readonly string[]
  readonly output: readonly string[]
}

/** Why a request cannot be served: what is wrong, and where. */
interface HistoryRefusal {
  readonly pointer: JsonPointer
  readonly message: string
}

/** An answer that may be kept. */
export interface KeepableAnswer {
  readonly id: string
  /** Whether its vendor may keep the answer, too: it does not say that it keeps none. */
  readonly atVendor: boolean
}

/** An answer as an event of a stream tells it, a text of JSON, and where. */
interface ToldAnswer {
  readonly answer: string
  readonly at: JsonPointer
}

/** How a format's clients go on from answers that were kept for them. Everything here is pure, synchronous and total. */
export interface HistoryFormat {
  /** What a request names that only its vendor could hold, for all of its callers alike. */
  readonly refused: (body: JsonText) => HistoryRefusal | undefined
  /** What a request names; undefined where it names nothing. */
  readonly named: (body: JsonText) => NamedHistory | undefined
  /** What makes a request leave nothing with its vendor, for clients whose answers are not kept here either. */
  readonly unkept: (body: JsonText) => readonly BodyEdit[]
  /** A request with what it names in its place; the body is the same one where nothing of it was recalled. */
  readonly recall: (body: JsonText, recalled: RecalledHistory) => RecalledRequest
  /** The items of a request without those before it; undefined where its client wants nothing kept. */
  readonly items: (body: JsonText) => readonly string[] | undefined
  /** A whole answer, by its members that are neither objects nor lists; undefined where it is none that is kept. */
  readonly answer: (head: JsonObject) => KeepableAnswer | undefined
  /** What makes an answer, whole or begun, say whether it is kept, and what it goes on from; by the same members. */
  readonly edits: (head: JsonObject, isStored: boolean, previous: string | undefined) => readonly BodyEdit[]
  /** The response, and the place among its items, that an id names which was made for a list of them. */
  readonly listedPlace: (id: string) => { readonly response: string; readonly index: number } | undefined
  /** Whether an item is a thought that its vendor sealed or holds itself, so that nobody but who gave it can read it. */
  readonly isSealedThought: (item: string) => boolean
  /**
   * The answer that the first events of a stream tell, and its last; undefined for every event between them, and for one
   * of a vendor's that costs more than its length. `isOwn`: it was written here.
   */
  readonly told: (data: string, isOwn?: boolean) => ToldAnswer | undefined
}
