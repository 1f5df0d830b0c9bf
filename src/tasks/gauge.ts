import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { GatewayError } from "../core/errors/error.ts"
import type { TaskStore } from "./store.ts"
import { states } from "./task.ts"

const gauge = Metric.gauge("isogloss_tasks", { description: "Tasks in the store, by state." })

const gauges = states.map((state) => [state, Metric.withAttributes(gauge, { state })] as const)

/** Sets the gauge of each state, in the registry of whoever runs this, to how many tasks the store has in it. */
export const gaugeTasks = (store: TaskStore["Service"]): Effect.Effect<void, GatewayError> =>
  Effect.flatMap(store.counts, (counts) =>
    Effect.forEach(gauges, ([state, one]) => Metric.update(one, counts[state]), { discard: true })
  )
