import { bodyObject, IssueReader, noNull } from "../core/reading/issue-reader.ts"
import { describedRow, requiredText } from "../core/reading/member-row.ts"
import { ObjectReader } from "../core/reading/object-reader.ts"
import { objectSchema } from "../core/reading/value-schema.ts"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Endpoint } from "../endpoints/endpoint.ts"
import { invalidRequest } from "../exchange/client-errors.ts"
import { readBody } from "../exchange/read-body.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { JsonText } from "../core/json/json.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import { describedAnswers, envelopedAnswer, labEndpoint } from "./envelope.ts"
import { Logins } from "./logins.ts"

/** 16 KiB: what a user name and a password may have. */
const cap = 16 * 1024

/** The members of a body. */
const loginMembers = { username: requiredText, password: describedRow(requiredText, { format: "password" }) } as const

/** Who logs in. */
interface LoginRequest {
  readonly username: string
  readonly password: string
}

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
    request: objectSchema(Object.entries(loginMembers))
  },
  handle: Effect.fnUntraced(function* ({ head, body }) {
    const logins = yield* Logins
    const read = readBody(body)
    const login = read.ok ? readLogin(read.value) : read
    if (!login.ok) return yield* Effect.fail(login.error)
    const token = yield* logins.login({ ...login.value, address: head.address() })
    return envelopedAnswer(`Bearer ${token}`, { "cache-control": "no-store" })
  })
}

/** Reads a user name and a password. */
export const readLogin = (body: JsonText): Result<LoginRequest, GatewayError> => {
  const object = bodyObject(body)
  if (!object.ok) return fail(invalidRequest(object.error))
  const from = new ObjectReader(new IssueReader(), object.value, "", { format: "lab", silent: noNull })
  const username = loginMembers.username.read(from, "username")
  const password = loginMembers.password.read(from, "password")
  const checked = from.reader.checked()
  return checked.ok ? succeed({ username, password }) : fail(invalidRequest(checked.error))
}
