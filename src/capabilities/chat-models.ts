import * as Context from "effect/Context"
import type { Upstream, UpstreamRequest } from "../upstream/upstream.ts"
import type { Call, Edit, Format, Target } from "../words/format.ts"
import type { Translated } from "../words/note.ts"

/** One chat model that a gateway can call: its format, its family's rules, and the way to it. */
export interface ChatModel {
  /** The id that clients ask for. */
  readonly id: string
  /** The family's name, as `owned_by` says it. */
  readonly family: string
  /** Epoch seconds; absent where unknown. */
  readonly created?: number
  /** The format that its upstream speaks. */
  readonly format: Format
  /** What an encoder must know of it; `target.model` is the id that its upstream knows. */
  readonly target: Target
  /** The family's rules, over a body in the family's own format: spliced where bytes pass, applied where they were translated. */
  readonly edits: (call: Call) => Translated<readonly Edit[]>
  /** Whether its streams tell usage when `stream_options.include_usage` asks for it. */
  readonly takesStreamUsage: boolean
  /** The HTTP request for a call: URL, headers with the key, body. */
  readonly request: (call: Call) => UpstreamRequest
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The chat models of a gateway. */
export class ChatModels extends Context.Service<
  ChatModels,
  {
    /** The model that an id means; undefined where no family knows it. */
    readonly find: (id: string) => ChatModel | undefined
    /** The ids that can be listed. */
    readonly list: readonly Pick<ChatModel, "id" | "family" | "created">[]
  }
>()("isogloss/ChatModels") {}
