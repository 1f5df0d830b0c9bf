import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Answer, successAnswer } from "../exchange/answer.ts"
import { badRequest } from "../exchange/client-errors.ts"
import { keptInput } from "../exchange/history.ts"
import { encodeError } from "../formats/chat-completions/error.ts"
import { history, listedItem, type ListedItem, mayBeListedAs } from "../formats/responses/history.ts"
import { ResponseStore } from "../history/store.ts"
import { GatewayError } from "../core/errors/error.ts"
import { stringifyJson } from "../core/json/json.ts"
import type { Endpoint, Head, Incoming } from "./endpoint.ts"
import { countParameter, type QueryValues, readQuery, textParameter, wordParameter } from "./query.ts"

const stored = {
  path: "/v1/responses/:id",
  also: ["/openai/v1/responses/:id", "/openai/responses/:id"],
  auth: ["bearer", "api-key"],
  body: { kind: "none" },
  error: encodeError
} as const

const storedQuery = {
  stream: { ...textParameter, description: "Refused where it is `true`: an answer that is kept is whole." }
} as const

/** `GET /v1/responses/{id}`: an answer that was kept for its caller. */
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
      const found = yield* (yield* storeFor(head)).get(principal.name, idIn(head))
      return found === undefined ? yield* Effect.fail(unknown(head)) : successAnswer(found.answer)
    })
}

const notStreamed =
  "A stored response is whole, so that none of it is left to stream. Leave `stream` and `starting_after` out."

/** `DELETE /v1/responses/{id}`: forgets an answer that was kept for its caller. */
export const responseDeletion: Endpoint = {
  ...stored,
  id: "response-deletion",
  method: "DELETE",
  summary: "Forgets an answer of the Responses API that was kept.",
  handle: ({ head, principal }) =>
    Effect.gen(function* () {
      const id = idIn(head)
      if (!(yield* (yield* storeFor(head)).remove(principal.name, id))) return yield* Effect.fail(unknown(head))
      return successAnswer(stringifyJson({ id, object: "response", deleted: true }))
    })
}

/** Which page of a list is asked for. */
const pageQuery = {
  limit: countParameter({ minimum: 1, maximum: 100, absent: 20 }, "must be a whole number from 1 to 100"),
  order: wordParameter(["asc", "desc"], "desc"),
  after: { ...textParameter, description: "The id of the last item of the page before." }
} as const

/** `GET /v1/responses/{id}/input_items`: what an answer that was kept was an answer to, a page of it. */
export const responseInputItems: Endpoint = {
  ...stored,
  id: "response-input-items",
  method: "GET",
  path: `${stored.path}/input_items`,
  query: pageQuery,
  also: ["/openai/v1/responses/:id/input_items", "/openai/responses/:id/input_items"],
  summary: "What an answer of the Responses API that was kept was an answer to.",
  handle: ({ head, principal }: Incoming): Effect.Effect<Answer, GatewayError> =>
    Effect.gen(function* () {
      const page = yield* readQuery(pageQuery, head)
      const texts = yield* keptInput(yield* storeFor(head), history, principal.name, idIn(head))
      if (texts === undefined) return yield* Effect.fail(unknown(head))
      const { shown, more } = pageOf(texts, idIn(head), page)
      if (shown === undefined)
        return yield* Effect.fail(badRequest("/after", "`after` must be the id of an item of this response."))
      return successAnswer(
        stringifyJson({
          object: "list",
          data: shown.map(({ item }) => item),
          first_id: shown.at(0)?.id ?? null,
          last_id: shown.at(-1)?.id ?? null,
          has_more: more
        })
      )
    })
}

/** The items of a page, of which alone all is read, and whether others follow; no items where `after` names none. */
const pageOf = (
  texts: readonly string[],
  response: string,
  { limit, order, after }: QueryValues<typeof pageQuery>
): { readonly shown?: readonly ListedItem[]; readonly more: boolean } => {
  const descends = order === "desc"
  const indexOf = (place: number) => (descends ? texts.length - 1 - place : place)
  const listed = (text: string, place: number) => listedItem(text, response, indexOf(place))
  const ordered = descends ? texts.toReversed() : texts
  const isAfter = (text: string, place: number) =>
    after !== null && mayBeListedAs(after, text, indexOf(place)) && listed(text, place)?.id === after
  const from = after === null ? 0 : ordered.findIndex(isAfter) + 1
  if (after !== null && from === 0) return { more: false }
  const shown = ordered.slice(from, from + limit).flatMap((text, place) => listed(text, from + place) ?? [])
  return { shown, more: from + limit < ordered.length }
}

const idIn = ({ params }: Head): string => params["id"] ?? ""

/** Where answers are kept; where they are not, every id is unknown. */
const storeFor = (head: Head): Effect.Effect<ResponseStore["Service"], GatewayError> =>
  Effect.flatMap(Effect.serviceOption(ResponseStore), (store) =>
    Option.isSome(store) ? Effect.succeed(store.value) : Effect.fail(unknown(head))
  )

/** The same for an answer that is not there and for one that is another's. */
const unknown = (head: Head): GatewayError =>
  new GatewayError("NotFound", `Response with id '${idIn(head).slice(0, 100)}' not found.`)

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
  error: encodeError
}
