import type { GatewayError } from "../../core/errors/error.ts"
import { decodeFailure, failureIn, wireError } from "../../core/errors/failure.ts"
import type { WireError } from "../../core/format.ts"
import type { JsonObject, JsonTemplate } from "../../core/json/json.ts"
import { dottedPath } from "../../core/json/pointer.ts"
import { openaiErrorMembers, openaiErrorWording, openaiErrorWords } from "../openai/error.ts"
import { id } from "./wire.ts"

/** What vendors that speak this format say, and a model that DashScope's key may not use. */
const wording = openaiErrorWording(
  id,
  openaiErrorWords,
  [
    ["data_inspection_failed", "ContentBlocked"],
    ["DataInspectionFailed", "ContentBlocked"]
  ],
  ["Model.AccessDenied"]
)

/** The error that an upstream answered with. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(wording, status, headers, body)

/** The error that came inside a success: the object that says it, or what holds that object. */
export const readError = (error: JsonObject): GatewayError => failureIn(wording, error)

/** An error in this format's body: all four members, the pointer as `param`. */
export const encodeError = (error: GatewayError): WireError => wireError(error, errorBody(error))

/** The body of an error, whole answers and stream frames alike. */
export const errorBody = (error: GatewayError): JsonTemplate => ({
  error: openaiErrorMembers(id, openaiErrorWords, error, dottedPath)
})
