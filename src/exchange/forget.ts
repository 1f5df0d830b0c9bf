import * as Effect from "effect/Effect"
import { type ChatModel, ChatModels } from "../capabilities/models.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { StoredResponse } from "../history/store.ts"
import type { UpstreamRequest } from "../upstream/upstream.ts"
import { callModel, issuerOf } from "./call-model.ts"
import { unplacedError } from "./client-errors.ts"

/** What an answer is known by at its vendor. Any other id is no part of a path. */
const plainId = /^[\w-]+$/

/**
 * Has an answer forgotten by the vendor that keeps it, too. One that the vendor does not have any more is forgotten; any
 * other failure is the client's, who may try again, as nothing is forgotten here yet. Where nobody can be asked, because
 * the upstream is gone or its API forgets nothing, the log has a line.
 */
export const forgetAtVendor = (stored: StoredResponse): Effect.Effect<void, GatewayError, ChatModels> => {
  const { id, model } = stored
  if (model === undefined || !plainId.test(id)) return Effect.void
  return Effect.flatMap(ChatModels, ({ find }) => {
    const called = forgettingModel(find(model), stored)
    if (called === undefined) return leftBehind(model)
    return Effect.matchEffect(callModel(called.model, called.request), {
      onSuccess: () => Effect.void,
      onFailure: (error) => {
        if (error.reason === "NotFound") return Effect.void
        return error.reason === "MethodNotAllowed" ? leftBehind(model) : Effect.fail(unplacedError(error))
      }
    })
  })
}

const leftBehind = (model: string): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWarning("A response is deleted here alone: its vendor keeps it, too."), { model })

/** The model whose upstream gave an answer, and what is asked of it; undefined where none has that upstream any more. */
const forgettingModel = (
  model: ChatModel | undefined,
  { id, issuer }: StoredResponse
): { readonly model: ChatModel; readonly request: UpstreamRequest } | undefined => {
  const called = [model, model?.also].find((it) => it?.forget !== undefined && issuerOf(it) === issuer)
  const request = called?.forget?.(id)
  return called === undefined || request === undefined ? undefined : { model: called, request }
}
