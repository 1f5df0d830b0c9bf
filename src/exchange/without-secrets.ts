import * as Effect from "effect/Effect"
import type { SecretRedactor } from "../core/secrets/redactor.ts"
import { concatBytes } from "../upstream/bytes.ts"
import type { ChatClient, Reply } from "./chat-exchange.ts"
import { long } from "./offload.ts"

/** A whole answer as its client may read it: the words of one that failed may quote the deployment's secrets. */
export const withoutSecrets = ({ secrets }: Pick<ChatClient, "secrets">, reply: Reply): Effect.Effect<Reply> => {
  const { body, failure } = reply
  if (failure === undefined) return Effect.succeed(reply)
  if (typeof body === "string") return Effect.succeed({ ...reply, body: secrets.text(body) })
  return Effect.map(redacted(secrets, body), (told) => ({ ...reply, body: told }))
}

/** So many bytes are searched before others have their turn. */
const turn = long / 2

const redacted = (secrets: SecretRedactor, bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.gen(function* () {
    const told: Uint8Array[] = []
    let left = bytes.subarray(0, turn)
    for (let next = turn; next < bytes.length; next += turn) {
      const [sure, rest] = secrets.begin(left)
      told.push(sure)
      left = concatBytes([rest, bytes.subarray(next, next + turn)])
      yield* Effect.yieldNow
    }
    return concatBytes([...told, secrets.bytes(left)])
  })
