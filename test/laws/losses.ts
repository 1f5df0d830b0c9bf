import type { TranslationNote } from "../../src/core/notes/note.ts"
import { type ChatFormat, defaultReplyPreferences, emptyReplyContext } from "../../src/core/format.ts"
import { JsonText, type Json } from "../../src/core/json/json.ts"
import type { StreamFrame } from "../../src/core/framing/transducer.ts"
import { parsedOrNull } from "../../src/core/json/value.ts"
import { all, callOf, stamp } from "./calling.ts"
import { parent, plain } from "./differ.ts"
import { bodyOf, fixtures } from "./fixtures.ts"
import { leaves, replaced } from "./leaves.ts"
import type { Subject } from "./subjects.ts"

/** What became of a body: text that differs where the outcome differs, and the notes that were written. */
export interface Outcome {
  readonly text: string
  readonly notes: readonly TranslationNote[]
  /** Places for which the target refused the whole. */
  readonly refused?: readonly string[]
}

/** A way from a body to what is made of it. */
export type Way = (body: Json) => Outcome | undefined

/** Where a value stood, which is no part of what it says. */
const places: ReadonlySet<string> = new Set(["at", "places"])

/** What was read of a value: with what its format keeps of it for itself alone, where that is asked for. */
const shown = (value: unknown, own = false) => (own ? plain(value, places) : plain(value))

/** A request as its format reads it. Undefined where it is invalid. */
export const readRequest =
  (format: ChatFormat, own = false): Way =>
  (body) => {
    const decoded = format.decodeRequest(callOf(JSON.stringify(body)))
    if (!decoded.ok) return undefined
    const { value, notes } = decoded.value
    return { text: JSON.stringify([shown(value.request, own), plain(value.asked)]), notes }
  }

/** A request as another format writes it, its headers and what was asked for beside. */
export const writtenRequest =
  (from: ChatFormat, { format: to, target }: Subject): Way =>
  (body) => {
    const decoded = from.decodeRequest(callOf(JSON.stringify(body)))
    if (!decoded.ok) return undefined
    const { request, asked: wish } = decoded.value.value
    const encoded = to.encodeRequest(request, { ...target, model: request.model, stream: wish.stream })
    if (!encoded.ok) return { text: "", notes: [], refused: encoded.error.notes.map(({ path }) => path) }
    const { call, undo: reversal } = encoded.value.value
    return {
      text: JSON.stringify([call.body.text, call.headers, plain(wish), plain(reversal)]),
      notes: [...decoded.value.notes, ...encoded.value.notes]
    }
  }

/** An answer as its format reads it. */
export const readResponse =
  (format: ChatFormat, own = false): Way =>
  (body) => {
    const decoded = format.decodeResponse(JsonText.source(JSON.stringify(body)), emptyReplyContext)
    if (!decoded.ok) return undefined
    return { text: JSON.stringify(shown(decoded.value.value, own)), notes: decoded.value.notes }
  }

/** An answer as another format writes it. */
export const writtenResponse =
  (from: ChatFormat, to: ChatFormat): Way =>
  (body) => {
    const decoded = from.decodeResponse(JsonText.source(JSON.stringify(body)), emptyReplyContext)
    if (!decoded.ok) return undefined
    const { value, notes } = to.encodeResponse(decoded.value.value, defaultReplyPreferences, stamp)
    return { text: value.text, notes: [...decoded.value.notes, ...notes] }
  }

/** A stream, as the list of its frames with their data as JSON, as its format reads it. */
export const readStream =
  (format: ChatFormat, own = false): Way =>
  (body) => {
    if (!Array.isArray(body)) return undefined
    const machine = format.decodeStream(emptyReplyContext)
    const events = all(machine, framesOf(body))
    return { text: JSON.stringify(events.map((event) => shown(event, own))), notes: machine.notes() }
  }

/** A stream as another format writes it. */
export const writtenStream =
  (from: ChatFormat, to: ChatFormat): Way =>
  (body) => {
    if (!Array.isArray(body)) return undefined
    const reader = from.decodeStream(emptyReplyContext)
    const writer = to.encodeStream({ ...defaultReplyPreferences, stream: true, usage: true }, stamp)
    const frames = all(writer, all(reader, framesOf(body)))
    return { text: JSON.stringify(frames), notes: [...reader.notes(), ...writer.notes()] }
  }

/** A list of frames as they are before they are framed. */
export const framesOf = (body: readonly Json[]): readonly StreamFrame[] =>
  (body as readonly { readonly event?: string; readonly data: Json }[]).map((frame) => ({
    ...(frame.event === undefined ? {} : { event: frame.event }),
    data: typeof frame.data === "string" ? frame.data : JSON.stringify(frame.data ?? {})
  }))

/** The frames of a stream's text, their data as JSON where it is. */
export const framesIn = (format: ChatFormat, text: string): Json =>
  all(format.framings[0].read(), [new TextEncoder().encode(text)]).flatMap((frame) =>
    "data" in frame ? [{ event: frame.event ?? "message", data: parsedOrNull(frame.data) ?? frame.data }] : []
  )

/** A body without what the target refuses, so that the rest of it can be looked at; null where that is all of it. */
export const taken = (way: Way, body: Json): Json => {
  const at = way(body)?.refused?.find((path) => path !== "")
  return at === undefined ? body : taken(way, without(way, body, at))
}

/** A body without a member, or without what cannot be read without that member. */
const without = (way: Way, body: Json, at: string): Json => {
  const less = replaced(body, at)
  return at === "" || way(less) !== undefined ? less : without(way, body, parent(at))
}

/** Whether some note names a place, what is in it, or what it is in (the whole body is no place). */
const isNoted = (notes: readonly TranslationNote[], at: string): boolean =>
  notes.some(({ path }) => path === at || path.startsWith(`${at}/`) || (path !== "" && at.startsWith(`${path}/`)))

/** The leaves of a body that can be taken out without a change of what becomes of it, and that no note speaks of. */
export const silentLeaves = (way: Way, body: Json): readonly string[] => {
  const whole = body === null ? { text: "", notes: [], refused: [] } : way(body)
  if (whole === undefined) return [""]
  if (whole.refused !== undefined) return []
  return leaves(body, (value) => value !== null).filter(
    (at) => way(replaced(body, at))?.text === whole.text && !isNoted(whole.notes, placeIn(at))
  )
}

/** Where a leaf of a stream stands in the answer that its frames tell: notes name that. */
const placeIn = (at: string): string => at.replace(/^\/\d+\/data(?:\/(?:message|delta))?(?=\/)/, "")

/** The bodies of a format's fixtures of one kind, by the fixture's name; a stream's is the list of its frames. */
export const bodies = (format: ChatFormat, kind: string): readonly (readonly [name: string, body: Json])[] =>
  fixtures(format.id, kind).map(
    (fixture) => [fixture.name, kind === "stream" ? framesIn(format, fixture.text) : bodyOf(fixture)] as const
  )
