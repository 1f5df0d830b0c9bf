import * as Effect from "effect/Effect"
import { ListedModels } from "../capabilities/models.ts"
import { anyCarrier } from "../credentials/carriers.ts"
import { maySend, unknownModel } from "../exchange/permission.ts"
import { type JsonTemplate, stringifyJson } from "../core/json/json.ts"
import type { Answer, Endpoint } from "./endpoint.ts"
import { shapeOf } from "./model-shapes.ts"

/**
 * `GET /v1/models`: the models that the caller may use, in the shape that the caller's SDK reads. Upstreams that list
 * theirs themselves are asked now and then; one that does not answer is listed as it was.
 */
export const models: Endpoint<ListedModels> = {
  id: "models",
  method: "GET",
  path: "/v1/models",
  also: ["/v1beta/models"],
  auth: anyCarrier,
  body: { kind: "none" },
  summary: "The models that the key may use.",
  handle: ({ head, principal }) =>
    Effect.flatMap(ListedModels, ({ list, more }) =>
      Effect.map(more, (others) => {
        const listed = [...list, ...others].filter(({ sent }) => maySend(principal, sent))
        return json(shapeOf(head).list(listed, head.search()))
      })
    ),
  error: (error, head) => shapeOf(head).error(error)
}

/** `GET /v1/models/{id}`: one of them. */
export const model: Endpoint<ListedModels> = {
  id: "model",
  method: "GET",
  path: "/v1/models/*id",
  also: ["/v1beta/models/*id"],
  auth: anyCarrier,
  body: { kind: "none" },
  summary: "One model that the key may use.",
  handle: ({ head, principal }) =>
    Effect.flatMap(ListedModels, (served) => {
      const id = head.params["id"] ?? ""
      const found = served.find(id)
      return found === undefined || !maySend(principal, found.sent)
        ? Effect.fail(unknownModel(id))
        : Effect.succeed(json(shapeOf(head).one(found)))
    }),
  error: (error, head) => shapeOf(head).error(error)
}

const json = (body: JsonTemplate): Answer => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: stringifyJson(body)
})
