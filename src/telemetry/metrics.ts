import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { Usage } from "../words/usage.ts"
import type { Entry } from "./metering.ts"

const counterOf = (name: string, description: string): Metric.Counter<number> =>
  Metric.counter(name, { description, incremental: true })

const requests = counterOf("isogloss_requests_total", "Requests that were answered, by endpoint and status.")

const calls = counterOf("isogloss_calls_total", "Requests that reached an upstream, by family and how they ended.")

const tokens = counterOf("isogloss_tokens_total", "Tokens that upstreams counted, by family and kind.")

const notes = counterOf("isogloss_notes_total", "What translations changed, by the kind and the severity of a note.")

/** Counts a request that has an answer. */
export const countRequest = (endpoint: string, status: number): Effect.Effect<void> =>
  add(requests, 1, { endpoint, status: String(status) })

/** Counts what is known of a call once it is over. Labels are of closed sets: no model ids, which clients make up. */
export const countCall = ({ endpoint, family, ended, usage, notes: found }: Entry): Effect.Effect<void> =>
  Effect.all(
    [
      add(calls, 1, { endpoint, family, ended }),
      ...kindsOf(usage).map(([kind, count]) => add(tokens, count, { endpoint, family, kind })),
      ...found.map(({ kind, severity }) => add(notes, 1, { endpoint, kind, severity }))
    ],
    { discard: true }
  )

/** What is known of a usage, in disjoint kinds. */
const kindsOf = ({ input, cacheRead, cacheWrite, toolPrompt, text, reasoning }: Usage = {}) =>
  Object.entries({ input, cacheRead, cacheWrite, toolPrompt, text, reasoning }).flatMap(([kind, count]) =>
    count === undefined ? [] : [[kind, count] as const]
  )

const add = (counter: Metric.Counter<number>, by: number, labels: Readonly<Record<string, string>>) =>
  Metric.update(Metric.withAttributes(counter, labels), by)
