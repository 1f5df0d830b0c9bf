import * as Effect from "effect/Effect"
import { ListedModels, type Capability, type ListedModel } from "../capabilities/models.ts"
import { anyCarrier } from "../credentials/credentials.ts"
import { successAnswer, type Answer } from "../exchange/answer.ts"
import { maySend, unknownModel } from "../exchange/permission.ts"
import * as ChatCompletions from "../formats/chat-completions/wire.ts"
import * as GenerateContent from "../formats/generate-content/wire.ts"
import * as Messages from "../formats/messages/wire.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { WireError } from "../core/format.ts"
import { type JsonTemplate, stringifyJson } from "../core/json/json.ts"
import {
  callerOf,
  isContentPath,
  type Endpoint,
  type Head,
  type QueryRow,
  type QueryValues,
  readQuery,
  textParameter
} from "./endpoint.ts"

/** How many models a page has, 1 to 1000; what is no such number is brought to one. */
const pageSize = (usual: number): QueryRow<number> => ({
  schema: { type: "integer", default: usual },
  read: (text) => {
    const wanted = Number(text ?? usual)
    return Number.isInteger(wanted) ? Math.min(1000, Math.max(1, wanted)) : usual
  }
})

/** Which page is asked for, as Anthropic's clients and as Google's say it; OpenAI's list has no pages. */
export const pageQuery = {
  limit: pageSize(20),
  before_id: textParameter,
  after_id: textParameter,
  pageSize: pageSize(50),
  pageToken: textParameter
} as const

type ModelsPage = QueryValues<typeof pageQuery>

/**
 * `GET /v1/models`: the models that the caller may use, in the shape that the caller's SDK reads; Azure's SDKs ask for them
 * below `/openai`. Upstreams that list
 * theirs themselves are asked now and then; one that does not answer is listed as it was.
 *
 * @see https://learn.microsoft.com/en-us/rest/api/azureopenai/models/list, https://learn.microsoft.com/en-us/rest/api/microsoft-foundry/azureopenai/models (read 2026-11)
 */
export const models: Endpoint<ListedModels> = {
  id: "models",
  method: "GET",
  path: "/v1/models",
  also: ["/v1beta/models", "/openai/v1/models", "/openai/models"],
  auth: anyCarrier,
  query: pageQuery,
  body: { kind: "none" },
  summary: "The models that the key may use.",
  handle: Effect.fnUntraced(function* ({ head, principal }) {
    const page = yield* readQuery(pageQuery, head)
    const { list, more } = yield* ListedModels
    const listed = [...list, ...(yield* more)].filter(({ sent }) => maySend(principal, sent))
    return json(shapeOf(head).list(listed, page))
  }),
  error: (error, head) => shapeOf(head).error(error)
}

/** `GET /v1/models/{id}`: one of them. */
export const model: Endpoint<ListedModels> = {
  id: "model",
  method: "GET",
  path: "/v1/models/*id",
  also: ["/v1beta/models/*id", "/openai/v1/models/*id", "/openai/models/*id"],
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

const json = (body: JsonTemplate): Answer => successAnswer(stringifyJson(body))

/** How a vendor's SDK reads models. */
interface ModelShape {
  readonly one: (model: ListedModel) => JsonTemplate
  readonly list: (models: readonly ListedModel[], page: ModelsPage) => JsonTemplate
  readonly error: (error: GatewayError) => WireError
}

/**
 * The shape that a request asks for: by its path, of which Azure's are below `/openai`, else by the header of a version, else
 * by the carrier of its key.
 */
export const shapeOf = (head: Head): ModelShape => {
  const { method, path } = head
  if (path.startsWith("/openai/")) return completion
  if (path.startsWith("/v1beta") || (isContentPath(path) && method !== "GET")) return content
  switch (callerOf(head)) {
    case "messages":
      return message
    case "generate-content":
      return content
    default:
      return completion
  }
}

const completion: ModelShape = {
  one: ({ id, created, family }) => ({ id, object: "model", created: created ?? 0, owned_by: family }),
  list: (listed) => ({ object: "list", data: listed.map(completion.one) }),
  error: ChatCompletions.encodeError
}

/** Pages of 1 to 1000 models, 20 where nothing is said, after or before an id. */
const message: ModelShape = {
  one: ({ id, created }) => ({
    type: "model",
    id,
    display_name: id,
    created_at: new Date((created ?? 0) * 1000).toISOString()
  }),
  list: (listed, { limit, before_id, after_id }) => {
    const before = listed.findIndex(({ id }) => id === before_id)
    const after = listed.findIndex(({ id }) => id === after_id)
    const page =
      before < 0 ? listed.slice(after + 1, after + 1 + limit) : listed.slice(Math.max(0, before - limit), before)
    const has_more = before < 0 ? after + 1 + limit < listed.length : before > limit
    return { data: page.map(message.one), has_more, first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null }
  },
  error: Messages.encodeError
}

/** The verbs below a model's path by what it serves. */
const verbs: Readonly<Record<Capability, readonly string[]>> = {
  chat: ["generateContent", "streamGenerateContent", "countTokens"],
  embeddings: ["embedContent", "batchEmbedContents"],
  images: [],
  rerank: [],
  videos: []
}

/** Pages of 1 to 1000 models, 50 where nothing is said; a page's token is the last id before it. */
const content: ModelShape = {
  one: ({ id, serves }) => ({
    name: `models/${id}`,
    displayName: id,
    supportedGenerationMethods: serves.flatMap((capability) => verbs[capability])
  }),
  list: (listed, { pageSize, pageToken }) => {
    const after = listed.findIndex(({ id }) => id === pageToken)
    const page = listed.slice(after + 1, after + 1 + pageSize)
    const nextPageToken = after + 1 + pageSize < listed.length ? page.at(-1)?.id : undefined
    return { models: page.map(content.one), nextPageToken }
  },
  error: GenerateContent.encodeError
}
