import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { GatewayError } from "../core/errors/error.ts"
import { concatInTurns } from "../upstream/bytes.ts"
import { tooLarge } from "../upstream/failures.ts"
import type { UpstreamStream } from "../upstream/upstream.ts"

/** Whether a content type is JSON's. */
export const isJson = (type: string | undefined): boolean => type !== undefined && /^application\/json\b/i.test(type)

const decoder = new TextDecoder()

/** Whether bytes begin as events do, whatever their content type: with one of their fields, or a comment. No JSON does. */
export const isEvents = (first: Uint8Array): boolean =>
  /^\s*(?:data|event|id|retry|:)/.test(decoder.decode(first.subarray(0, 64)))

/** An answer that should have been a stream, whole. */
export const collectBytes = (
  { body }: Pick<UpstreamStream, "body">,
  most: number
): Effect.Effect<Uint8Array, GatewayError> =>
  Effect.suspend(() => {
    let bytes = 0
    const pieces: Uint8Array[] = []
    const read = Stream.runForEach(body, (piece) => {
      pieces.push(piece)
      return (bytes += piece.length) > most ? Effect.fail(tooLarge(most)) : Effect.void
    })
    return Effect.flatMap(read, () => concatInTurns(pieces))
  })
