import { encodeHex } from "../core/bytes.ts"
import { stepsInTurns } from "../upstream/turns.ts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { appendAll, concatBytes } from "../core/collections.ts"
import { GatewayError, OutageLog } from "../core/errors/error.ts"
import { isArray, isObject } from "../core/json/json.ts"
import { parsedOrNull } from "../core/json/value.ts"
import {
  outputIds,
  outputOf,
  type ItemRuns,
  itemsIn,
  runsOf,
  type ResponseStore,
  type ResponseToStore,
  type StoredItem,
  type StoredResponse,
  type NamedText,
  type TextRows
} from "./store.ts"

/**
 * A store over a kind of storage. An answer is one text; the items of its request are others, each run of them under its
 * digest, so that a client that sends a conversation again and again has it kept once; and the ids of the answer's items
 * lead to it. However many items there are, the texts of one response are few.
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
        (found) =>
          Effect.flatMap(stepsInTurns(outputIds(rowIn(found.get(responseName(id)))?.answer ?? "")), (ids) =>
            timed((now) => rows.remove(owner, [responseName(id), ...ids.map(itemName)], now))
          )
      ),
    probe: timed(() => rows.probe)
  }
}

/** Texts of more UTF-16 code units are copied, written and taken apart in turns of their own. */
const long = 1024 * 1024

const responseName = (id: string): string => `response/${id}`

const itemName = (id: string): string => `item/${id}`

const textsOf = ({
  id,
  previous,
  issuer,
  model,
  input,
  answer,
  items
}: ResponseToStore): Effect.Effect<readonly NamedText[]> =>
  Effect.gen(function* () {
    const runs = isRuns(input) ? input : runsOf(input)
    const digests = yield* Effect.promise(() => Promise.all(runs.map(digestOf)))
    const head = JSON.stringify({ previous, issuer, model, input: digests })
    const kept = new Map<string, NamedText["text"]>(runs.map((text, at) => [textName(digests[at] ?? ""), text]))
    for (const item of items ?? (yield* stepsInTurns(outputIds(textIn(answer))))) kept.set(itemName(item), id)
    if (answer.length > long) yield* Effect.yieldNow
    kept.set(responseName(id), rowOf(head, answer))
    return Array.from(kept, ([name, text]) => ({ name, text }))
  })

const isRuns = (input: ResponseToStore["input"]): input is ItemRuns => typeof input[0] !== "string"

const textName = (digest: string): string => `text/${digest}`

const digestOf = async (text: Uint8Array<ArrayBuffer>): Promise<string> =>
  encodeHex(new Uint8Array(await crypto.subtle.digest("SHA-256", text)))

const textIn = (answer: ResponseToStore["answer"]): string =>
  typeof answer === "string" ? answer : decoder.decode(answer)

/** One line of JSON, and the answer behind it. */
const rowOf = (head: string, answer: ResponseToStore["answer"]): NamedText["text"] =>
  typeof answer === "string" ? `${head}\n${answer}` : concatBytes([encoder.encode(`${head}\n`), answer])

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** A response as it is written down. */
interface Row extends Pick<StoredResponse, "previous" | "issuer" | "model"> {
  /** Digests of runs of items. */
  readonly input: readonly string[]
  readonly answer: string
}

const rowIn = (text: string | undefined): Row | undefined => {
  const end = text?.indexOf("\n") ?? -1
  const row = text === undefined || end < 0 ? undefined : parsedOrNull(text.slice(0, end))
  if (text === undefined || !isObject(row)) return undefined
  const { previous, issuer, model, input } = row
  return {
    ...(typeof previous === "string" ? { previous } : {}),
    ...(typeof issuer === "string" ? { issuer } : {}),
    ...(typeof model === "string" ? { model } : {}),
    input: isArray(input) ? input.filter((it) => typeof it === "string") : [],
    answer: text.slice(end + 1)
  }
}

const get = (rows: TextRows, owner: string, id: string): Effect.Effect<StoredResponse | undefined, GatewayError> =>
  Effect.gen(function* () {
    const name = responseName(id)
    const row = rowIn((yield* timed((now) => rows.get(owner, [name], now))).get(name))
    if (row === undefined) return undefined
    const names = row.input.map(textName)
    const texts = names.length === 0 ? new Map<string, string>() : yield* timed((now) => rows.get(owner, names, now))
    if (!names.every((name) => texts.has(name))) return undefined
    const input: string[] = []
    for (const name of names) {
      const run = texts.get(name) ?? ""
      appendAll(input, itemsIn(run))
      if (run.length > long) yield* Effect.yieldNow
    }
    return { ...row, id, input }
  })

const items = (
  rows: TextRows,
  owner: string,
  ids: readonly string[]
): Effect.Effect<ReadonlyMap<string, StoredItem>, GatewayError> =>
  Effect.gen(function* () {
    const named = yield* timed((now) => rows.get(owner, [...new Set(ids)].map(itemName), now))
    const responses = [...new Set(named.values())].map(responseName)
    const answers = responses.length === 0 ? named : yield* timed((now) => rows.get(owner, responses, now))
    const found = new Map<string, StoredItem>()
    const wanted = new Set(ids)
    for (const stored of answers.values()) {
      const row = rowIn(stored)
      if (row === undefined) continue
      const issuer = row.issuer === undefined ? {} : { issuer: row.issuer }
      for (const { id, text } of yield* outputOf(row.answer))
        if (id !== undefined && wanted.has(id)) found.set(id, { ...issuer, text })
    }
    return found
  })

/** What the storage does now, or the one error for whatever it says. */
const timed = <A>(use: (now: number) => Effect.Effect<A, unknown>): Effect.Effect<A, GatewayError> =>
  Effect.mapError(Effect.flatMap(Clock.currentTimeMillis, use), unreachable)

const unreachable = (): GatewayError =>
  new GatewayError("Overloaded", "Responses cannot be stored at the moment. Try again shortly.", {
    code: "response_store_unavailable",
    retryAfter: 1
  })

/** Storage whose failures are logged once, and once that they are over, which only what writes something new shows. */
const watched = (rows: TextRows): TextRows => {
  const outage = new OutageLog()
  const read = <A>(done: Effect.Effect<A, unknown>): Effect.Effect<A, unknown> =>
    Effect.tapError(done, (why) => Effect.suspend(() => (outage.begins() ? logOutage(why) : Effect.void)))
  const write = <A>(done: Effect.Effect<A, unknown>): Effect.Effect<A, unknown> =>
    Effect.tap(read(done), () => Effect.suspend(() => logRecovery(outage.ends())))
  return {
    put: (...args) => write(rows.put(...args)),
    get: (...args) => read(rows.get(...args)),
    remove: (...args) => read(rows.remove(...args)),
    probe: write(rows.probe)
  }
}

const logOutage = (why: unknown): Effect.Effect<void> =>
  Effect.logWarning("A response could not be stored or read.", why instanceof Error ? why.message : String(why))

const logRecovery = (failures: number): Effect.Effect<void> =>
  failures === 0
    ? Effect.void
    : Effect.logInfo(`Responses can be stored and read again. Calls that failed: ${failures}.`)
