import * as Context from "effect/Context"
import { ChatModels } from "../capabilities/models.ts"
import { GatewayError } from "../core/errors/error.ts"
import { fail, succeed } from "../core/errors/invalid.ts"
import type { WireRequest, ChatFormat, ResponseDefaults } from "../core/format.ts"
import type { Refused } from "../core/notes/note.ts"
import {
  type RequestedCall,
  type ReceivedRequest,
  type PreparedCall,
  type ChatWire,
  clientOf,
  type ReplyPlan,
  type Reply
} from "./chat-exchange.ts"
import { invalidRequest, refusedRequest } from "./client-errors.ts"
import { type FetchedMediaByUrl, MissingMedia, type Needs } from "./fetch-media.ts"
import { type Steps, crossing, type Job, short } from "./offload.ts"
import { unknownModel } from "./permission.ts"
import type { Policy } from "./policies.ts"
import { prepareCall } from "./prepare-call.ts"
import { askedIn, readSteps } from "./read-body.ts"
import { replyHandlers } from "./reply-handlers.ts"
import { keptOf } from "./reported-notes.ts"

/** What the call of a chat is prepared of. */
export interface ChatPrepareInput {
  /** The request headers that the format itself defines. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** What the path asks, where the format's bodies do not. */
  readonly path?: RequestedCall | undefined
  readonly policy: Policy
  /** The bytes of what the body names by URLs, as far as they were found to be needed. */
  readonly media: FetchedMediaByUrl
}

/** What a request asks, and what came of preparing its call; absent where no family knows the model. */
export interface ChatPrepareResult {
  readonly requested: RequestedCall
  readonly call?: PreparedCall | Unwritten
}

/** Why a call is not written: URLs must be fetched first, for which the body comes back; or it is refused. */
type Unwritten =
  | { readonly needs: Needs; readonly body: Uint8Array }
  | { readonly pointer: string; readonly message: string }

/** All of a chat's call that can be made before anybody is asked: who may use the model is not known here. */
export const chatPrepareJob = (wire: ChatWire): Job<ChatPrepareInput, ChatPrepareResult, ChatModels> => ({
  name: `${wire.endpoint}/prepare`,
  *run({ headers, body, path, policy, media }, services): Steps<ChatPrepareResult> {
    const received = yield* readRequest(wire.format, body, { headers, names: policy.names, path })
    if (!received.ok) return received
    const { model: id, stream } = received.value.call
    const requested = { model: id, stream }
    const model = Context.get(services, ChatModels).find(id)
    if (model === undefined) return succeed({ requested })
    yield
    const prepared = yield* prepareCall({ wire, policy }, received.value, model, media)
    return succeed({ requested, call: prepared.ok ? inBytes(prepared.value) : unwritten(prepared.error, body) })
  }
})

const unwritten = (why: Refused | MissingMedia | GatewayError, body: Uint8Array): Unwritten => {
  if (why instanceof MissingMedia) return { needs: why.needs, body }
  const { message, details } = why instanceof GatewayError ? why : refusedRequest(why)
  return { message, pointer: details.pointer ?? "" }
}

/** A call with the notes that are kept; its body, where it is long, is in bytes, which cross without being copied. */
const inBytes = (prepared: PreparedCall): PreparedCall => {
  const { request } = prepared
  const notes = keptOf(prepared.notes)
  if (typeof request.body !== "string" || request.body.length <= short) return { ...prepared, notes }
  return { ...prepared, notes, request: { ...request, body: crossing(request.body) } }
}

/** What is known of a request besides its bytes. `path`: what the path asks instead of the body. */
interface RequestHead extends Pick<WireRequest, "headers" | "names"> {
  readonly path?: RequestedCall | undefined
}

/** Reads a request as its format says it, whatever is to become of its bytes: nothing else is looked at. */
function* readRequest(format: ChatFormat, bytes: Uint8Array, { path, ...head }: RequestHead): Steps<ReceivedRequest> {
  const body = yield* readSteps(bytes)
  if (!body.ok) return body
  const call = { ...(path ?? askedIn(body.value)), ...head, body: body.value }
  yield
  const decoded = format.decodeRequest(call)
  if (!decoded.ok) return fail(invalidRequest(decoded.error))
  return succeed({ bytes, call, namesModel: path === undefined, decoded: decoded.value })
}

/** An upstream's whole answer, and what is known of the request that it is for. */
export interface ChatReplyInput {
  readonly policy: Policy
  readonly defaults: ResponseDefaults
  /** The id that the client asked for. */
  readonly model: string
  readonly plan: ReplyPlan
  readonly body: Uint8Array
  /** Whether the client wants a stream all the same. */
  readonly stream: boolean
}

/** An upstream's whole answer as its client wants it. */
export const chatReplyJob = (wire: ChatWire): Job<ChatReplyInput, Reply, ChatModels> => ({
  name: `${wire.endpoint}/reply`,
  *run({ policy, defaults, model: id, plan: reading, body, stream }, services) {
    const model = Context.get(services, ChatModels).find(id)
    if (model === undefined) return fail(unknownModel(id))
    yield
    const { reply, unfold } = replyHandlers(clientOf(wire, policy, defaults), model, reading)
    const made = stream ? unfold(body) : reply(body)
    return made.ok ? succeed({ ...made.value, body: crossing(made.value.body) }) : made
  }
})
