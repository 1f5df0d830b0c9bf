import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ChatModels } from "../capabilities/models.ts"
import { type Counted, TokenCounts } from "../capabilities/token-counts.ts"
import { successAnswer, type Answer, badRequest, invalidRequest, placedError } from "../exchange/answer.ts"
import { issuerOf } from "../exchange/call-model.ts"
import type { KeptHistory } from "../exchange/history.ts"
import { type Job, perform, type Steps } from "../exchange/offload.ts"
import { findModel, missingModel, namedBy, othersIn, calledModel, forbidden } from "../exchange/permission.ts"
import { Policies } from "../exchange/policies.ts"
import { askedIn, readSteps } from "../exchange/read-body.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import type { ChatFormat, WireNames } from "../core/format.ts"
import { type NamedHistory, type RecalledHistory, recalledSize } from "../core/history.ts"
import { type JsonText, type JsonTemplate, stringifyJson } from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import type { NamedModel, ModelNaming } from "../core/naming/naming.ts"
import { noteRules } from "../core/notes/note.ts"
import type { Endpoint, Head, Incoming } from "./endpoint.ts"

/** Why a count is not a tokenizer's. */
const estimate = noteRules("count-tokens", {
  approximated: { cost: { estimate: "The vendor's tokenizer did not count all of it; this is an estimate." } }
})

/** What sets one counting endpoint apart from another. */
interface CountingEndpoint {
  readonly format: ChatFormat
  readonly naming: ModelNaming
  /** The request of a chat that a body asks to be counted, and where it stands in that body. */
  readonly prompt: (body: JsonText) => { readonly body: JsonText; readonly at: JsonPointer }
  /** The model that the path names, where bodies do not. */
  readonly model?: (head: Head) => string
  readonly answer: (tokens: number) => JsonTemplate
  /** How requests go on from answers that were kept: what they go on from is counted with them. */
  readonly history?: KeptHistory
}

/** What a count is made of. */
interface CountInput {
  readonly body: Uint8Array
  /** The model that the path names. */
  readonly model: string | undefined
  readonly names: WireNames
  readonly recalled?: RecalledHistory
}

/** What a body goes on from, to be recalled before anything is counted. The body comes back with it: it may have crossed. */
interface ContinuedCount {
  readonly body: Uint8Array
  readonly model: string
  readonly names: NamedHistory
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
  const { history } = counted
  const count = countingJob(counted)
  const handle = Effect.fnUntraced(function* ({
    head,
    principal,
    body
  }: Incoming): Effect.fn.Return<Answer, GatewayError, ChatModels | TokenCounts> {
    const counts = yield* TokenCounts
    yield* counts.admit(principal.name)
    const { names } = yield* Policies
    const services = yield* Effect.context<ChatModels | TokenCounts>()
    const given: CountInput = { body, model: counted.model?.(head), names }
    const more = counts.startsSlowly ? Infinity : 0
    let made = yield* perform(count, given, body.length + more, services)
    const model = findModel(yield* ChatModels, principal, made.model)
    if (model === undefined) return yield* Effect.fail(missingModel(services, principal, made.model))
    if ("names" in made && history !== undefined) {
      const store = history.storeIn(services)
      const recalled = yield* history.recall(store, history.format, principal.name, made.names, issuerOf(model))
      const whole = { ...given, body: made.body, recalled }
      made = yield* perform(count, whole, recalledSize(recalled) + made.body.length + more, services)
    }
    if ("names" in made) return yield* Effect.die("A count goes on once.")
    const denied = forbidden(principal, [calledModel(model), ...made.others])
    if (denied !== undefined) return yield* Effect.fail(denied)
    const estimated = made.estimated || !counts.tokenizes(model.target.vendor)
    const notes = estimated ? [estimate.note("estimate", "")] : []
    return successAnswer(stringifyJson(counted.answer(made.tokens)), { notes })
  })
  return { handle, jobs: [count] }
}

/** The reading and the count; who may use the model is not known here. */
const countingJob = (counted: CountingEndpoint): Job<CountInput, CountResult | ContinuedCount, TokenCounts> => ({
  name: `${counted.format.id}/count`,
  *run(input, services) {
    const read = yield* readSteps(input.body)
    if (!read.ok) return read
    const history = counted.history?.format
    const model = input.model ?? askedIn(read.value).model
    const refused = history?.refused(read.value)
    if (refused !== undefined) return fail(badRequest(refused.pointer, refused.message))
    const named = history?.named(read.value)
    if (named !== undefined && input.recalled === undefined) return succeed({ body: input.body, model, names: named })
    const continued = named && input.recalled && history?.recall(read.value, input.recalled)
    const made = yield* countSteps(counted, continued?.body ?? read.value, { ...input, model }, services)
    return made.ok || continued === undefined ? made : fail(placedError(made.error, continued.place))
  }
})

function* countSteps(
  { format, naming, prompt }: CountingEndpoint,
  body: JsonText,
  { model, names }: { readonly model: string; readonly names: WireNames },
  services: Context.Context<TokenCounts>
): Steps<CountResult> {
  const asked = prompt(body)
  yield
  const decoded = format.decodeRequest({ model, stream: false, headers: {}, body: asked.body, names })
  if (!decoded.ok) return fail(invalidRequest(decoded.error.below(asked.at)))
  const named = namesIn(naming, body, asked)
  if (!named.ok) return named
  yield
  const counted = Context.get(services, TokenCounts).count(decoded.value.value.request)
  return succeed({ ...counted, model, others: othersIn(named.value, model) })
}

/** What a body names, and the request inside it. */
const namesIn = (
  naming: ModelNaming,
  body: JsonText,
  { body: inner, at: place }: ReturnType<CountingEndpoint["prompt"]>
): Result<readonly NamedModel[], GatewayError> => {
  const outer = namedBy(naming, body)
  if (!outer.ok || place === "") return outer
  const inside = namedBy(naming, inner)
  if (!inside.ok) return fail(placedError(inside.error, (at) => place + at))
  return succeed([...outer.value, ...inside.value.map((it) => ({ ...it, at: place + it.at }))])
}
