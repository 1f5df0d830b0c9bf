import { GatewayError, type ErrorReason } from "../core/errors/error.ts"

/** What the statuses of body parsers and authentications mean. */
const reasons: ReadonlyMap<number, ErrorReason> = new Map([
  [401, "Unauthenticated"],
  [403, "PermissionDenied"],
  [404, "NotFound"],
  [413, "PayloadTooLarge"],
  [415, "UnsupportedMediaType"],
  [429, "RateLimited"]
])

/**
 * An error of an app's that is a client's fault: a `GatewayError`, or one with a status from 400 to 499, spelled `status` or
 * `statusCode`. Undefined where it is not, or where it must not be shown.
 */
export const appRefusal = (error: unknown): GatewayError | undefined => {
  if (error instanceof GatewayError) return error
  if (!(error instanceof Error)) return undefined
  const status = "status" in error ? error.status : "statusCode" in error ? error.statusCode : undefined
  if (typeof status !== "number" || status < 400 || status > 499) return undefined
  if ("expose" in error && error.expose === false) return undefined
  return new GatewayError(reasons.get(status) ?? "InvalidRequest", error.message, { status })
}
