import { bearerOf } from "../api.ts"
import type { Desk } from "../desk.ts"
import type { Json, JsonObject } from "../json.ts"
import { created, modelIn, modelsOf } from "../model.ts"
import { gptModels } from "./catalogue.ts"
import type { ChatError } from "./error.ts"
import { gptImageModels } from "./images/catalogue.ts"
import { failChat, headersOf } from "./reply.ts"

/** The error of an id that no model has. */
export const unknownModel = (id: string): ChatError => ({
  status: 404,
  type: "invalid_request_error",
  message: `The model '${id}' does not exist`,
  param: "model",
  code: "model_not_found"
})

/** The ids of all its models, those of images after those of chats. */
const ids: readonly string[] = [...modelsOf(gptModels), ...modelsOf(gptImageModels)].map(({ id }) => id)

const modelEntry = (id: string): JsonObject => ({ id, object: "model", created, owned_by: "openai" })

/** `GET /v1/models` and `GET /v1/models/{id}` in the vendor's shape. */
export const serveModels = (request: Request, desk: Desk, id: string | undefined): Response => {
  const requestId = desk.requestId("req_")
  if (desk.key !== undefined && bearerOf(request.headers) !== desk.key) {
    const message = "Incorrect API key provided."
    const error = { status: 401, type: "invalid_request_error", message, param: null, code: "invalid_api_key" }
    return failChat(error, requestId, "wrong-key")
  }
  const model = id === undefined ? undefined : (modelIn(gptModels, id) ?? modelIn(gptImageModels, id))
  if (id !== undefined && model === undefined) return failChat(unknownModel(id), requestId, "unknown-model")
  const body: Json = model === undefined ? { object: "list", data: ids.map(modelEntry) } : modelEntry(model.id)
  return new Response(JSON.stringify(body), { headers: headersOf(requestId) })
}
