import { invalidRequest } from "../exchange/client-errors.ts"
import type { Steps } from "../exchange/offload.ts"
import { readSteps } from "../exchange/read-body.ts"
import type { UnaryInput } from "../exchange/unary-jobs.ts"
import { type Invalid, fail, type Result, succeed } from "../core/errors/invalid.ts"
import type { JsonText } from "../core/json/json.ts"
import type { TranslationNote, Translated } from "../core/notes/note.ts"

/** What a request of an endpoint says, with the body that says it. */
export interface Read<R> {
  readonly model: string
  readonly notes: readonly TranslationNote[]
  readonly request: R
  readonly body: JsonText
}

/** How an endpoint reads a body that names its model, given how its format decodes one. */
export const reading = <R extends { readonly model: string }>(
  decode: (body: JsonText) => Result<Translated<R>, Invalid>
) =>
  function* read({ body: bytes }: UnaryInput): Steps<Read<R>> {
    const body = yield* readSteps(bytes)
    if (!body.ok) return body
    yield
    const decoded = decode(body.value)
    if (!decoded.ok) return fail(invalidRequest(decoded.error))
    const { value: request, notes } = decoded.value
    return succeed({ model: request.model, notes, request, body: body.value })
  }
