import * as Redacted from "effect/Redacted"

/** A key, a password or what is signed with, as somebody gives it. What is `Redacted` prints as that, whatever holds it. */
export type Secret = string | Redacted.Redacted

/** A secret as it is sent, compared or signed with. */
export const revealSecret = (secret: Secret): string => (typeof secret === "string" ? secret : Redacted.value(secret))
