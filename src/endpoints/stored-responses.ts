import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ChatModels, type ChatModel } from "../capabilities/models.ts"
import { type Answer, successAnswer, badRequest, unplacedError } from "../exchange/answer.ts"
import { keptInput, unknownResponse } from "../exchange/recall.ts"
import { perform, crossing, type Job } from "../exchange/offload.ts"
import { encodeError } from "../formats/chat-completions/wire.ts"
import { quotedWords } from "../formats/responses/unknown-words.ts"
import { includable } from "../formats/responses/wire.ts"
import { ResponseStore, type StoredResponse } from "../history/store.ts"
import { GatewayError } from "../core/errors/error.ts"
import { fail, succeed } from "../core/errors/invalid.ts"
import { stringifyJson } from "../core/json/json.ts"
import {
  type Endpoint,
  type Head,
  type Incoming,
  readQuery,
  textParameter,
  countParameter,
  type QueryValues,
  wordParameter
} from "./endpoint.ts"
import type { UpstreamRequest } from "../upstream/upstream.ts"
import { callModel, issuerOf } from "../exchange/call-model.ts"
import type { ConversationLink } from "../core/history.ts"
import { listedItem, listedItems } from "../formats/responses/listed-items.ts"

/** What to include, in both spellings of a list. All is shown whatever it names. */
const included = { ...textParameter, description: "What to show besides: all is shown whatever it names." }

/** What is shown of what was kept, by the names of a query. */
const includedQuery = { include: included, "include[]": included } as const

/** Which page of a list is asked for. */
const inputItemsQuery = {
  ...includedQuery,
  limit: countParameter({ minimum: 1, maximum: 100, absent: 20 }, "must be a whole number from 1 to 100"),
  order: wordParameter(["asc", "desc"], "desc"),
  after: { ...textParameter, description: "The id of the last item of the page before." }
} as const

/** A page of what a response was an answer to. */
interface InputItemsPage extends Pick<QueryValues<typeof inputItemsQuery>, "limit" | "order" | "after"> {
  readonly links: readonly ConversationLink[]
}

/**
 * The page of items that a query asks for, of which alone all is read. Fails where `after` names none. However ids of items
 * are repeated or left out: who goes on behind the last one of each page reads each item once.
 */
const inputItemsJob: Job<InputItemsPage, string | Uint8Array> = {
  name: "response-input-items/list",
  *run({ links, limit, order, after }) {
    yield
    const items = yield* listedItems(links)
    const ordered = order === "desc" ? items.toReversed() : items
    const from = after === null ? 0 : ordered.findIndex(({ id }) => id === after) + 1
    if (after !== null && from === 0)
      return fail(badRequest("/after", "`after` must be the id of an item of this response."))
    yield
    const shown = ordered.slice(from, from + limit)
    const page = {
      object: "list",
      data: shown.map(listedItem),
      first_id: shown.at(0)?.id ?? null,
      last_id: shown.at(-1)?.id ?? null,
      has_more: from + limit < ordered.length
    }
    yield
    return succeed(crossing(stringifyJson(page)))
  }
}

const stored = {
  path: "/v1/responses/:id",
  also: ["/openai/v1/responses/:id", "/openai/responses/:id"],
  auth: ["bearer", "api-key"],
  body: { kind: "none" },
  error: encodeError
} as const

const storedQuery = {
  ...includedQuery,
  stream: { ...textParameter, description: "Refused where it is `true`: an answer that is kept is whole." }
} as const

/**
 * `GET /v1/responses/{id}`: an answer that was kept for its caller, one that failed, too. It is shown whole, whatever
 * `include` names.
 */
export const response: Endpoint = {
  ...stored,
  id: "response",
  method: "GET",
  query: storedQuery,
  summary: "An answer of the Responses API that was kept. No upstream is called.",
  handle: ({ head, principal }) =>
    Effect.gen(function* () {
      const { stream } = yield* readQuery(storedQuery, head)
      if (stream === "true") return yield* Effect.fail(badRequest("/stream", notStreamed))
      yield* checkIncluded(head)
      const found = yield* (yield* storeFor(head)).get(principal.name, idIn(head))
      return found === undefined ? yield* Effect.fail(unknown(head)) : successAnswer(found.answer)
    })
}

const notStreamed =
  "A stored response is whole, so that none of it is left to stream. Leave `stream` and `starting_after` out."

/**
 * `DELETE /v1/responses/{id}`: forgets an answer that was kept for its caller, at its vendor first where that keeps it,
 * too: what is told as deleted is nowhere.
 *
 * @see https://developers.openai.com/api/reference/resources/responses/methods/delete the answer (read 2026-11)
 */
export const responseDeletion: Endpoint<ChatModels> = {
  ...stored,
  id: "response-deletion",
  method: "DELETE",
  summary: "Forgets an answer of the Responses API that was kept, here and at its vendor.",
  handle: ({ head, principal }) =>
    Effect.gen(function* () {
      const [id, store] = [idIn(head), yield* storeFor(head)]
      const found = yield* store.get(principal.name, id)
      if (found !== undefined) yield* forgetAtVendor(found)
      if (!(yield* store.remove(principal.name, id))) return yield* Effect.fail(unknown(head))
      return successAnswer(stringifyJson({ id, object: "response", deleted: true }))
    })
}

