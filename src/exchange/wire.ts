import type * as Stream from "effect/Stream"
import type { ReplyPreferences, BodyEdit, ChatFormat } from "../core/format.ts"
import type { Json } from "../core/json/json.ts"
import type { Passthrough } from "../core/passthrough.ts"
import type { Policy } from "./policies.ts"
import type { KeepAlive } from "./serve-stream.ts"

/** What differs between the chat endpoints. */
export interface ChatWire {
  readonly endpoint: string
  readonly format: ChatFormat
  /** What is looked at where bytes of the format pass. */
  readonly passing: Passthrough
  /** The request headers that the format itself defines. */
  readonly headers: readonly string[]
  /** What the ids of answers begin with. */
  readonly idPrefix: string
  /** Absent where its clients take none. */
  readonly keepAlive?: KeepAlive
  /** What a whole answer that passes must not show to who asked so. */
  readonly hide: (body: Json, asked: ReplyPreferences) => readonly BodyEdit[]
  /** How an answer is given under this policy, where the request wants it so. */
  readonly wants: (asked: ReplyPreferences, policy: Policy) => ReplyPreferences
}

/** An answer of a chat endpoint. */
export interface ChatAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | Stream.Stream<Uint8Array>
}
