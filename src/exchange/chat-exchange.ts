import type { UpstreamRequest } from "../upstream/upstream.ts"
import type { ChatResponse } from "../core/chat/chat.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { InvalidIssue, Result } from "../core/errors/invalid.ts"
import type {
  ReplyPreferences,
  BodyEdit,
  ChatFormat,
  WireRequest,
  DecodedRequest,
  ResponseDefaults,
  ReplyContext
} from "../core/format.ts"
import type { Transducer } from "../core/framing/transducer.ts"
import type { KeptRequest } from "../core/history.ts"
import type { Json, JsonText } from "../core/json/json.ts"
import type { NamedModel } from "../core/naming/naming.ts"
import type { Translated, TranslationNote } from "../core/notes/note.ts"
import type { Passthrough } from "../core/passthrough.ts"
import { noSecrets, type SecretRedactor } from "../core/secrets/redactor.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import { unplacedError } from "./answer.ts"
import type { Prompt } from "./usage.ts"
import type { EndingStream, KeptHistory } from "./history.ts"
import type { ErrorData } from "./offload.ts"
import type { Policy, AnswerLimits } from "./policies.ts"

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
  readonly hide: (body: Json, preferences: ReplyPreferences) => readonly BodyEdit[]
  /** What is called below a model's own path, in its vendor's API alone; absent: the path itself. */
  readonly below?: `/${string}`
  /** What is wrong with a body that is to be translated, so that no vendor can say it, and its code; absent: what the format says. */
  readonly untranslatable?: (body: JsonText) => (InvalidIssue & { readonly code?: string }) | undefined
  /** How its clients go on from earlier answers; absent: they send everything again. */
  readonly history?: KeptHistory
  /** How an answer is given under this policy, where the request wants it so. */
  readonly wants: (preferences: ReplyPreferences, policy: Policy) => ReplyPreferences
}

/** How a client's connection is kept alive while the upstream is silent. */
export interface KeepAlive {
  readonly bytes: Uint8Array
  /** What is sent before the stream's first event. */
  readonly first: Uint8Array
}

/** A request that is sound: what was read is what is sent. Nobody holds it while the upstream works. */
export interface ReceivedRequest {
  readonly bytes: Uint8Array
  /** What the bytes say, where that is more than the call's body: lists that nobody read are not in it. */
  readonly whole?: string
  readonly call: WireRequest
  /** Whether the body itself names the model; elsewhere the path does. */
  readonly namesModel: boolean
  readonly decoded: Translated<DecodedRequest>
}

/** A whole answer in the client's format. */
export interface Reply {
  readonly body: Uint8Array | string
  readonly usage: TokenUsage | undefined
  readonly notes: readonly TranslationNote[]
  /** The error that it tells, where it failed and its format has answers that did. */
  readonly failure?: ErrorData
  /** The errors that it quotes beside what was answered, as they stand in the body. */
  readonly quoted?: readonly string[]
}

/** A streamed answer: the upstream's bytes in, the client's out, and what was seen of it. */
export interface ReplyStream extends Transducer<Uint8Array, Uint8Array>, EndingStream {
  readonly usage: () => TokenUsage | undefined
  /** Whether anything was said before that error. */
  readonly began: () => boolean
  /** What says that an answer begins, where nothing else was said: it is kept back, so that an error can have a status. */
  readonly begin?: () => readonly Uint8Array[]
  /**
   * Whether some work on what was pushed is left, because it is long and others may have their turn first. A push of an
   * empty piece goes on with it, behind the end, too.
   */
  readonly waits: () => boolean
  /** Whether it ended with an error behind which may stand what the answer cost. */
  readonly awaitsUsage: () => boolean
  /** What is told once nothing more is waited for; asked again, nothing. Absent: all is told as it comes. */
  readonly last?: () => Uint8Array
}

/** A call that is ready to be sent, and what its answer needs: plain data, so that it can be made anywhere. */
export interface PreparedCall {
  readonly request: UpstreamRequest
  /** What it says of which model works, in the client's places: the caller must be asked before it is sent. */
  readonly named: readonly NamedModel[]
  readonly notes: readonly TranslationNote[]
  readonly plan: ReplyPlan
  /** What of the request is kept with its answer; absent: nothing is. */
  readonly toStore?: KeptRequest
}

/** How the answer to a call is read, and how its client wants it told. */
export interface ReplyPlan {
  /** The id of the format that the model is called in. */
  readonly format: string
  readonly preferences: ReplyPreferences
  readonly context: ReplyContext
  /** Whether the frame that tells usage was not asked for by the client, and is kept back. */
  readonly hidesUsage: boolean
  /** What the request counts, where its upstream may tell no usage. */
  readonly prompt?: Prompt
}

/** The answer of one call of a chat, whatever happens to its bytes: they pass, or they are translated. */
export interface ReplyHandlers {
  readonly reply: (body: Uint8Array) => Result<Reply, GatewayError>
  readonly stream: () => ReplyStream
  /** The bytes of a stream for an upstream that answered a request for one with a whole answer, or with an error. */
  readonly unfold: (body: Uint8Array) => Result<Reply, GatewayError>
}

/** What is known of a client for as long as it waits for its answer. */
export interface ChatClient extends Pick<ChatWire, "format" | "passing" | "hide" | "history"> {
  readonly defaults: ResponseDefaults
  readonly limits: AnswerLimits
  /** What takes the deployment's secrets out of errors that are told in a stream. */
  readonly secrets: SecretRedactor
  /** What takes the keys of its upstream out of what is put together of many events, none of which held one; absent: nothing. */
  readonly keys?: SecretRedactor
}

/** An upstream's error as its client may read it: in a body that was written anew its places are not the client's. */
export const placedFor = (
  client: Pick<ChatFormat, "id">,
  upstream: Pick<ChatFormat, "id">,
  error: GatewayError
): GatewayError => (client.id === upstream.id ? error : unplacedError(error))

/** A client of an endpoint, under the policy of its gateway. */
export const clientOf = (
  { format, passing, hide, history }: ChatWire,
  { answers: limits }: Policy,
  defaults: ResponseDefaults,
  secrets = noSecrets
): ChatClient => ({ format, passing, hide, limits, defaults, secrets, ...(history === undefined ? {} : { history }) })

/** The head of an answer. */
type AnswerHead = Pick<ChatResponse, "id">

/** A translated answer as its client gets it: one that it may go on from has an id of ours, which nobody else's has. */
export const identified = <Head extends AnswerHead>({ history, defaults }: ChatClient, head: Head): Head =>
  history === undefined ? head : { ...head, id: defaults.id }
