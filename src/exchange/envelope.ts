import type { EnvelopePolicy } from "./policies.ts"

/** How an answer is wrapped: as the endpoint tables say, or as the vendor's own API does. */
export interface Envelope {
  readonly shape: "spec" | "vendor"
  /** The headers of an answer whose shape the request's headers chose. */
  readonly headers: Readonly<Record<string, string>>
}

/** Headers of a request by their names in small letters. */
type Headers = Readonly<Record<string, string | undefined>>

/** Headers that sign a request as an official SDK's. */
const signatures = ["x-stainless-lang", "x-goog-api-client"] as const

/** How an answer to a request with these headers is wrapped. */
export const envelopeOf = (headers: Headers, policy: EnvelopePolicy): Envelope => {
  if (policy !== "auto") return { shape: policy, headers: {} }
  return {
    shape: isSigned(headers) ? "vendor" : "spec",
    headers: { vary: [...signatures, "user-agent"].join(", ") }
  }
}

const isSigned = (headers: Headers): boolean =>
  signatures.some((name) => headers[name] !== undefined) || /ai-sdk[-/]/.test(headers["user-agent"] ?? "")
