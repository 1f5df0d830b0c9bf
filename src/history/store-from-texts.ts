import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { GatewayError } from "../core/errors/error.ts"
import { isArray, isObject, type JsonObject, JsonText } from "../core/json/json.ts"
import { parsedOrNull } from "../core/json/value.ts"
import { OutageLog } from "../core/outage.ts"
import type { ResponseStore, StoredResponse } from "./store.ts"
import type { NamedText, TextRows } from "./texts.ts"

/**
 * A store over a kind of storage. An answer is one text; each item of its request is another, under its digest, so that
 * a client that sends a conversation again and again has it kept once; and the id of each item of the answer leads to it.
 */
export const keptIn = (storage: TextRows): ResponseStore["Service"] => {
  const rows = watched(storage)
  return {
    put: (owner, response) => Effect.flatMap(textsOf(response), (texts) => timed((now) => rows.put(owner, texts, now))),
    get: (owner, id) => get(rows, owner, id),
    items: (owner, ids) => items(rows, owner, ids),
    remove: (owner, id) =>
      Effect.flatMap(
        timed((now) => rows.get(owner, [responseName(id)], now)),
        (found) => {
          const row = rowIn(found.get(responseName(id)))
          const names = row === undefined ? [] : outputOf(row.answer).flatMap(({ id: item }) => itemName(item))
          return timed((now) => rows.remove(owner, [responseName(id), ...names], now))
        }
      )
  }
}

const responseName = (id: string): string => `response/${id}`

const itemName = (id: unknown): readonly string[] => (typeof id === "string" ? [`item/${id}`] : [])

const textsOf = ({ id, previous, input, answer }: StoredResponse): Effect.Effect<readonly NamedText[]> =>
  Effect.map(
    Effect.promise(() => Promise.all(input.map(digestOf))),
    (digests) => {
      const head = JSON.stringify({ ...(previous === undefined ? {} : { previous }), input: digests })
      const names = outputOf(JsonText.source(answer)).flatMap(({ id: item }) => itemName(item))
      return [
        ...input.map((text, at) => ({ name: textName(digests[at] ?? ""), text })),
        ...names.map((name) => ({ name, text: id })),
        { name: responseName(id), text: `${head}\n${answer}` }
      ]
    }
  )

const textName = (digest: string): string => `text/${digest}`

const encoder = new TextEncoder()

const digestOf = async (text: string): Promise<string> => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}

const outputOf = ({ object }: JsonText): readonly JsonObject[] => {
  const output = object?.["output"]
  return isArray(output) ? output.filter(isObject) : []
}

/** A response as it is written down. */
interface Row {
  readonly previous: string | undefined
  /** Digests. */
  readonly input: readonly string[]
  readonly answer: JsonText
}

/** One line of JSON, and the answer behind it. */
const rowIn = (text: string | undefined): Row | undefined => {
  const end = text?.indexOf("\n") ?? -1
  const row = text === undefined || end < 0 ? undefined : parsedOrNull(text.slice(0, end))
  if (text === undefined || !isObject(row)) return undefined
  const { previous, input } = row
  return {
    previous: typeof previous === "string" ? previous : undefined,
    input: isArray(input) ? input.filter((it) => typeof it === "string") : [],
    answer: JsonText.source(text.slice(end + 1))
  }
}

const get = (rows: TextRows, owner: string, id: string): Effect.Effect<StoredResponse | undefined, GatewayError> =>
  Effect.gen(function* () {
    const name = responseName(id)
    const row = rowIn((yield* timed((now) => rows.get(owner, [name], now))).get(name))
    if (row === undefined) return undefined
    const names = row.input.map(textName)
    const texts = names.length === 0 ? new Map<string, string>() : yield* timed((now) => rows.get(owner, names, now))
    const input = names.flatMap((item) => texts.get(item) ?? [])
    if (input.length < names.length) return undefined
    return { id, ...(row.previous === undefined ? {} : { previous: row.previous }), input, answer: row.answer.text }
  })

const items = (
  rows: TextRows,
  owner: string,
  ids: readonly string[]
): Effect.Effect<ReadonlyMap<string, string>, GatewayError> =>
  Effect.gen(function* () {
    const named = yield* timed((now) => rows.get(owner, ids.flatMap(itemName), now))
    const responses = [...new Set(named.values())].map(responseName)
    const answers = responses.length === 0 ? named : yield* timed((now) => rows.get(owner, responses, now))
    const found = new Map<string, string>()
    for (const text of answers.values()) {
      for (const item of outputOf(rowIn(text)?.answer ?? JsonText.source("{}"))) {
        const { id } = item
        if (typeof id === "string" && ids.includes(id)) found.set(id, JsonText.of(item).text)
      }
    }
    return found
  })

/** What the storage does now, or the one error for whatever it says. */
const timed = <A>(use: (now: number) => Effect.Effect<A, unknown>): Effect.Effect<A, GatewayError> =>
  Effect.mapError(Effect.flatMap(Clock.currentTimeMillis, use), unreachable)

const unreachable = (): GatewayError =>
  new GatewayError("Overloaded", "Responses cannot be kept at the moment. Try again shortly.", {
    code: "response_store_unavailable",
    retryAfter: 1
  })

/** Storage whose failures are logged once, and once that they are over. */
const watched = (rows: TextRows): TextRows => {
  const outage = new OutageLog()
  const watch = <A>(done: Effect.Effect<A, unknown>): Effect.Effect<A, unknown> =>
    Effect.tapError(
      Effect.tap(done, () => Effect.suspend(() => back(outage.ends()))),
      (why) => Effect.suspend(() => (outage.begins() ? gone(why) : Effect.void))
    )
  return {
    put: (...args) => watch(rows.put(...args)),
    get: (...args) => watch(rows.get(...args)),
    remove: (...args) => watch(rows.remove(...args))
  }
}

const gone = (why: unknown): Effect.Effect<void> =>
  Effect.logWarning("A response could not be kept or read.", why instanceof Error ? why.message : String(why))

const back = (failures: number): Effect.Effect<void> =>
  failures === 0 ? Effect.void : Effect.logInfo(`Responses are kept and read again. Calls that failed: ${failures}.`)
