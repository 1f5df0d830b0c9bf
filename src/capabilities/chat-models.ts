import * as Context from "effect/Context"
import type { Upstream, UpstreamRequest } from "../upstream/upstream.ts"
import type { WireRequest, BodyEdit, RequestTarget, UpstreamFormat } from "../core/format.ts"
import type { ModelNaming } from "../core/naming/naming.ts"
import type { Translated } from "../core/notes/note.ts"
import type { Model, Models } from "./models.ts"

/** One chat model that a gateway can call: its format, its family's rules, and the way to it. */
export interface ChatModel extends Model {
  /** What its upstream speaks; a framing may be binary. */
  readonly format: UpstreamFormat
  readonly target: RequestTarget
  /** How bodies that are sent to it decide which model works. */
  readonly naming: ModelNaming
  /** The family's rules, over a body in the family's own format: spliced where bytes pass, applied where they were translated. */
  readonly edits: (call: WireRequest) => Translated<readonly BodyEdit[]>
  /** Whether its streams tell usage when `stream_options.include_usage` asks for it. */
  readonly takesStreamUsage: boolean
  /** The HTTP request for a call: URL, headers, body; the key where nothing puts it in when it is sent. */
  readonly request: (call: WireRequest) => UpstreamRequest
  /**
   * Puts the key into such a request, and what else of it stays here; absent: it is there already. Undefined for one that
   * goes elsewhere: models may be exchanged while a request is written.
   */
  readonly keyed?: (request: UpstreamRequest) => UpstreamRequest | undefined
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The chat models of a gateway. */
export class ChatModels extends Context.Service<ChatModels, Models<ChatModel>>()("isogloss/ChatModels") {}
