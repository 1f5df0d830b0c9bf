import type { ChatModel } from "../capabilities/models.ts"
import type { ChatRequest } from "../core/chat/chat.ts"

/**
 * A model as it is called for a request: in its client's own format where it takes the request in that, else in the one
 * that it takes; in its first where it takes the request in both or in none.
 *
 * @param client the id of the client's format
 */
export const modelFor = (model: ChatModel, client: string, request: ChatRequest): ChatModel => {
  const { also } = model
  if (also === undefined) return model
  const [first, second] = also.format.id === client ? [also, model] : [model, also]
  return takes(first, request) || !takes(second, request) ? first : second
}

const takes = (model: ChatModel, request: ChatRequest): boolean => model.takes?.(request) !== false

/** Whose sealed thoughts a model takes back. */
export const issuerOf = ({ issuer, family }: Pick<ChatModel, "issuer" | "family">): string => issuer ?? family

/** A model as it is called in a format, by the format's id. */
export const calledIn = (model: ChatModel, format: string): ChatModel =>
  model.also !== undefined && model.also.format.id === format ? model.also : model
