import * as Effect from "effect/Effect"
import type { Claim } from "../../tasks/task.ts"
import { encodeBytes } from "../../words/bytes/base64.ts"
import { canonical } from "../../words/json/canonical.ts"
import { GatewayError } from "../../words/errors/error.ts"
import type { JsonText } from "../../words/json/json.ts"

/** The longest idempotency key. */
const longest = 255

/**
 * What a client says to have one task for many tries of the same body at the same endpoint. Bodies that say the same are
 * the same, however they are written: as JSON with other white space, or as a form with other boundaries.
 */
export const claimOf = (
  endpoint: string,
  { "idempotency-key": key }: Readonly<Record<string, string | undefined>>,
  { value }: JsonText
): Effect.Effect<Omit<Claim, "until"> | undefined, GatewayError> => {
  if (key === undefined || key === "") return Effect.undefined
  if (key.length > longest) return Effect.fail(tooLong())
  return Effect.gen(function* () {
    yield* Effect.yieldNow
    const text = canonical(value ?? null)
    yield* Effect.yieldNow
    const said = encoder.encode(`${endpoint}\n${text}`)
    const digest = yield* Effect.promise(() => crypto.subtle.digest("SHA-256", said))
    return { key, hash: encodeBytes(new Uint8Array(digest)) }
  })
}

const encoder = new TextEncoder()

const tooLong = (): GatewayError =>
  new GatewayError("InvalidRequest", `The Idempotency-Key is longer than ${longest} characters.`)
