import * as Effect from "effect/Effect"
import { ChatModels } from "../capabilities/chat-models.ts"
import { type Counted, TokenCounts } from "../capabilities/token-counts.ts"
import { findModel, unknownModel } from "../exchange/chat.ts"
import { notesHeader, printNotes } from "../exchange/notes-header.ts"
import { invalid } from "../exchange/open.ts"
import { Policies } from "../exchange/policies.ts"
import { readBody } from "../exchange/read-body.ts"
import type { GatewayError } from "../words/error.ts"
import type { Format } from "../words/format.ts"
import { type JsonText, type Tree, write } from "../words/json.ts"
import type { Passing } from "../words/passing.ts"
import { rules } from "../words/rules.ts"
import type { Answer, Head, Incoming } from "./endpoint.ts"

/** Why a count is not a tokenizer's. */
const estimate = rules("count-tokens", {
  approximated: { cost: { estimate: "No tokenizer counted all of it; this is an estimate." } }
})

/** What sets one counting endpoint apart from another. */
export interface Counting {
  readonly format: Format
  /** Its check is of the body of a count. */
  readonly passing: Passing
  /** The request of a chat that a body asks to be counted. */
  readonly prompt: (body: JsonText) => JsonText
  /** The model that the path names, where bodies do not. */
  readonly model?: (head: Head) => string
  readonly answer: (tokens: number) => Tree
}

/** Counts the input tokens of a request here. No upstream is called. */
export const counting = ({ format, passing, prompt, model, answer }: Counting) =>
  Effect.fnUntraced(function* ({
    head,
    principal,
    body: bytes
  }: Incoming): Effect.fn.Return<Answer, GatewayError, ChatModels | TokenCounts> {
    const path = model === undefined ? undefined : { model: model(head), stream: false }
    const body = readBody(passing, bytes, path)
    if (!body.ok) return yield* Effect.fail(body.error)
    const found = findModel(yield* ChatModels, principal, body.value.model)
    if (found === undefined) return yield* Effect.fail(unknownModel(body.value.model))
    const { names } = yield* Policies
    const call = { model: body.value.model, stream: false, headers: {}, body: prompt(body.value.whole), names }
    const decoded = format.decodeRequest(call)
    if (!decoded.ok) return yield* Effect.fail(invalid(decoded.error))
    const counts = yield* TokenCounts
    return answered(yield* counts.count(principal.name, decoded.value.value.request), answer)
  })

const answered = ({ tokens, estimated }: Counted, answer: Counting["answer"]): Answer => ({
  status: 200,
  headers: {
    "content-type": "application/json",
    ...(estimated ? { [notesHeader]: printNotes([estimate.note("estimate", "")]) } : {})
  },
  body: write(answer(tokens))
})
