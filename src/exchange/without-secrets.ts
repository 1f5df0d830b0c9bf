import * as Effect from "effect/Effect"
import type { ChatEvent, PartDelta } from "../core/chat/chat.ts"
import { type ValuePlace, valuePlaces } from "../core/json/pointer.ts"
import type { StreamFrame } from "../core/framing/transducer.ts"
import type { SecretRedactor } from "../core/secrets/redactor.ts"
import { concatBytes } from "../core/collections.ts"
import type { ChatClient, Reply } from "./chat-exchange.ts"
import type { Mask } from "./event-lines.ts"
import { long, short } from "./offload.ts"
import type { Cut } from "./body.ts"

/** Texts without keys, of which a long one is searched in steps; `first`: what is done to them before, as phrases in steps. */
export const maskOf = (secrets: SecretRedactor, first?: (text: string) => string): Mask =>
  function* (text) {
    let told = ""
    for (const piece of maskedPieces(secrets, first === undefined ? text : yield* inPhrases(text, first))) {
      if (piece === "") yield
      told += piece
    }
    return told
  }

/** What a text is made to, of a long one phrase by phrase: a word is in one of them whole, and all that stands around it. */
function* inPhrases(text: string, make: (phrase: string) => string): Generator<void, string, void> {
  if (text.length <= step) return make(text)
  let made = ""
  for (let from = 0; from < text.length;) {
    const most = endOf(text, from + 2 * step)
    const window = text.slice(from, most)
    const phrase = window.slice(0, window.lastIndexOf(",") + 1 || most)
    made += make(phrase)
    from += phrase.length
    yield
  }
  return made
}

/**
 * The data of an event that tells an error, masked. Long data is JSON, of which all is searched but what was told before or
 * is the client's own. An error that is long itself is left out.
 */
export function* maskedData(data: string, mask: Mask): Generator<void, string, void> {
  if (data.length <= short) return yield* mask(data)
  let told = ""
  let read = 0
  for (const { from, to, text } of unsearched(data)) {
    told += (yield* mask(data.slice(read, from))) + text
    read = to
  }
  return told + (yield* mask(data.slice(read)))
}

/** What an answer says again in an event that tells its error, and what it repeats of its request. */
const repeated: ReadonlySet<string> = new Set(["output", "input", "instructions", "tools"])

/** What of an event is not searched, and what is told in its place. */
function* unsearched(data: string): Generator<Cut, void, void> {
  for (const place of valuePlaces(data)) {
    if (isLongError(place)) yield { ...place, text: "null" }
    if (place.name !== "response") continue
    for (const inside of valuePlaces(data, place.from)) {
      if (isLongError(inside)) yield { ...inside, text: "null" }
      else if (repeated.has(inside.name)) yield { ...inside, text: data.slice(inside.from, inside.to) }
    }
  }
}

const isLongError = ({ name, from, to }: ValuePlace): boolean => name === "error" && to - from > long

/** What parts go on with that is told as it comes. */
const spoken: ReadonlySet<PartDelta["type"]> = new Set<PartDelta["type"]>(["text", "input", "transcript", "data"])

/**
 * Whether frames that say an event may tell what is put together of several of an upstream's, so that a key may have come
 * in pieces. All may but the one frame of a piece that a part goes on with, which tells that piece alone.
 */
export const mayJoin = (event: ChatEvent, frames: readonly StreamFrame[]): boolean =>
  frames.length !== 1 || event.type !== "delta" || !spoken.has(event.delta.type)

/** A text without keys; of a long one piece by piece, before each of which an empty one says that it takes a while. */
export function* maskedPieces(keys: SecretRedactor, text: string): Generator<string, void, void> {
  if (text.length <= step) return yield keys.text(text)
  const read = new TextDecoder("utf-8", { ignoreBOM: true })
  let left: Uint8Array = new Uint8Array(0)
  for (let from = 0; from < text.length;) {
    yield ""
    const to = endOf(text, from + step)
    const [told, rest] = keys.begin(concatBytes([left, encoder.encode(text.slice(from, to))]))
    yield read.decode(told, { stream: true })
    left = rest
    from = to
  }
  yield read.decode(keys.bytes(left))
}

/** The same of a text that is not told piece by piece, in turns. */
export const withoutKeys = (keys: SecretRedactor, text: string): Effect.Effect<string> =>
  Effect.map(redacted(keys, encoder.encode(text)), (bytes) => decoder.decode(bytes))

/** So many characters that were put together are searched at once. */
const step = long / 8

/** A place in a text, or the one behind it where that would part a character. */
const endOf = (text: string, at: number): number => ((text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at)

/** A whole answer as its client may read it: the words of one that failed may quote the deployment's secrets. */
export const withoutSecrets = ({ secrets }: Pick<ChatClient, "secrets">, reply: Reply): Effect.Effect<Reply> => {
  const { body, failure, quoted } = reply
  if (failure === undefined || quoted !== undefined) return withoutQuoted(secrets, reply)
  if (typeof body === "string") return Effect.succeed({ ...reply, body: secrets.text(body) })
  return Effect.map(redacted(secrets, body), (told) => ({ ...reply, body: told }))
}

/** An answer as its client may read it that quotes errors beside what was answered. */
const withoutQuoted = (secrets: SecretRedactor, reply: Reply): Effect.Effect<Reply> => {
  const { quoted } = reply
  if (quoted === undefined) return Effect.succeed(reply)
  return Effect.gen(function* () {
    let { body } = reply
    for (const error of new Set(quoted)) {
      const told = decoder.decode(yield* redacted(secrets, encoder.encode(error)))
      if (told !== error) body = (typeof body === "string" ? body : decoder.decode(body)).replaceAll(error, () => told)
    }
    return { ...reply, body }
  })
}

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** So many bytes are searched before others have their turn. */
const turn = long / 8

const redacted = (secrets: SecretRedactor, bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.gen(function* () {
    const told: Uint8Array[] = []
    let left = bytes.subarray(0, turn)
    for (let next = turn; next < bytes.length; next += turn) {
      const [sure, rest] = secrets.begin(left)
      told.push(sure)
      left = concatBytes([rest, bytes.subarray(next, next + turn)])
      yield* Effect.yieldNow
    }
    return concatBytes([...told, secrets.bytes(left)])
  })
