import type { VendorId } from "./chat/node.ts"
import type { GatewayError } from "./errors/error.ts"
import type { ReplyPreferences, WireRequest, BodyEdit } from "./format.ts"
import type { StreamFrame } from "./framing/transducer.ts"
import { isObject, type Json, isArray, type JsonObject } from "./json/json.ts"
import type { UnreadLists } from "./json/outline.ts"
import type { ModelNaming } from "./naming/naming.ts"
import type { Translated } from "./notes/note.ts"
import { type JsonPointer, childPointer, hasName } from "./json/pointer.ts"
import { parsedOrNull } from "./json/value.ts"
import type { TokenUsage } from "./tokens/usage.ts"

/** The changes that put members of a body where its upstream looks for them. */
export interface HoistedMembers extends Translated<readonly BodyEdit[]> {
  /** The client's place for a place of the body that they make. */
  readonly place: (at: JsonPointer) => JsonPointer
}

/** What is remembered of a stream that passes, so that its failure is told as what comes next in it. */
export interface PassedStream {
  /** A frame passed. */
  readonly passed: (frame: StreamFrame) => void
  /**
   * The frames that tell how it failed, besides those that passed; undefined where too little passed for any that could
   * come next.
   */
  readonly failed: (error: GatewayError) => readonly StreamFrame[] | undefined
  /** Whether a frame behind an error that passed is the upstream's own word that its answer failed, in words for clients. */
  readonly follows: (frame: StreamFrame) => boolean
  /**
   * What makes a last answer, a text of JSON, hold all that was told before it; undefined where it leaves out what was
   * too much to be remembered.
   */
  readonly completed: (answer: string) => readonly BodyEdit[] | undefined
}

/** A whole answer that says that it failed: the error that it is, and what of it no client may read. */
export interface ToldFailure {
  readonly error: GatewayError
  readonly edits: readonly BodyEdit[]
}

/** An error that an answer tells, and where it stands in that. */
export interface QuotedError {
  readonly at: JsonPointer
  readonly error: Json
}

/** What is looked at where bytes of a format pass unread. Everything here is pure, synchronous and total. */
export interface Passthrough {
  /** How its bodies decide which model works. */
  readonly naming: ModelNaming
  /** What of a body nobody need read; absent: all of it is. */
  readonly unread?: UnreadLists
  /** What stands in another place than an upstream looks for it; undefined where all is in its place. */
  readonly hoisting?: (call: WireRequest) => HoistedMembers | undefined
  /**
   * The format's own spellings that an upstream of the same format does not know. `vendor`: whose opaque bytes it takes
   * back; absent: those of the format's own vendor.
   */
  readonly edits: (call: WireRequest, vendor?: VendorId) => Translated<readonly BodyEdit[]>
  /** The usage of a whole answer. */
  readonly usage: (body: Json) => TokenUsage | undefined
  /** Whether a whole body answers, in members that its format has for that; what does not is no answer, or an error. */
  readonly answers: (body: JsonObject) => boolean
  /** A whole answer that its format lets fail; undefined where it did not. Absent: what failed is an error and no answer. */
  readonly failed?: (body: JsonObject) => ToldFailure | undefined
  /** What of a whole answer that did not fail tells an error all the same, by its place; absent: nothing does. */
  readonly errors?: (body: JsonObject) => readonly QuotedError[]
  /** Whether a frame may begin something, tell usage, an error or an end. Where bytes pass, `decodeStream` sees only these. */
  readonly tells: (frame: StreamFrame) => boolean
  /** Whether a frame that tells nothing of that has the usage so far, of which only the last counts; absent: none has. */
  readonly counts?: (frame: StreamFrame) => boolean
  /** What of a frame's data is otherwise for a client that asked so; absent: nothing ever is. */
  readonly shown?: (data: string, preferences: ReplyPreferences) => readonly BodyEdit[]
  /** Whether a frame is the upstream's own word that its stream is whole. */
  readonly ends: (frame: StreamFrame) => boolean
  /** Where such a frame says again what others said before it; absent: nowhere. */
  readonly repeats?: JsonPointer
  /** Whether a frame is the upstream's own word that its stream failed. */
  readonly fails: (frame: StreamFrame) => boolean
  /** Whether a frame that ends nothing tells an error; `tells`: what that says of it. Absent: none does. */
  readonly quotes?: (frame: StreamFrame, tells: boolean) => boolean
  /**
   * Follows a stream whose errors depend on what came before; absent: an error says nothing of that. `most`: how many
   * UTF-16 code units may be kept of it.
   */
  readonly follow?: (most: number) => PassedStream
}

/** Whether the object of a frame has an `error`. */
export const hasError = ({ data }: StreamFrame): boolean => {
  const body = parsedOrNull(data)
  return isObject(body) && (body["error"] ?? null) !== null
}

/** Whether data name an error that says something, beside an answer or whatever else they say. */
export const namesError = (data: string): boolean => hasName(data, words)

const words = /"error"\s*:\s*["{]/

/** Whether a frame that is looked at, and did not fail, names an error all the same. */
export const quotesError = ({ data }: StreamFrame, tells: boolean): boolean => tells && namesError(data)

/** The edit that gives a member of the root another value; none where the value is absent, or the member has it. */
export const memberEdit = (object: JsonObject, key: string, value: Json | undefined): readonly BodyEdit[] =>
  value === undefined || object[key] === value ? [] : [{ path: childPointer("", key), value }]

/** The members of a value that are read, with those of the objects and lists inside; null: whatever is inside. */
export interface KnownMembers {
  readonly [member: string]: KnownMembers | null
}

/** Where members of a value stand that are not among the known ones; an explicit null says nothing. */
export const unknownMembers = (
  value: Json | undefined,
  known: KnownMembers | null,
  at: JsonPointer = ""
): readonly JsonPointer[] => {
  if (known === null) return []
  if (isArray(value)) return value.flatMap((item, index) => unknownMembers(item, known, childPointer(at, index)))
  if (!isObject(value)) return []
  return Object.keys(value).flatMap((key) => {
    const place = childPointer(at, key)
    if (Object.hasOwn(known, key)) return unknownMembers(value[key], known[key] ?? null, place)
    return value[key] === null ? [] : place
  })
}
