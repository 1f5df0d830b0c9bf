import type * as Context from "effect/Context"
import * as Metric from "effect/Metric"
import type { TokenUsage } from "../core/tokens/usage.ts"
import type { Entry } from "./metering.ts"

/** What is counted, into the registry of a context. Labels are of closed sets: never model ids, which clients make up. */
export interface Counts {
  /** Counts a request that has an answer. */
  readonly request: (context: Registry, endpoint: string, status: number) => void
  /** Counts what is known of a call once it is over. */
  readonly call: (context: Registry, entry: Entry) => void
}

/** Where counts are kept. */
type Registry = Context.Context<never>

/** Counters for one gateway. */
export const makeCounts = (): Counts => {
  const requests = counterOf("isogloss_requests_total", "Requests that were answered, by endpoint and status.")
  const calls = counterOf("isogloss_calls_total", "Requests that reached an upstream, by family and how they ended.")
  const tokens = counterOf("isogloss_tokens_total", "Tokens that upstreams counted, by family and kind.")
  const notes = counterOf("isogloss_notes_total", "What translations changed, by the kind and the severity of a note.")
  return {
    request: (context, endpoint, status) => requests({ endpoint, status: String(status) }).updateUnsafe(1, context),
    call: (context, { endpoint, family, ended, usage, notes: found }) => {
      calls({ endpoint, family, ended }).updateUnsafe(1, context)
      for (const [kind, count] of kindsOf(usage)) tokens({ endpoint, family, kind }).updateUnsafe(count, context)
      for (const { kind, severity } of found) notes({ endpoint, kind, severity }).updateUnsafe(1, context)
    }
  }
}

/** A counter by its labels, to each set of which it is bound once. */
const counterOf = (
  name: string,
  description: string
): ((labels: Readonly<Record<string, string>>) => Metric.Counter<number>) => {
  const counter = Metric.counter(name, { description, incremental: true })
  const bound = new Map<string, Metric.Counter<number>>()
  return (labels) => {
    const key = Object.values(labels).join(" ")
    const known = bound.get(key) ?? Metric.withAttributes(counter, labels)
    bound.set(key, known)
    return known
  }
}

/** What is known of a usage, in disjoint kinds. */
const kindsOf = ({ input, cacheRead, cacheWrite, toolPrompt, text, reasoning }: TokenUsage = {}) =>
  Object.entries({ input, cacheRead, cacheWrite, toolPrompt, text, reasoning }).flatMap(([kind, count]) =>
    count === undefined ? [] : [[kind, count] as const]
  )
