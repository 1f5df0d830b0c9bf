import type {
  ChatMessage,
  ContentPart,
  ChatRequest,
  MediaPart,
  ChatCandidate,
  ChatResponse,
  FinishReason
} from "./chat.ts"
import type { IssueReader } from "../reading/issue-reader.ts"
import { fail, type Result, succeed, type Invalid } from "../errors/invalid.ts"
import { nearestOf, placeOf, type NoteSink, Refused, type Translated } from "../notes/note.ts"
import {
  type EncodedRequest,
  type MediaBytes,
  type ReplyContext,
  type RequestTarget,
  type RequiredMedia,
  wireNames,
  type ReplyPreferences,
  type ResponseDefaults
} from "../format.ts"
import { isObject, type Json, type JsonObjectBuilder, type MutableDraft, setDefined, JsonText } from "../json/json.ts"
import type { CacheMark, VendorId, TextCitation } from "./node.ts"
import { GatewayError } from "../errors/error.ts"
import type { JsonPointer } from "../json/pointer.ts"
import type { TokenUsage } from "../tokens/usage.ts"
import { isClientCall } from "./tool-calls.ts"
import { mostTools } from "./tool.ts"

/**
 * Finds ids that come twice among the calls of a message, and results of no earlier call. Some vendors number the calls
 * of each answer anew. `isHeld`: a vendor holds what came before, where those calls may be.
 *
 * @see https://github.com/vllm-project/vllm/issues/50295 ids that repeat from turn to turn (read 2026-11)
 */
export const checkCalls = (reader: IssueReader, messages: readonly ChatMessage[], isHeld = false): void => {
  const called = new Map<string, ChatMessage>()
  for (const message of messages) {
    if (message.role === "system") continue
    for (const part of message.parts)
      if (!isHeld || part.type !== "tool-result") checkPart(reader, part, called, message)
  }
}

const checkPart = (
  reader: IssueReader,
  part: ContentPart,
  called: Map<string, ChatMessage>,
  within: ChatMessage
): void => {
  if ((part.type !== "tool-call" && part.type !== "tool-result") || part.runBy !== "client") return
  const { id } = part
  if (id === undefined) return
  if (part.type === "tool-result") {
    if (!called.has(id)) reader.issue(nearestOf(part, "id"), "No tool call before this result has its id.")
    return
  }
  if (called.get(id) === within) reader.issue(placeOf(part, "id"), "Another tool call has the same id.")
  called.set(id, within)
}

/** The most candidates of an answer: what `n` of OpenAI's chat completions takes (https://platform.openai.com/docs/api-reference/chat/create); no other vendor gives more. */
export const mostCandidates = 128

/** Finds lists and counts of a request that are longer and greater than any honest one. */
export const checkSizes = (reader: IssueReader, request: ChatRequest): void => {
  const { tools = [], candidates = 0 } = request
  if (tools.length > mostTools) reader.issue(placeOf(request, "tools"), `There are more than ${mostTools} tools.`)
  if (candidates > mostCandidates)
    reader.issue(placeOf(request, "candidates"), `At most ${mostCandidates} candidates can be asked for.`)
}

/**
 * How long a cache mark holds. OpenAI's without a time have the request's, which is half an hour where it says none.
 *
 * @see `PromptCacheBreakpoint`, `PromptCacheOptions` of `openai` 7.57 (read 2026-11)
 */
export const lifeOf = ({ ttl, mode }: CacheMark, { autoCache }: ChatRequest): string | undefined =>
  ttl ?? (mode && (autoCache?.ttl ?? "30m"))

/** What the parts of a request share while it is encoded. */
export interface ChatEncodeContext extends NoteSink {
  readonly request: ChatRequest
  readonly target: RequestTarget
  /** Whose opaque bytes and held state the target takes. */
  readonly vendor: VendorId
  /** Whether the request was decoded from the format that it is encoded to: its names and members are the client's own. */
  readonly own: boolean
  /** Tool names as they are sent → as the client declared them, where they differ. */
  readonly names: Map<string, string>
  /** Sent names of tools that take free text. */
  readonly customTools: string[]
  readonly needs: RequiredMedia[]
}

/**
 * What the model reads of a document beside what it holds, a line each: its title, and what is said of it.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/citations both are given to the model (read 2026-11)
 */
export const aboutDocument = ({
  title,
  context
}: {
  readonly title?: string | undefined
  readonly context?: string | undefined
}): string => [title, context].filter(Boolean).join("\n")

/** The bytes of a part's URL, where they were given; where they were not, they are a need of a target that `fetches` none. */
export const neededBytes = (
  { target, needs }: Pick<ChatEncodeContext, "target" | "needs">,
  part: MediaPart,
  fetches = target.mediaUrls !== false
): MediaBytes | undefined => {
  if (part.source.kind !== "url") return undefined
  const { url } = part.source
  const found = target.media?.get(url)
  if (found === undefined && !fetches) needs.push({ url, path: nearestOf(part, "source") })
  return found
}

/** The context in which a request is encoded to the format `format`, whose own vendor is `ownVendor`. */
export const chatEncodeContext = (
  request: ChatRequest,
  target: RequestTarget,
  format: string,
  ownVendor: VendorId
): ChatEncodeContext => ({
  request,
  target,
  vendor: target.vendor ?? ownVendor,
  own: request.native?.format === format,
  notes: [],
  names: new Map(),
  customTools: [],
  needs: []
})

