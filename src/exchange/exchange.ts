import type { UpstreamRequest } from "../upstream/upstream.ts"
import type { GatewayError } from "../words/errors/error.ts"
import type { Asked, Edit, Format, Stamp } from "../words/format.ts"
import type { Json } from "../words/json/json.ts"
import type { Note } from "../words/notes/note.ts"
import type { Passing } from "../words/passing.ts"
import type { Result } from "../words/errors/result.ts"
import type { Transducer } from "../words/framing/transducer.ts"
import type { Usage } from "../words/tokens/usage.ts"

/** A whole answer in the client's format. */
export interface Reply {
  readonly body: Uint8Array | string
  readonly usage: Usage | undefined
  readonly notes: readonly Note[]
}

/** A streamed answer: the upstream's bytes in, the client's out, and what was seen of it. */
export interface ReplyStream extends Transducer<Uint8Array, Uint8Array> {
  readonly usage: () => Usage | undefined
  /** The error that the stream ended with. */
  readonly failure: () => GatewayError | undefined
  /** Whether anything was said before that error. */
  readonly began: () => boolean
}

/** One call of a chat, whatever happens to its bytes: they pass, or they are translated. */
export interface Exchange {
  readonly request: UpstreamRequest
  readonly notes: readonly Note[]
  readonly reply: (body: Uint8Array) => Result<Reply, GatewayError>
  readonly stream: () => ReplyStream
  /** The stream for an upstream that answered a request for one with a whole answer, or with an error. */
  readonly unfold: (body: Uint8Array) => Result<ReplyStream, GatewayError>
}

/** What is known of a client for as long as it waits for its answer. */
export interface Client {
  readonly format: Format
  /** What is looked at where bytes of the format pass. */
  readonly passing: Passing
  readonly stamp: Stamp
  readonly requestId: string
  /** What is spliced out of a whole answer that would pass. */
  readonly hide: (body: Json) => readonly Edit[]
  /** How an answer is wanted, given what the request says. */
  readonly wants: (asked: Asked) => Asked
}

/** An upstream's error as its client may read it: in a body that was written anew its places are not the client's. */
export const placedFor = (
  client: Pick<Format, "id">,
  upstream: Pick<Format, "id">,
  error: GatewayError
): GatewayError => (client.id === upstream.id ? error : error.unplaced())
