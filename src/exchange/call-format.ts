import type { ChatModel } from "../capabilities/models.ts"
import type { ChatRequest } from "../core/chat/chat.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import { placeOf } from "../core/notes/note-writer.ts"
import { badRequest } from "./client-errors.ts"

/**
 * A model as it is called for a request: in its client's own format where it takes the request in that, else in the one
 * that it takes; in its first where it takes the request in both. What it takes in none is refused.
 *
 * @param client the id of the client's format
 */
export const modelFor = (model: ChatModel, client: string, request: ChatRequest): Result<ChatModel, GatewayError> => {
  const { also } = model
  if (also === undefined) return succeed(model)
  const calls = also.format.id === client ? [also, model] : [model, also]
  const called = (["whole", "changed"] as const)
    .map((how) => calls.find(({ takes }) => (takes?.(request) ?? "whole") === how))
    .find((found) => found !== undefined)
  return called === undefined ? fail(untaken(request)) : succeed(called)
}

/** Why no format takes a request: one has no place for functions beside what the other has no place for. */
const untaken = (request: ChatRequest): GatewayError =>
  badRequest(
    placeOf(request, (request.candidates ?? 1) > 1 ? "candidates" : "audio"),
    "None of the vendor's APIs takes this together with the rest for this model. Ask for one answer, in text, or choose another model."
  )

/** Whose sealed thoughts a model takes back. */
export const issuerOf = ({ issuer, family }: Pick<ChatModel, "issuer" | "family">): string => issuer ?? family

/** A model as it is called in a format, by the format's id. */
export const calledIn = (model: ChatModel, format: string): ChatModel =>
  model.also !== undefined && model.also.format.id === format ? model.also : model