/** What an encoded request says beside its body. */
interface BesideBody {
  /** Whether its answer is a stream; what the target says, where absent. */
  readonly stream?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** How the answer's form was asked for, where that is to be reversed. */
  readonly output?: ReplyContext["output"]
  /** The properties of tools that are spelled otherwise. */
  readonly properties?: ReplyContext["properties"]
}

/** A request with the body that was encoded, and what its answer must reverse; refused where a note refuses it. */
export const encodedRequest = (
  { target, names, customTools, needs, notes }: Omit<ChatEncodeContext, "request" | "vendor">,
  body: JsonObjectBuilder,
  { stream = target.stream ?? false, headers = {}, output, properties }: BesideBody = {}
): Result<Translated<EncodedRequest>, Refused> => {
  const refused = Refused.among(notes)
  if (refused !== undefined) return fail(refused)
  const call = { model: target.model, stream, headers, body: JsonText.tree(body), names: target.names ?? wireNames }
  const reply: MutableDraft<ReplyContext> = { names, customTools }
  setDefined(reply, "vendor", target.vendor)
  setDefined(reply, "output", output)
  if (properties !== undefined && properties.size > 0) reply.properties = properties
  return succeed({ value: { call, undo: reply, needs }, notes })
}

/** What the parts of an answer share while it is encoded. */
export interface ReplyEncodeContext extends NoteSink {
  readonly preferences: ReplyPreferences
  readonly defaults: ResponseDefaults
}

/** A text with more citations, which came one by one. */
export const withCitations = (part: ContentPart, citations: readonly TextCitation[]): ContentPart =>
  part.type !== "text" || citations.length === 0
    ? part
    : { ...part, citations: [...(part.citations ?? []), ...citations] }

/** Whether a part is what the model thought. */
export const isThought = (part: ContentPart): boolean =>
  part.type === "reasoning" || (part.type === "media" && part.thought === true)

/** Whether there is anything in a part of an answer: a blank text is none, and a thought is not the answer. */
export const saysAnything = (part: ContentPart): boolean =>
  !isThought(part) && (!("text" in part) || isWorded(part.text))

/** Whether a text has a word. */
export const isWorded = (text = ""): boolean => text.trim() !== ""

/** The reason of an answer that never says why it ended: its content tells. */
export const unsaidFinish = (calls: boolean): FinishReason => ({ kind: calls ? "tool-calls" : "stop", doubt: "unsaid" })

/** Why a whole answer ended, for a format that needs a reason; `unsaid` is told where an answer does not say it. */
export const finishOf = (candidate: ChatCandidate, unsaid: (at: JsonPointer) => void): FinishReason => {
  if (candidate.finish !== undefined) return candidate.finish
  unsaid(nearestOf(candidate, "finish"))
  return unsaidFinish(candidate.parts.some(isClientCall))
}

/**
 * The kind of an end as a client is told it: calls are to be answered, though their vendor gave up behind them. Words behind
 * which it gave up are no whole answer, whatever ended them, for Google says `STOP` of every natural end: formats tell a limit.
 *
 * @see https://ai.google.dev/api/generate-content `FinishReason`: `OTHER`, `NO_IMAGE`, `IMAGE_OTHER` (read 2026-11)
 */
export const toldKind = (kind: FinishReason["kind"], calls: boolean): FinishReason["kind"] =>
  calls && (kind === "malformed" || kind === "other") ? "tool-calls" : kind

/** Whether OpenAI's word for what was withheld, `content_filter`, says less of an end than its vendor's own. */
export const isVagueBlock = (kind: FinishReason["kind"], raw: FinishReason["raw"]): boolean =>
  kind === "blocked" && raw !== undefined && raw.value !== "content_filter"

/**
 * Whether a member `error` tells one: words, or an object that says anything. Some vendors write an empty one into each
 * answer.
 */
export const saysError = (error: Json | undefined): boolean =>
  (typeof error === "string" || isObject(error)) && saysAny(error)

const saysAny = (value: Json): boolean =>
  typeof value === "object" && value !== null ? Object.values(value).some(saysAny) : Boolean(value)

/**
 * The error of an answer that says neither anything nor that its prompt was blocked: it was made all the same.
 *
 * @see https://github.com/google-gemini-php/client/issues/168 such answers, of which the vendor says no reason (2026-07)
 */
export const noCandidates = (usage?: TokenUsage): GatewayError =>
  new GatewayError("UpstreamFailed", "The upstream's answer has no candidates.", { shouldRetry: false, usage })

/** The error of an answer that has more candidates than anybody can ask for. */
export const tooManyCandidates = (usage?: TokenUsage): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream's answer has more than ${mostCandidates} candidates.`, {
    shouldRetry: false,
    usage
  })

/** The error of an answer that could not be decoded. One that tells its usage was made, and is not asked for again. */
export const undecoded = (error: Invalid, usage?: TokenUsage): GatewayError =>
  new GatewayError(
    "UpstreamFailed",
    `The upstream's answer could not be understood: ${error.message}`,
    usage && { shouldRetry: false, usage }
  )

/** A whole answer that was read, where nothing was wrong with it. */
export const settledAnswer = <A extends Pick<ChatResponse, "usage">>(
  reader: IssueReader,
  answer: A
): Result<Translated<A>, Invalid | GatewayError> => {
  const settled = reader.settled(answer)
  return settled.ok || answer.usage === undefined ? settled : fail(undecoded(settled.error, answer.usage))
}
