import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { anyCarrier, presentedKeys } from "../credentials/credentials.ts"
import type { Answer } from "../exchange/answer.ts"
import type { Head } from "../endpoints/endpoint.ts"
import { GatewayError, aboutDefect } from "../core/errors/error.ts"
import type { WireError } from "../core/format.ts"
import { type SecretRedactor, redactorOf } from "../core/secrets/redactor.ts"
import { unmatched } from "../endpoints/unmatched.ts"
import { pathOf, searchOf } from "./route-table.ts"

/** An error as the answer that its endpoint gives, without the deployment's secrets and the keys of its request. */
export const errorAnswer = (
  print: (error: GatewayError, head: Head) => WireError,
  error: GatewayError,
  head: Head,
  secrets: SecretRedactor,
  more: Readonly<Record<string, string>> = {}
): Answer => {
  const { status, headers, body } = print(error.with({ requestId: head.requestId }), head)
  const shouldRetry = error.details.shouldRetry ?? (finalStatuses.has(status) ? false : undefined)
  const retry = shouldRetry === undefined ? {} : { "x-should-retry": String(shouldRetry) }
  return {
    status,
    headers: { "content-type": "application/json", ...headers, ...retry, ...more },
    body: redactorOf(keysIn(head)).text(secrets.text(body.text))
  }
}

/** The keys that a request carries, whether its route takes them or not: as many as carriers hold, as a stranger may send any. */
const keysIn = ({ headers, search }: Head): readonly string[] => {
  const keys = presentedKeys([...anyCarrier, "login"], headers, search).map(({ secret }) => secret)
  return [...new Set(keys)].slice(0, mostCarried)
}

/** One in each carrier, and one more behind a second scheme. */
const mostCarried = anyCarrier.length + 1

/** Statuses after which no try with the same key ends otherwise; Anthropic's SDK and Claude Code try again unless told. */
const finalStatuses: ReadonlySet<number> = new Set([401, 403])

/**
 * What a failed request is answered with: its typed error, and for a defect, of which a line is logged, an `Internal`
 * that reveals nothing. A request that was interrupted has no answer.
 */
export const errorOf = (
  cause: Cause.Cause<GatewayError>,
  head: Head,
  secrets: SecretRedactor
): Effect.Effect<GatewayError> => {
  const failed = cause.reasons.find(Cause.isFailReason)
  if (failed !== undefined) return Effect.succeed(failed.error)
  const died = cause.reasons.find(Cause.isDieReason)
  if (died === undefined) return Effect.interrupt
  const internal = new GatewayError("Internal", "Something went wrong inside the gateway.")
  const own = redactorOf(keysIn(head))
  const about = aboutDefect(died.defect).map((line) => own.text(secrets.text(line)))
  const logged = Effect.annotateLogs(Effect.logError("An unexpected error was answered with a 500.", ...about), {
    requestId: head.requestId
  })
  return Effect.as(logged, internal)
}

/**
 * What a gateway answers that could not be built, in the format of a request's path: why, where this library found it;
 * what another Layer failed with is for its operator alone, as it may hold anything.
 */
export const unbuiltAnswer = (thrown: unknown, target: string): WireError => {
  const why = thrown instanceof GatewayError ? thrown.message : "The log, or what `gateway.ready` fails with, says why."
  const message = `The gateway could not be built, and serves nothing. ${why}`
  const error = new GatewayError("Internal", message, { status: 503, code: "gateway_not_built" })
  return unmatched([], { path: pathOf(target), headers: {}, search: () => searchOf(target) }, error)
}

/** Says in the log why a gateway was not built. */
export const logUnbuilt = (thrown: unknown): Effect.Effect<void> => {
  const why = thrown instanceof GatewayError ? [thrown.message] : aboutDefect(thrown)
  return Effect.logError("The gateway could not be built: every request is answered with a 503.", ...why)
}
