import * as Effect from "effect/Effect"
import { ChatModels } from "../capabilities/chat-models.ts"
import { type Counted, TokenCounts } from "../capabilities/token-counts.ts"
import { findModel, unknownModel } from "../exchange/find-model.ts"
import { notesHeader, printNotes } from "../exchange/notes-header.ts"
import { invalid, namedBy, othersIn } from "../exchange/open.ts"
import { calledAs, forbidden } from "../exchange/permission.ts"
import { Policies } from "../exchange/policies.ts"
import { askedIn, readBody } from "../exchange/read-body.ts"
import type { GatewayError } from "../words/errors/error.ts"
import type { Format } from "../words/format.ts"
import { type JsonText, type Tree, write } from "../words/json/json.ts"
import type { Pointer } from "../words/json/pointer.ts"
import type { Named } from "../words/naming/named.ts"
import type { Naming } from "../words/naming/naming.ts"
import { rules } from "../words/notes/rules.ts"
import { fail, type Result, succeed } from "../words/errors/result.ts"
import type { Answer, Head, Incoming } from "./endpoint.ts"

/** Why a count is not a tokenizer's. */
const estimate = rules("count-tokens", {
  approximated: { cost: { estimate: "No tokenizer counted all of it; this is an estimate." } }
})

/** What sets one counting endpoint apart from another. */
export interface Counting {
  readonly format: Format
  readonly naming: Naming
  /** The request of a chat that a body asks to be counted, and where it stands in that body. */
  readonly prompt: (body: JsonText) => { readonly body: JsonText; readonly at: Pointer }
  /** The model that the path names, where bodies do not. */
  readonly model?: (head: Head) => string
  readonly answer: (tokens: number) => Tree
}

/** Counts the input tokens of a request here. No upstream is called. */
export const counting = ({ format, naming, prompt, model, answer }: Counting) =>
  Effect.fnUntraced(function* ({
    head,
    principal,
    body: bytes
  }: Incoming): Effect.fn.Return<Answer, GatewayError, ChatModels | TokenCounts> {
    const body = readBody(bytes)
    if (!body.ok) return yield* Effect.fail(body.error)
    const id = model === undefined ? askedIn(body.value).model : model(head)
    const { names } = yield* Policies
    const asked = prompt(body.value)
    const decoded = format.decodeRequest({ model: id, stream: false, headers: {}, body: asked.body, names })
    if (!decoded.ok) return yield* Effect.fail(invalid(decoded.error.below(asked.at)))
    const named = namesIn(naming, body.value, asked)
    if (!named.ok) return yield* Effect.fail(named.error)
    const found = findModel(yield* ChatModels, principal, id)
    if (found === undefined) return yield* Effect.fail(unknownModel(id))
    const denied = forbidden(principal, [calledAs(found), ...othersIn(named.value, id)])
    if (denied !== undefined) return yield* Effect.fail(denied)
    const counts = yield* TokenCounts
    return answered(yield* counts.count(principal.name, decoded.value.value.request), answer)
  })

/** What a body names, and the request inside it. */
const namesIn = (
  naming: Naming,
  body: JsonText,
  { body: inner, at: place }: ReturnType<Counting["prompt"]>
): Result<readonly Named[], GatewayError> => {
  const outer = namedBy(naming, body)
  if (!outer.ok || place === "") return outer
  const inside = namedBy(naming, inner)
  if (!inside.ok) return fail(inside.error.placed((at) => place + at))
  return succeed([...outer.value, ...inside.value.map((it) => ({ ...it, at: place + it.at }))])
}

const answered = ({ tokens, estimated }: Counted, answer: Counting["answer"]): Answer => ({
  status: 200,
  headers: {
    "content-type": "application/json",
    ...(estimated ? { [notesHeader]: printNotes([estimate.note("estimate", "")]) } : {})
  },
  body: write(answer(tokens))
})
