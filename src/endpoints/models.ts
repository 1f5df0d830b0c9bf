import * as Effect from "effect/Effect"
import { ChatModels } from "../capabilities/chat-models.ts"
import type { Principal } from "../credentials/principal.ts"
import { unknownModel } from "../exchange/chat.ts"
import { chatCompletions } from "../formats/chat-completions/index.ts"
import { messages } from "../formats/messages/index.ts"
import type { GatewayError } from "../words/error.ts"
import { type Tree, write } from "../words/json.ts"
import { wireNames } from "../words/wire-names.ts"
import type { Answer, Endpoint, Head } from "./endpoint.ts"

type Listed = ChatModels["Service"]["list"][number]

/** `GET /v1/models`: the models that the caller may use, in the shape that the caller's SDK reads. No upstream is called. */
export const models: Endpoint<ChatModels> = {
  id: "models",
  method: "GET",
  path: "/v1/models",
  auth: ["bearer", "x-api-key"],
  body: { kind: "none" },
  summary: "The models that the key may use.",
  handle: ({ head, principal }) =>
    Effect.map(ChatModels, (served) =>
      json(
        shapeOf(head).list(
          served.list.filter(({ id }) => may(served, principal, id)),
          head
        )
      )
    ),
  error: (error, head) => shapeOf(head).error(error)
}

/** `GET /v1/models/{id}`: one of them. */
export const model: Endpoint<ChatModels> = {
  id: "model",
  method: "GET",
  path: "/v1/models/:id",
  auth: ["bearer", "x-api-key"],
  body: { kind: "none" },
  summary: "One model that the key may use.",
  handle: ({ head, principal }) =>
    Effect.flatMap(ChatModels, (served) => {
      const id = head.params["id"] ?? ""
      const found = may(served, principal, id) ? served.find(id) : undefined
      return found === undefined ? Effect.fail(unknownModel(id)) : Effect.succeed(json(shapeOf(head).one(found)))
    }),
  error: (error, head) => shapeOf(head).error(error)
}

const may = (served: ChatModels["Service"], principal: Principal, id: string): boolean => {
  const found = served.find(id)
  return found !== undefined && principal.may(found.target.model)
}

/** How a vendor's SDK reads a list of models. */
interface Shape {
  readonly one: (model: Listed) => Tree
  readonly list: (models: readonly Listed[], head: Head) => Tree
  readonly error: (error: GatewayError) => ReturnType<Endpoint["error"]>
}

const shapeOf = ({ headers }: Head): Shape =>
  headers[wireNames.messagesVersionHeader] === undefined ? openai : anthropic

const openai: Shape = {
  one: ({ id, created, family }) => ({ id, object: "model", created: created ?? 0, owned_by: family }),
  list: (listed) => ({ object: "list", data: listed.map(openai.one) }),
  error: chatCompletions.encodeError
}

/** Pages of 1 to 1000 models, 20 where nothing is said, after or before an id. */
const anthropic: Shape = {
  one: ({ id, created }) => ({
    type: "model",
    id,
    display_name: id,
    created_at: new Date((created ?? 0) * 1000).toISOString()
  }),
  list: (listed, head) => {
    const search = head.search()
    const wanted = Number(search.get("limit") ?? 20)
    const limit = Number.isInteger(wanted) ? Math.min(1000, Math.max(1, wanted)) : 20
    const before = listed.findIndex(({ id }) => id === search.get("before_id"))
    const after = listed.findIndex(({ id }) => id === search.get("after_id"))
    const page =
      before < 0 ? listed.slice(after + 1, after + 1 + limit) : listed.slice(Math.max(0, before - limit), before)
    const has_more = before < 0 ? after + 1 + limit < listed.length : before > limit
    return { data: page.map(anthropic.one), has_more, first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null }
  },
  error: messages.encodeError
}

const json = (body: Tree): Answer => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: write(body)
})
