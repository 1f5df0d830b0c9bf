import * as Context from "effect/Context"
import { mostHeld } from "../core/framing/held.ts"
import { maxFrame } from "../core/framing/sse.ts"
import { type WireNames, wireNames } from "../core/format.ts"

/**
 * How answers that the endpoint tables wrap otherwise than their vendors do are given: `auto`, as the vendor does to a
 * request that an official SDK signed and as the tables do to all others; `spec` or `vendor`, always the one.
 */
export type EnvelopePolicy = (typeof envelopes)[number]

/** The ways in which answers may be wrapped. */
export const envelopes = ["auto", "spec", "vendor"] as const

/** What an operator may choose for all endpoints of a gateway. */
export interface Policy {
  /** Whether a request that a translation would change in cost or meaning is refused with a 400. */
  readonly strict: boolean
  /** Whether whole answers of the chat completions endpoint show reasoning. Streams always do. */
  readonly unaryReasoning: boolean
  /** How answers of batches and of images are wrapped. */
  readonly envelope: EnvelopePolicy
  /** How this deployment spells the names that may be spelled in several ways. */
  readonly names: WireNames
  /** How many requests of one account may be under way at once, where its principal does not say. */
  readonly requests: number
  /** How large vendors' answers may be. */
  readonly answers: AnswerLimits
}

/** What is read, and kept in memory, of one answer of a vendor. */
export interface AnswerLimits {
  /** The most bytes of a whole answer. */
  readonly whole: number
  /** The most characters of one event of a stream. */
  readonly event: number
  /** The most characters that are kept of a stream because its translation needs them later. */
  readonly kept: number
}

/** The defaults. */
export const answerLimits: AnswerLimits = { whole: 128 * 1024 * 1024, event: maxFrame, kept: mostHeld }

/** The policies of a gateway; by default lenient, with the usual names. */
export const Policies = Context.Reference<Policy>("isogloss/Policies", {
  defaultValue: () => ({
    strict: false,
    unaryReasoning: false,
    envelope: "auto",
    names: wireNames,
    requests: 2000,
    answers: answerLimits
  })
})
