import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Model, Models } from "../capabilities/models.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { inTurns, type Job, perform, short } from "./offload.ts"

/** The model that gave an answer, among those of its capability. */
export interface AnsweringModel<M extends Model, Key> {
  readonly models: Context.Key<Key, Models<M>>
  readonly model: M
  /** How a model is called for the request, where that can be in several ways. */
  readonly called?: (model: M) => M
}

/**
 * Does a job that tells an answer, for the model that gave it, whatever models there are by now. Threads know those of now
 * alone: where they have another under its id, or none, it is told where the gateway runs.
 */
export const tellPaid = <Given extends { readonly model: string }, Made, M extends Model, Key>(
  job: Job<Given, Made, Key>,
  given: Given,
  bytes: number,
  { models, model, called = (found) => found }: AnsweringModel<M, Key>,
  services: Context.Context<Key>
): Effect.Effect<Made, GatewayError> => {
  const found = Context.get(services, models).find(given.model)
  const now = found && called(found)
  if (now === model) return perform(job, given, bytes, services)
  const own = Context.add(services, models, { find: () => model, ids: [] })
  const isKnown = now !== undefined && now.family === model.family && now.format.id === model.format.id
  return isKnown || bytes <= short ? perform(job, given, bytes, own) : inTurns(job.run(given, own))
}
