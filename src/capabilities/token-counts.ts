import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ChatRequest } from "../core/chat/chat.ts"
import type { VendorId } from "../core/chat/node.ts"
import { GatewayError } from "../core/errors/error.ts"
import { countPrompt, type CountText, sampledCounter, estimateTokens } from "../core/tokens/count.ts"

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
