import * as Effect from "effect/Effect"
import { ChatModels } from "../capabilities/chat-models.ts"
import type { UpstreamRequest } from "../upstream/upstream.ts"
import { GatewayError } from "../words/errors/error.ts"
import type { Refused } from "../words/notes/note.ts"
import type { Asking } from "./body.ts"
import type { Prepared } from "./exchange.ts"
import { type Fetched, Lacking, type Needs } from "./fetch-media.ts"
import { type Job, short, turn } from "./offload.ts"
import { openExchange, refused } from "./open.ts"
import type { Policy } from "./policies.ts"
import { readRequest } from "./read-body.ts"
import type { ChatWire } from "./wire.ts"

/** What the call of a chat is prepared of. */
export interface Preparing {
  /** The request headers that the format itself defines. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** What the path asks, where the format's bodies do not. */
  readonly path?: Asking | undefined
  readonly policy: Policy
  /** The bytes of what the body names by URLs, as far as they were found to be needed. */
  readonly media: Fetched
}

/** What a request asks, and what came of preparing its call; absent where no family knows the model. */
export interface Preparation {
  readonly asks: Asking
  readonly call?: Prepared | Unwritten
}

/** Why a call is not written: URLs must be fetched first, for which the body comes back; or it is refused. */
export type Unwritten =
  | { readonly needs: Needs; readonly body: Uint8Array }
  | { readonly pointer: string; readonly message: string }

/** All of a chat's call that can be made before anybody is asked: who may use the model is not known here. */
export const preparing = (wire: ChatWire): Job<Preparing, Preparation, ChatModels> => ({
  name: `${wire.endpoint}/prepare`,
  run: ({ headers, body, path, policy, media }) =>
    Effect.gen(function* () {
      const received = yield* readRequest(wire.format, body, { headers, names: policy.names, path })
      const { model: id, stream } = received.call
      const asks = { model: id, stream }
      const model = (yield* ChatModels).find(id)
      if (model === undefined) return { asks }
      yield* turn(body.length)
      const client = { ...wire, wants: (asked: Parameters<ChatWire["wants"]>[0]) => wire.wants(asked, policy) }
      const call = yield* Effect.match(openExchange(client, received, model, media), {
        onSuccess: (prepared): Prepared => ({ ...prepared, request: inBytes(prepared.request) }),
        onFailure: (why): Unwritten => unwritten(why, body)
      })
      return { asks, call }
    })
})

const unwritten = (why: Refused | Lacking | GatewayError, body: Uint8Array): Unwritten => {
  if (why instanceof Lacking) return { needs: why.needs, body }
  const { message, details } = why instanceof GatewayError ? why : refused(why)
  return { message, pointer: details.pointer ?? "" }
}

const encoder = new TextEncoder()

/** A request whose body, where it is long, is in bytes, which cross without being copied. */
const inBytes = (request: UpstreamRequest): UpstreamRequest =>
  typeof request.body === "string" && request.body.length > short
    ? { ...request, body: encoder.encode(request.body) }
    : request
