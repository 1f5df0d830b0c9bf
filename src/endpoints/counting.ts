import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ChatRequest } from "../core/chat/chat.ts"
import type { VendorId } from "../core/chat/node.ts"
import { GatewayError } from "../core/errors/error.ts"
import { countPrompt, type CountText, sampledCounter, estimateTokens } from "../core/tokens/count.ts"
import { ChatModels } from "../capabilities/models.ts"
import { successAnswer, type Answer, badRequest, invalidRequest, placedError } from "../exchange/answer.ts"
import { issuerOf } from "../exchange/call-model.ts"
import type { KeptHistory } from "../exchange/history.ts"
import { type Job, perform, type Steps } from "../exchange/offload.ts"
import { findModel, missingModel, namedBy, othersIn, calledModel, forbidden } from "../exchange/permission.ts"
import { Policies } from "../exchange/policies.ts"
import { askedIn, readSteps } from "../exchange/body.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import type { ChatFormat, WireNames } from "../core/format.ts"
import { type NamedHistory, type RecalledHistory, recalledSize } from "../core/history.ts"
import { type JsonText, type JsonTemplate, stringifyJson } from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import type { NamedModel, ModelNaming } from "../core/naming/naming.ts"
import { noteRules } from "../core/notes/note.ts"
import type { Endpoint, Head, Incoming } from "./endpoint.ts"

/** How tokens are counted. */
export interface TokenCountOptions {
  /**
   * The tokens of a text by a tokenizer, such as `countTokens` of `gpt-tokenizer`; absent: an estimate. It is given
   * pieces without long runs, on which tokenizers take quadratic time.
   */
  readonly tokenizer?: CountText
  /** The vendors whose models count as the tokenizer does; absent: all. To others its count is an estimate. */
  readonly tokenizes?: readonly VendorId[]
  /**
   * Whether the tokenizer takes long over its first text, as one does that reads its tables with it: even a short prompt
   * is then counted where the gateway does long work. Absent: a short one is counted at once.
   */
  readonly startsSlowly?: boolean
  /** How many counts an account may ask for in a second; 100 by default. */
  readonly perSecond?: number
}

/** What a prompt counts. */
export interface Counted {
  readonly tokens: number
  /** Whether no tokenizer counted all of it. */
  readonly estimated: boolean
}

/** Counts prompts here: no upstream is called, and no quota of requests is touched. */
export class TokenCounts extends Context.Service<
  TokenCounts,
  {
    /** Lets a caller ask for a count. Fails as `RateLimited`. */
    readonly admit: (caller: string) => Effect.Effect<void, GatewayError>
    /** Whether even a short prompt is to be counted where long work is done. */
    readonly startsSlowly: boolean | undefined
    /** What a prompt counts. */
    readonly count: (prompt: ChatRequest) => Counted
    /** Whether a vendor's models count as the tokenizer does. */
    readonly tokenizes: (vendor: VendorId | undefined) => boolean
  }
>()("isogloss/TokenCounts") {
  /** Counts by a tokenizer, or by an estimate. */
  static readonly layer = ({
    tokenizer,
    tokenizes,
    startsSlowly,
    perSecond = 100
  }: TokenCountOptions = {}): Layer.Layer<TokenCounts> =>
    Layer.sync(TokenCounts)(() => {
      const rate = new Rate(perSecond)
      return {
        admit: (caller) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            rate.takes(caller, now) ? Effect.void : Effect.fail(tooMany())
          ),
        startsSlowly,
        count: (prompt) => counted(prompt, tokenizer),
        tokenizes: (vendor) => tokenizes === undefined || (vendor !== undefined && tokenizes.includes(vendor))
      }
    })
}

const tooMany = (): GatewayError =>
  new GatewayError("RateLimited", "Too many token counts at once. Try again in a second.", { retryAfter: 1 })

/** How many calls of each caller began in the second that runs. */
class Rate {
  readonly #most: number
  readonly #calls = new Map<string, number>()
  #second = 0

  constructor(most: number) {
    this.#most = most
  }

  takes(caller: string, now: number): boolean {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) this.#calls.clear()
    this.#second = second
    const calls = (this.#calls.get(caller) ?? 0) + 1
    this.#calls.set(caller, calls)
    return calls <= this.#most
  }
}

/** The most characters of a prompt that are looked at; each further one counts as those did on average. */
const mostCounted = 1_000_000

const counted = (prompt: ChatRequest, tokenizer: CountText | undefined): Counted => {
  let characters = 0
  const count = sampledCounter(tokenizer === undefined ? estimateTokens : inPieces(tokenizer), mostCounted)
  const tokens = countPrompt(prompt, (text) => {
    characters += text.length
    return count(text)
  })
  return { tokens, estimated: tokenizer === undefined || characters > mostCounted }
}

const inPieces =
  (tokenizer: CountText): CountText =>
  (text) =>
    piecesOf(text).reduce((sum, piece) => sum + tokenizer(piece), 0)

const longRun = /\S{256}|\s{256}/

/** A text without long runs, or cut into words and pieces of words, each after its space. */
const piecesOf = (text: string): readonly string[] =>
  longRun.test(text) ? (text.match(/\s{1,256}\S{0,256}|\S{1,256}/g) ?? []) : [text]

