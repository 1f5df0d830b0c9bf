import * as Stream from "effect/Stream"
import { noteRules, type TranslationNote, refusalOf, type Refused } from "../core/notes/note.ts"
import { type ByteFlow, flowStream } from "../upstream/flow.ts"
import { GatewayError } from "../core/errors/error.ts"
import { type Invalid, placeOfIssue } from "../core/errors/invalid.ts"
import type { JsonPointer } from "../core/json/pointer.ts"

/** An answer: bytes at once, or as they come. Such a flow or stream says its own errors; it never fails. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | ByteFlow | Stream.Stream<Uint8Array>
}

/** A body that comes by and by, for who reads streams. */
export const streamOf = (body: Exclude<Answer["body"], Uint8Array | string>): Stream.Stream<Uint8Array> =>
  Stream.isStream(body) ? body : flowStream(body)

/** What a 200 says besides its body. */
interface SuccessHead {
  /** Absent: JSON. */
  readonly contentType?: string | undefined
  readonly headers?: Answer["headers"] | undefined
  /** What the header for notes tells. */
  readonly notes?: readonly TranslationNote[]
}

/** A 200 with this body. */
export const successAnswer = <Body extends Answer["body"]>(
  body: Body,
  { contentType = "application/json", headers, notes = [] }: SuccessHead = {}
): Answer & { readonly body: Body } => ({
  status: 200,
  headers: {
    "content-type": contentType,
    ...headers,
    ...(notes.length === 0 ? {} : { [notesHeader]: printNotes(notes) })
  },
  body
})

/** The most notes that are kept of one answer. */
const mostOfAnswer = 100

const table = noteRules("notes", { approximated: { cosmetic: { more: "There are more notes than are shown." } } })

/** The notes of an answer: the first ones, and how many came after them. */
export class KeptNotes {
  readonly #notes: TranslationNote[] = []
  #more = 0

  add(notes: readonly TranslationNote[]): void {
    for (const note of notes) {
      if (this.#notes.length < mostOfAnswer) this.#notes.push(note)
      else this.#more++
    }
  }

  /** The notes since they were last asked for. */
  take(): readonly TranslationNote[] {
    const more = this.#more
    this.#more = 0
    const taken = this.#notes.splice(0)
    return more === 0 ? taken : [...taken, table.note("more", "", { detail: `${more} more notes are not shown.` })]
  }
}

/** The most notes that are kept of one request. */
const mostOfRequest = 500

/** The notes of a request: of very many those that speak against it or weigh most, and how many there were besides. */
export const keptOf = (notes: readonly TranslationNote[]): readonly TranslationNote[] => {
  if (notes.length <= mostOfRequest) return notes
  const weighed = [0, 1, 2].flatMap((weight) => notes.filter((note) => weightOf(note) === weight))
  const detail = `${notes.length - mostOfRequest} more notes are not shown.`
  return [...weighed.slice(0, mostOfRequest), table.note("more", "", { detail })]
}

const weightOf = ({ kind, severity }: TranslationNote): number =>
  kind === "refused" ? 0 : severity === "cosmetic" ? 2 : 1

/** The response header that tells what a translation did. */
const notesHeader = "x-isogloss-notes"

const headerLimits = { notes: 20, bytes: 2048 }

/**
 * Notes as a header value: `count=2; dropped /seed messages/no-seed; …`. At most 20 notes and 2 KiB, those first that
 * change meaning or cost, whole notes only, printable ASCII (all else percent-encoded); the count is of all that were
 * kept.
 */
export const printNotes = (notes: readonly TranslationNote[]): string => {
  let out = `count=${notes.length}`
  for (const { kind, path, rule } of weightiest(notes).slice(0, headerLimits.notes)) {
    const more = `; ${kind} ${path === "" ? "/" : escaped(path)} ${escaped(rule)}`
    if (out.length + more.length > headerLimits.bytes) break
    out += more
  }
  return out
}

const weightiest = (notes: readonly TranslationNote[]): readonly TranslationNote[] => {
  const heavy = notes.filter(({ severity }) => severity !== "cosmetic")
  if (heavy.length === 0 || heavy.length === notes.length) return notes
  return [...heavy, ...notes.filter(({ severity }) => severity === "cosmetic")]
}

const encoder = new TextEncoder()

const escaped = (text: string): string => text.replace(/[^\x21-\x3a\x3c-\x7e]+/g, percentEncoded)

const percentEncoded = (text: string): string => {
  let out = ""
  for (const byte of encoder.encode(text)) out += `%${byte.toString(16).toUpperCase().padStart(2, "0")}`
  return out
}

/** A 400 that names a member of the client's body; `code`: the short one of the client's format, where it has one. */
export const badRequest = (pointer: JsonPointer, message: string, code?: string | null): GatewayError =>
  new GatewayError("InvalidRequest", message, { pointer, ...(code !== undefined && { code }) })

/** A body that breaks its own format's rules, as an error for its sender: the first issue, and how many more there are. */
export const invalidRequest = ({ issues: [first, ...more] }: Invalid): GatewayError =>
  badRequest(placeOfIssue(first), more.length === 0 ? first.message : `${first.message} (and ${more.length} more)`)

/** What a format cannot say, as an error for the client: the first reason. */
export const refusedRequest = ({ notes: [first] }: Refused): GatewayError => badRequest(first.path, first.detail)

/**
 * The 400 for a request that a family refuses, under a strict policy for one whose cost or meaning would change on the
 * way too; undefined where nothing speaks against it.
 */
export const strictViolation = (notes: readonly TranslationNote[], strict: boolean): GatewayError | undefined => {
  const found =
    notes.find(({ kind }) => kind === "refused") ??
    (strict ? notes.find(({ kind, severity }) => severity !== "cosmetic" && kind !== "synthesised") : undefined)
  return found === undefined ? undefined : badRequest(found.path, refusalOf(found))
}

/** The same error, where the client wrote what it is about. */
export const placedError = (error: GatewayError, place: (at: JsonPointer) => JsonPointer): GatewayError => {
  const { pointer } = error.details
  return pointer === undefined ? error : error.with({ pointer: place(pointer) })
}

/** The same error without a place: one in a body that the client did not write. */
export const unplacedError = ({ reason, message, details }: GatewayError): GatewayError => {
  const { pointer: _, ...others } = details
  return new GatewayError(reason, message, others)
}
