import * as Context from "effect/Context"
import { ChatModels } from "../capabilities/models.ts"
import { GatewayError } from "../core/errors/error.ts"
import { succeed } from "../core/errors/invalid.ts"
import type { ReplyPreferences } from "../core/format.ts"
import type { Refused } from "../core/notes/note.ts"
import type { Asking } from "./body.ts"
import type { Prepared } from "./exchange.ts"
import { type Fetched, Lacking, type Needs } from "./fetch-media.ts"
import { keptOf } from "./kept-notes.ts"
import { crossing, type Job, short } from "./offload.ts"
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
  *run({ headers, body, path, policy, media }, services) {
    const received = yield* readRequest(wire.format, body, { headers, names: policy.names, path })
    if (!received.ok) return received
    const { model: id, stream } = received.value.call
    const asks = { model: id, stream }
    const model = Context.get(services, ChatModels).find(id)
    if (model === undefined) return succeed({ asks })
    yield
    const client = {
      format: wire.format,
      passing: wire.passing,
      wants: (asked: ReplyPreferences) => wire.wants(asked, policy)
    }
    const opened = yield* openExchange(client, received.value, model, media)
    return succeed({ asks, call: opened.ok ? inBytes(opened.value) : unwritten(opened.error, body) })
  }
})

const unwritten = (why: Refused | Lacking | GatewayError, body: Uint8Array): Unwritten => {
  if (why instanceof Lacking) return { needs: why.needs, body }
  const { message, details } = why instanceof GatewayError ? why : refused(why)
  return { message, pointer: details.pointer ?? "" }
}

/** A call with the notes that are kept; its body, where it is long, is in bytes, which cross without being copied. */
const inBytes = (prepared: Prepared): Prepared => {
  const { request } = prepared
  const notes = keptOf(prepared.notes)
  if (typeof request.body !== "string" || request.body.length <= short) return { ...prepared, notes }
  return { ...prepared, notes, request: { ...request, body: crossing(request.body) } }
}
