import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Request } from "../words/chat/chat.ts"
import { GatewayError } from "../words/errors/error.ts"
import { countPrompt, type CountText } from "../words/tokens/prompt-tokens.ts"
import { estimateTokens } from "../words/tokens/estimate.ts"

/** How tokens are counted. */
export interface TokenCountOptions {
  /**
   * The tokens of a text by a tokenizer, such as `countTokens` of `gpt-tokenizer`; absent: an estimate. It is given
   * pieces without long runs, on which tokenizers take quadratic time.
   */
  readonly tokenizer?: CountText
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
    /** What a caller's prompt counts. Fails as `RateLimited`. */
    readonly count: (caller: string, prompt: Request) => Effect.Effect<Counted, GatewayError>
  }
>()("isogloss/TokenCounts") {
  /** Counts by a tokenizer, or by an estimate. */
  static readonly layer = ({ tokenizer, perSecond = 100 }: TokenCountOptions = {}): Layer.Layer<TokenCounts> =>
    Layer.sync(TokenCounts)(() => {
      const rate = new Rate(perSecond)
      return {
        count: (caller, prompt) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            rate.takes(caller, now) ? Effect.sync(() => counted(prompt, tokenizer)) : Effect.fail(tooMany())
          )
      }
    })
}

const tooMany = (): GatewayError =>
  new GatewayError("RateLimited", "Too many token counts in this second.", { retryAfter: 1 })

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

/** The most characters of a prompt that a tokenizer is given; the rest is estimated. */
const mostCounted = 1_000_000

const counted = (prompt: Request, tokenizer: CountText | undefined): Counted => {
  let left = tokenizer === undefined ? -1 : mostCounted
  const tokens = countPrompt(prompt, (text) => {
    left -= text.length
    if (tokenizer === undefined || left < 0) return estimateTokens(text)
    return piecesOf(text).reduce((sum, piece) => sum + tokenizer(piece), 0)
  })
  return { tokens, estimated: left < 0 }
}

const longRun = /\S{256}|\s{256}/

/** A text without long runs, or cut into words and pieces of words, each after its space. */
const piecesOf = (text: string): readonly string[] =>
  longRun.test(text) ? (text.match(/\s{1,256}\S{0,256}|\S{1,256}/g) ?? []) : [text]