/** Why a count is not a tokenizer's. */
const estimate = noteRules("count-tokens", {
  approximated: { cost: { estimate: "The vendor's tokenizer did not count all of it; this is an estimate." } }
})

/** What sets one counting endpoint apart from another. */
interface CountingEndpoint {
  readonly format: ChatFormat
  readonly naming: ModelNaming
  /** The request of a chat that a body asks to be counted, and where it stands in that body. */
  readonly prompt: (body: JsonText) => { readonly body: JsonText; readonly at: JsonPointer }
  /** The model that the path names, where bodies do not. */
  readonly model?: (head: Head) => string
  readonly answer: (tokens: number) => JsonTemplate
  /** How requests go on from answers that were kept: what they go on from is counted with them. */
  readonly history?: KeptHistory
}

/** What a count is made of. */
interface CountInput {
  readonly body: Uint8Array
  /** The model that the path names. */
  readonly model: string | undefined
  readonly names: WireNames
  readonly recalled?: RecalledHistory
}

/** What a body goes on from, to be recalled before anything is counted. The body comes back with it: it may have crossed. */
interface ContinuedCount {
  readonly body: Uint8Array
  readonly model: string
  readonly names: NamedHistory
}

/** A count, and which models its body names, the first of them its own. */
interface CountResult extends Counted {
  readonly model: string
  readonly others: readonly NamedModel[]
}

/** Counts the input tokens of a request here. No upstream is called. */
export const countingEndpoint = (
  counted: CountingEndpoint
): Required<Pick<Endpoint<ChatModels | TokenCounts>, "handle" | "jobs">> => {
  const { history } = counted
  const count = countingJob(counted)
  const handle = Effect.fnUntraced(function* ({
    head,
    principal,
    body
  }: Incoming): Effect.fn.Return<Answer, GatewayError, ChatModels | TokenCounts> {
    const counts = yield* TokenCounts
    yield* counts.admit(principal.name)
    const { names } = yield* Policies
    const services = yield* Effect.context<ChatModels | TokenCounts>()
    const given: CountInput = { body, model: counted.model?.(head), names }
    const more = counts.startsSlowly ? Infinity : 0
    let made = yield* perform(count, given, body.length + more, services)
    const model = findModel(yield* ChatModels, principal, made.model)
    if (model === undefined) return yield* Effect.fail(missingModel(services, principal, made.model))
    if ("names" in made && history !== undefined) {
      const store = history.storeIn(services)
      const recalled = yield* history.recall(store, history.format, principal.name, made.names, issuerOf(model))
      const whole = { ...given, body: made.body, recalled }
      made = yield* perform(count, whole, recalledSize(recalled) + made.body.length + more, services)
    }
    if ("names" in made) return yield* Effect.die("A count goes on once.")
    const denied = forbidden(principal, [calledModel(model), ...made.others])
    if (denied !== undefined) return yield* Effect.fail(denied)
    const estimated = made.estimated || !counts.tokenizes(model.target.vendor)
    const notes = estimated ? [estimate.note("estimate", "")] : []
    return successAnswer(stringifyJson(counted.answer(made.tokens)), { notes })
  })
  return { handle, jobs: [count] }
}

/** The reading and the count; who may use the model is not known here. */
const countingJob = (counted: CountingEndpoint): Job<CountInput, CountResult | ContinuedCount, TokenCounts> => ({
  name: `${counted.format.id}/count`,
  *run(input, services) {
    const read = yield* readSteps(input.body)
    if (!read.ok) return read
    const history = counted.history?.format
    const model = input.model ?? askedIn(read.value).model
    const refused = history?.refused(read.value)
    if (refused !== undefined) return fail(badRequest(refused.pointer, refused.message))
    const named = history?.named(read.value)
    if (named !== undefined && input.recalled === undefined) return succeed({ body: input.body, model, names: named })
    const continued = named && input.recalled && history?.recall(read.value, input.recalled)
    const made = yield* countSteps(counted, continued?.body ?? read.value, { ...input, model }, services)
    return made.ok || continued === undefined ? made : fail(placedError(made.error, continued.place))
  }
})

function* countSteps(
  { format, naming, prompt }: CountingEndpoint,
  body: JsonText,
  { model, names }: { readonly model: string; readonly names: WireNames },
  services: Context.Context<TokenCounts>
): Steps<CountResult> {
  const asked = prompt(body)
  yield
  const decoded = format.decodeRequest({ model, stream: false, headers: {}, body: asked.body, names })
  if (!decoded.ok) return fail(invalidRequest(decoded.error.below(asked.at)))
  const named = namesIn(naming, body, asked)
  if (!named.ok) return named
  yield
  const counted = Context.get(services, TokenCounts).count(decoded.value.value.request)
  return succeed({ ...counted, model, others: othersIn(named.value, model) })
}

/** What a body names, and the request inside it. */
const namesIn = (
  naming: ModelNaming,
  body: JsonText,
  { body: inner, at: place }: ReturnType<CountingEndpoint["prompt"]>
): Result<readonly NamedModel[], GatewayError> => {
  const outer = namedBy(naming, body)
  if (!outer.ok || place === "") return outer
  const inside = namedBy(naming, inner)
  if (!inside.ok) return fail(placedError(inside.error, (at) => place + at))
  return succeed([...outer.value, ...inside.value.map((it) => ({ ...it, at: place + it.at }))])
}
