import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ChatModels } from "../capabilities/models.ts"
import { type Answer, successAnswer } from "../exchange/answer.ts"
import { badRequest } from "../exchange/client-errors.ts"
import { forgetAtVendor } from "../exchange/forget.ts"
import { keptInput, unknownResponse } from "../exchange/recall.ts"
import { perform } from "../exchange/offload.ts"
import { encodeError } from "../formats/chat-completions/error.ts"
import { quotedWords } from "../formats/responses/unknown-words.ts"
import { includable } from "../formats/responses/wire.ts"
import { ResponseStore } from "../history/store.ts"
import { GatewayError } from "../core/errors/error.ts"
import { stringifyJson } from "../core/json/json.ts"
import type { Endpoint, Head, Incoming } from "./endpoint.ts"
import { includedQuery, inputItemsJob, inputItemsQuery } from "./input-items.ts"
import { readQuery, textParameter } from "./query.ts"

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
