import {
  type ErrorReason,
  type ErrorWording,
  failureIn,
  firstKeyByWord,
  type GatewayError,
  JsonText,
  objectOr,
  parseJson,
  type StreamFrame,
  wireError,
  type WireError
} from "../../src/format.ts"
import { id } from "./rules.ts"

/** The exception of each reason, as events name it; as a header it begins with a capital. */
const exceptions: Readonly<Record<ErrorReason, string>> = {
  InvalidRequest: "validationException",
  ContentBlocked: "validationException",
  PayloadTooLarge: "validationException",
  UnsupportedMediaType: "validationException",
  UnsupportedOperation: "validationException",
  MethodNotAllowed: "validationException",
  Unauthenticated: "accessDeniedException",
  PermissionDenied: "accessDeniedException",
  NotFound: "resourceNotFoundException",
  Gone: "resourceNotFoundException",
  Conflict: "conflictException",
  RateLimited: "throttlingException",
  QuotaExceeded: "serviceQuotaExceededException",
  UpstreamTimeout: "modelTimeoutException",
  UpstreamFailed: "modelStreamErrorException",
  Overloaded: "serviceUnavailableException",
  Internal: "internalServerException",
  Cancelled: "internalServerException"
}

const wording: ErrorWording = { format: id, reasons: firstKeyByWord(exceptions) }

const header = "x-amzn-errortype"

const camel = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1)

/** The error of an answer, whose kind stands in a header: `ThrottlingException:http://…`. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError => {
  const [name = ""] = (headers[header] ?? "").split(":")
  const document = parseJson(body)
  const message = objectOr(document.ok ? document.value : null)?.["message"] ?? null
  return failureIn(wording, { message, type: camel(name) }, status, headers)
}

export const encodeError = (error: GatewayError): WireError => {
  const name = exceptions[error.reason]
  const wire = wireError(error, { message: error.message })
  return { ...wire, headers: { ...wire.headers, [header]: name.slice(0, 1).toUpperCase() + name.slice(1) } }
}

/** The error that an event says; undefined where it is no exception. */
export const frameError = ({ event, data }: StreamFrame): GatewayError | undefined => {
  if (event?.endsWith("Exception") !== true) return undefined
  const message = JsonText.source(data).object?.["message"] ?? null
  return failureIn(wording, { message, type: event })
}

export const errorFrame = ({ reason, message }: GatewayError): StreamFrame => ({
  event: exceptions[reason],
  data: JSON.stringify({ message })
})
