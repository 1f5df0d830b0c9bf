import * as Context from "effect/Context"
import { type WireNames, wireNames } from "../core/format.ts"
import { mostHeld } from "../core/framing/stream-limits.ts"
import { maxFrame } from "../core/framing/sse.ts"

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
  /** How much memory request bodies may have. */
  readonly bodies: BodyLimits
  /** How large vendors' answers may be. */
  readonly answers: AnswerLimits
}

/** What the bodies of requests under way may have of the memory. */
export interface BodyLimits {
  /** The most bytes of all together. */
  readonly all: number
  /** The part of them that one account may hold while it is alone, above 0 and at most 1. */
  readonly share: number
}

/** The defaults: 512 MiB are sixteen of the largest bodies at once, of which one account may have twelve. */
export const bodyLimits: BodyLimits = { all: 512 * 1024 * 1024, share: 0.75 }

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
    bodies: bodyLimits,
    answers: answerLimits
  })
})

/** How an answer is wrapped: as the endpoint tables say, or as the vendor's own API does. */
export interface AnswerEnvelope {
  readonly shape: "spec" | "vendor"
  /** The headers of an answer whose shape the request's headers chose. */
  readonly headers: Readonly<Record<string, string>>
}

/** Headers of a request by their names in small letters. */
type Headers = Readonly<Record<string, string | undefined>>

/** Headers that sign a request as an official SDK's. */
const signatures = ["x-stainless-lang", "x-goog-api-client"] as const

/** How an answer to a request with these headers is wrapped. */
export const envelopeOf = (headers: Headers, policy: EnvelopePolicy): AnswerEnvelope => {
  if (policy !== "auto") return { shape: policy, headers: {} }
  return {
    shape: isSigned(headers) ? "vendor" : "spec",
    headers: { vary: [...signatures, "user-agent"].join(", ") }
  }
}

const isSigned = (headers: Headers): boolean =>
  signatures.some((name) => headers[name] !== undefined) || /ai-sdk[-/]/.test(headers["user-agent"] ?? "")
