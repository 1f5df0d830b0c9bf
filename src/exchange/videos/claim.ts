import * as Effect from "effect/Effect"
import type { Claim } from "../../tasks/task.ts"
import { concat } from "../../upstream/bytes.ts"
import { encodeBytes } from "../../core/bytes/base64.ts"
import { canonicalPieces } from "../../core/json/canonical.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { fail, type Result, succeed } from "../../core/errors/invalid.ts"
import type { JsonText } from "../../core/json/json.ts"
import type { Steps } from "../offload.ts"

/** The longest idempotency key. */
const longest = 255

/** What a client says to have one task for many tries of the same body at the same endpoint; absent: it says nothing. */
export const keyIn = (said: string | undefined): Result<string | undefined, GatewayError> => {
  if (said === undefined || said === "") return succeed(undefined)
  return said.length > longest ? fail(tooLong()) : succeed(said)
}

/** How many characters are encoded at once. */
const slice = 256 * 1024

/**
 * What a key stands for. Bodies that say the same are the same, however they are written: as JSON with other white
 * space, or as a form with other boundaries.
 */
export function* saidAt(endpoint: string, { value = null }: JsonText): Steps<Uint8Array, never> {
  const pieces: Uint8Array[] = []
  let text = `${endpoint}\n`
  for (const piece of canonicalPieces(value)) {
    text += piece
    if (text.length < slice) continue
    pieces.push(encoder.encode(text))
    text = ""
    yield
  }
  return succeed(concat([...pieces, encoder.encode(text)]))
}

/** A key with the digest of what it stands for. */
export const claimOf = (key: string, said: Uint8Array): Effect.Effect<Omit<Claim, "until">> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new Uint8Array(said))),
    (digest) => ({ key, hash: encodeBytes(new Uint8Array(digest)) })
  )

const encoder = new TextEncoder()

const tooLong = (): GatewayError =>
  new GatewayError("InvalidRequest", `The Idempotency-Key is longer than ${longest} characters.`)
