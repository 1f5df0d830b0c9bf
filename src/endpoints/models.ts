import * as Effect from "effect/Effect"
import { ChatModels } from "../capabilities/chat-models.ts"
import type { AuthPolicy } from "../credentials/carriers.ts"
import { findModel, unknownModel } from "../exchange/chat.ts"
import { type Tree, write } from "../words/json.ts"
import type { Answer, Endpoint } from "./endpoint.ts"
import { shapeOf } from "./model-shapes.ts"

/** The SDKs of all vendors list models. */
const auth: AuthPolicy = ["bearer", "x-api-key", "x-goog-api-key", "query"]

/** `GET /v1/models`: the models that the caller may use, in the shape that the caller's SDK reads. No upstream is called. */
export const models: Endpoint<ChatModels> = {
  id: "models",
  method: "GET",
  path: "/v1/models",
  also: ["/v1beta/models"],
  auth,
  body: { kind: "none" },
  summary: "The models that the key may use.",
  handle: ({ head, principal }) =>
    Effect.map(ChatModels, (served) => {
      const listed = served.list.filter(({ id }) => findModel(served, principal, id) !== undefined)
      return json(shapeOf(head).list(listed, head.search()))
    }),
  error: (error, head) => shapeOf(head).error(error)
}

/** `GET /v1/models/{id}`: one of them. */
export const model: Endpoint<ChatModels> = {
  id: "model",
  method: "GET",
  path: "/v1/models/*id",
  also: ["/v1beta/models/*id"],
  auth,
  body: { kind: "none" },
  summary: "One model that the key may use.",
  handle: ({ head, principal }) =>
    Effect.flatMap(ChatModels, (served) => {
      const id = head.params["id"] ?? ""
      const found = findModel(served, principal, id)
      return found === undefined ? Effect.fail(unknownModel(id)) : Effect.succeed(json(shapeOf(head).one(found)))
    }),
  error: (error, head) => shapeOf(head).error(error)
}

const json = (body: Tree): Answer => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: write(body)
})