/**
 * `POST /v1/responses/{id}/cancel`, which is for what is made in the background: nothing is.
 *
 * @see https://github.com/vllm-project/vllm/issues/57999 the vendor's words, as others repeat them (2026-09)
 */
export const responseCancellation: Endpoint = {
  ...stored,
  id: "response-cancellation",
  method: "POST",
  path: `${stored.path}/cancel`,
  also: ["/openai/v1/responses/:id/cancel", "/openai/responses/:id/cancel"],
  summary: "No response is made in the background, so that none can be cancelled: a 400.",
  handle: ({ head, principal }) =>
    Effect.gen(function* () {
      const found = yield* (yield* storeFor(head)).get(principal.name, idIn(head))
      return yield* Effect.fail(found === undefined ? unknown(head) : new GatewayError("InvalidRequest", synchronous))
    })
}

const synchronous =
  "Cannot cancel a synchronous response. One that is still being made ends when the connection of its request is closed."

/** `GET /v1/responses/{id}/input_items`: what an answer that was kept was an answer to, a page of it. */
export const responseInputItems: Endpoint = {
  ...stored,
  id: "response-input-items",
  method: "GET",
  path: `${stored.path}/input_items`,
  query: inputItemsQuery,
  also: ["/openai/v1/responses/:id/input_items", "/openai/responses/:id/input_items"],
  summary: "What an answer of the Responses API that was kept was an answer to.",
  handle: ({ head, principal }: Incoming): Effect.Effect<Answer, GatewayError> =>
    Effect.gen(function* () {
      const { limit, order, after } = yield* readQuery(inputItemsQuery, head)
      yield* checkIncluded(head)
      const links = yield* keptInput(yield* storeFor(head), principal.name, idIn(head))
      const size = links.reduce((sum, { input, output }) => sum + lengthOf(input) + lengthOf(output), 0)
      const given = { links, limit, order, after }
      return successAnswer(yield* perform(inputItemsJob, given, size, yield* Effect.context()))
    }),
  jobs: [inputItemsJob]
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0)

const idIn = ({ params }: Head): string => params["id"] ?? ""

/** Where answers are kept; where they are not, every id is unknown. */
const storeFor = (head: Head): Effect.Effect<ResponseStore["Service"], GatewayError> =>
  Effect.flatMap(Effect.serviceOption(ResponseStore), (store) =>
    Option.isSome(store) ? Effect.succeed(store.value) : Effect.fail(unknown(head))
  )

const unknown = (head: Head): GatewayError => unknownResponse(idIn(head))

/** What `include` of a query may name: it is spelled `include` or `include[]`, once for each word. */
const checkIncluded = ({ search }: Head): Effect.Effect<void, GatewayError> => {
  const words = Object.keys(includedQuery).flatMap((name) => search().getAll(name))
  const wrong = words.findIndex((word) => !includable.includes(word))
  return wrong < 0
    ? Effect.void
    : Effect.fail(
        badRequest(`/include/${wrong}`, `\`include\` must be one of ${quotedWords(includable)}.`).with({
          code: "invalid_value"
        })
      )
}

/**
 * `GET /v1/responses`, which asks for a WebSocket: there is none, and clients that are told so take events over HTTP.
 *
 * @see https://github.com/openai/codex its client falls back at once on this status alone (read 2026-11)
 */
export const responseSocket: Endpoint = {
  id: "response-socket",
  method: "GET",
  path: "/v1/responses",
  also: ["/openai/v1/responses", "/openai/responses"],
  auth: [],
  body: { kind: "none" },
  summary: "There is no WebSocket: the answer is a 426, after which clients take events over HTTP.",
  handle: ({ head }) =>
    Effect.fail(
      head.headers["upgrade"] === undefined
        ? new GatewayError("MethodNotAllowed", "This path takes POST.")
        : new GatewayError("InvalidRequest", "WebSocket is not supported. Send a POST request with `stream: true`.", {
            status: 426,
            code: "upgrade_not_supported",
            shouldRetry: false
          })
    ),
  isRefusal: true,
  error: (error) => {
    const { headers, ...wire } = encodeError(error)
    const instead = error.details.status === 426 ? { upgrade: "HTTP/1.1", connection: "upgrade" } : { allow: "POST" }
    return { ...wire, headers: { ...headers, ...instead } }
  }
}

/** What an answer is known by at its vendor. Any other id is no part of a path. */
const plainId = /^[\w-]+$/

/**
 * Has an answer forgotten by the vendor that keeps it, too. One that the vendor does not have any more is forgotten; any
 * other failure is the client's, who may try again, as nothing is forgotten here yet. Where nobody can be asked, because
 * the upstream is gone or its API forgets nothing, the log has a line.
 */
const forgetAtVendor = (stored: StoredResponse): Effect.Effect<void, GatewayError, ChatModels> => {
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
