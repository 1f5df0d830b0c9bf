import { GatewayError, type Invalid, placeOfIssue } from "../core/errors/error.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import { type TranslationNote, refusalOf, type Refused } from "../core/notes/note.ts"

/** A 400 that names a member of the client's body; `code`: the short one of the client's format, where it has one. */
export const badRequest = (pointer: JsonPointer, message: string, code?: string | null): GatewayError =>
  new GatewayError("InvalidRequest", message, { pointer, ...(code !== undefined && { code }) })

/** A body that breaks its own format's rules, as an error for its sender: the first issue, and how many more there are. */
export const invalidRequest = ({ issues: [first, ...more] }: Invalid): GatewayError =>
  badRequest(placeOfIssue(first), more.length === 0 ? first.message : `${first.message} (and ${more.length} more)`)

/** What a format cannot say, as an error for the client: the first reason. */
export const refusedRequest = ({ notes: [first] }: Refused): GatewayError => badRequest(first.path, first.detail)

/**
 * The 400 for a request that a family refuses, under a strict policy for one whose cost or meaning would change on the
 * way too; undefined where nothing speaks against it.
 */
export const strictViolation = (notes: readonly TranslationNote[], strict: boolean): GatewayError | undefined => {
  const found =
    notes.find(({ kind }) => kind === "refused") ??
    (strict ? notes.find(({ kind, severity }) => severity !== "cosmetic" && kind !== "synthesised") : undefined)
  return found === undefined ? undefined : badRequest(found.path, refusalOf(found))
}

/** The same error, where the client wrote what it is about. */
export const placedError = (error: GatewayError, place: (at: JsonPointer) => JsonPointer): GatewayError => {
  const { pointer } = error.details
  return pointer === undefined ? error : error.with({ pointer: place(pointer) })
}

/** The same error without a place: one in a body that the client did not write. */
export const unplacedError = ({ reason, message, details }: GatewayError): GatewayError => {
  const { pointer: _, ...others } = details
  return new GatewayError(reason, message, others)
}
