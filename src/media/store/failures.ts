import { GatewayError } from "../../core/errors/error.ts"

/** The store cannot be reached. */
export const unavailable = (): GatewayError =>
  new GatewayError("Overloaded", "Media cannot be kept or read at the moment. Try again shortly.", {
    code: "media_store_unavailable",
    retryAfter: 1
  })

/** The store takes nothing more until something is forgotten. */
export const full = (): GatewayError =>
  new GatewayError("Overloaded", "There is no room for more media at the moment.", {
    code: "media_store_full",
    retryAfter: 60
  })

/** A medium has more bytes than the store takes. */
export const tooLarge = (most: number): GatewayError =>
  new GatewayError("PayloadTooLarge", `The medium is larger than ${most} bytes.`)

/** A medium was forgotten between finding and reading it. */
export const forgotten = (): GatewayError =>
  new GatewayError("Gone", "The medium is kept no longer.", { code: "expired" })
