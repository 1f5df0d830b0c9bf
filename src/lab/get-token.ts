import { bodyObject, IssueReader } from "../core/reading/issue-reader.ts"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Endpoint } from "../endpoints/endpoint.ts"
import { invalidRequest } from "../exchange/client-errors.ts"
import { readBody } from "../exchange/read-body.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import { describedAnswers, envelopedAnswer, labEndpoint } from "./envelope.ts"
import { Logins } from "./logins.ts"

/** 16 KiB: what a user name and a password may have. */
const cap = 16 * 1024

/** `POST /prod-api/v3/auth/getToken`: a login token for a user name and a password. No key is asked for, or looked at. */
export const getToken: Endpoint<Logins> = {
  ...labEndpoint,
  id: "lab-token",
  method: "POST",
  path: "/prod-api/v3/auth/getToken",
  auth: [],
  admit: ({ address }) =>
    Effect.flatMap(Effect.serviceOption(Logins), (logins) =>
      Option.isNone(logins) ? Effect.void : logins.value.admit(address())
    ),
  body: { kind: "json", cap },
  summary: "A login token for a user name and a password.",
  described: {
    ...describedAnswers({ type: "string", description: "`Bearer ` and the token." }),
    request: {
      type: "object",
      required: ["username", "password"],
      properties: { username: { type: "string" }, password: { type: "string", format: "password" } }
    }
  },
  handle: Effect.fnUntraced(function* ({ head, body }) {
    const logins = yield* Logins
    const login = readLogin(body)
    if (!login.ok) return yield* Effect.fail(login.error)
    const token = yield* logins.login({ ...login.value, address: head.address() })
    return envelopedAnswer(`Bearer ${token}`, { "cache-control": "no-store" })
  })
}

const readLogin = (
  bytes: Uint8Array
): Result<{ readonly username: string; readonly password: string }, GatewayError> => {
  const body = readBody(bytes)
  if (!body.ok) return body
  const read = bodyObject(body.value)
  if (!read.ok) return fail(invalidRequest(read.error))
  const object = read.value
  const reader = new IssueReader()
  const username = reader.required(object, "username", "", reader.string) ?? ""
  const password = reader.required(object, "password", "", reader.string) ?? ""
  const checked = reader.checked()
  return checked.ok ? succeed({ username, password }) : fail(invalidRequest(checked.error))
}
