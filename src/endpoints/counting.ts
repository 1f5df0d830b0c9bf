import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ChatModels } from "../capabilities/models.ts"
import { type Counted, TokenCounts } from "../capabilities/token-counts.ts"
import { successAnswer, type Answer } from "../exchange/answer.ts"
import { invalidRequest } from "../exchange/client-errors.ts"
import { type Job, perform } from "../exchange/offload.ts"
import { findModel, missingModel, namedBy, othersIn, calledModel, forbidden } from "../exchange/permission.ts"
import { Policies } from "../exchange/policies.ts"
import { askedIn, readSteps } from "../exchange/read-body.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import type { ChatFormat, WireNames } from "../core/format.ts"
import { type JsonText, type JsonTemplate, stringifyJson } from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import type { NamedModel, ModelNaming } from "../core/naming/naming.ts"
import { noteRules } from "../core/notes/note.ts"
import type { Endpoint, Head, Incoming } from "./endpoint.ts"

/** Why a count is not a tokenizer's. */
const estimate = noteRules("count-tokens", {
  approximated: { cost: { estimate: "No tokenizer of the model's vendor counted all of it; this is an estimate." } }
})

/** What sets one counting endpoint apart from another. */
export interface CountingEndpoint {
  readonly format: ChatFormat
  readonly naming: ModelNaming
  /** The request of a chat that a body asks to be counted, and where it stands in that body. */
  readonly prompt: (body: JsonText) => { readonly body: JsonText; readonly at: JsonPointer }
  /** The model that the path names, where bodies do not. */
  readonly model?: (head: Head) => string
  readonly answer: (tokens: number) => JsonTemplate
}

/** What a count is made of. */
interface CountInput {
  readonly body: Uint8Array
  /** The model that the path names. */
  readonly model: string | undefined
  readonly names: WireNames
}

/** A count, and which models its body names, the first of them its own. */
interface CountResult extends Counted {
  readonly model: string
  readonly others: readonly NamedModel[]
}

/** Counts the input tokens of a request here. No upstream is called. */
export const countingEndpoint = (
  counted: CountingEndpoint
): Required<Pick<Endpoint<ChatModels | TokenCounts>, "handle" | "jobs">> => {
  const count = countingJob(counted)
  const handle = Effect.fnUntraced(function* ({
    head,
    principal,
    body
  }: Incoming): Effect.fn.Return<Answer, GatewayError, ChatModels | TokenCounts> {
    const counts = yield* TokenCounts
    yield* counts.admit(principal.name)
    const { names } = yield* Policies
    const given = { body, model: counted.model?.(head), names }
    const made = yield* perform(count, given, body.length, yield* Effect.context<TokenCounts>())
    const model = findModel(yield* ChatModels, principal, made.model)
    if (model === undefined) return yield* Effect.fail(missingModel(yield* Effect.context(), principal, made.model))
    const denied = forbidden(principal, [calledModel(model), ...made.others])
    if (denied !== undefined) return yield* Effect.fail(denied)
    const estimated = made.estimated || !counts.tokenizes(model.target.vendor)
    return answered({ tokens: made.tokens, estimated }, counted.answer)
  })
  return { handle, jobs: [count] }
}

/** The reading and the count; who may use the model is not known here. */
const countingJob = ({ format, naming, prompt }: CountingEndpoint): Job<CountInput, CountResult, TokenCounts> => ({
  name: `${format.id}/count`,
  *run({ body: bytes, model: path, names }, services) {
    const body = yield* readSteps(bytes)
    if (!body.ok) return body
    const model = path ?? askedIn(body.value).model
    const asked = prompt(body.value)
    yield
    const decoded = format.decodeRequest({ model, stream: false, headers: {}, body: asked.body, names })
    if (!decoded.ok) return fail(invalidRequest(decoded.error.below(asked.at)))
    const named = namesIn(naming, body.value, asked)
    if (!named.ok) return named
    yield
    const counted = Context.get(services, TokenCounts).count(decoded.value.value.request)
    return succeed({ ...counted, model, others: othersIn(named.value, model) })
  }
})

/** What a body names, and the request inside it. */
const namesIn = (
  naming: ModelNaming,
  body: JsonText,
  { body: inner, at: place }: ReturnType<CountingEndpoint["prompt"]>
): Result<readonly NamedModel[], GatewayError> => {
  const outer = namedBy(naming, body)
  if (!outer.ok || place === "") return outer
  const inside = namedBy(naming, inner)
  if (!inside.ok) return fail(inside.error.placed((at) => place + at))
  return succeed([...outer.value, ...inside.value.map((it) => ({ ...it, at: place + it.at }))])
}

const answered = ({ tokens, estimated }: Counted, answer: CountingEndpoint["answer"]): Answer =>
  successAnswer(stringifyJson(answer(tokens)), { notes: estimated ? [estimate.note("estimate", "")] : [] })
