import type { AuthPolicy } from "../credentials/credentials.ts"
import { type Answer, placedError } from "../exchange/answer.ts"
import type { Endpoint, EndpointDocs } from "../endpoints/endpoint.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { fail, succeed } from "../core/errors/invalid.ts"
import { placedMessage, wireError } from "../core/errors/failure.ts"
import type { WireError, WireNames } from "../core/format.ts"
import { type JsonTemplate, stringifyJson, type JsonText } from "../core/json/json.ts"
import { noteRules, type TranslationNote } from "../core/notes/note.ts"
import { ParameterReader, sharedRules } from "../families/parameters/reader.ts"
import { notesAt, type PointerMap, pointerMap } from "../exchange/note-pointers.ts"
import type { Steps } from "../exchange/offload.ts"
import type { WrittenCalls } from "../exchange/unary.ts"
import type { JsonPointer } from "../core/json/pointer.ts"

/** What every answer of the lab stands in. */
export const enveloped = (data: JsonTemplate): JsonTemplate => ({ code: 200, msg: "success", data })

/** An answer in the envelope. */
export const envelopedAnswer = (data: JsonTemplate, headers: Answer["headers"] = {}): Answer => ({
  status: 200,
  headers: { "content-type": "application/json", ...headers },
  body: stringifyJson(enveloped(data))
})

/** An error in the envelope: the HTTP status is its `code`. The pointer stands before the message. */
export const encodeLabError = (error: GatewayError): WireError =>
  wireError(error, { code: error.status, msg: placedMessage(error), data: null })

/** Schemas of the envelope with some data in it, and of an error in it. */
export const describedAnswers = (data: JsonTemplate): Pick<EndpointDocs, "answer" | "failure"> => ({
  answer: inEnvelope({ const: 200 }, { const: "success" }, data),
  failure: inEnvelope({ type: "integer", description: "The HTTP status." }, { type: "string" }, { type: "null" })
})

const inEnvelope = (code: JsonTemplate, msg: JsonTemplate, data: JsonTemplate): JsonTemplate => ({
  type: "object",
  required: ["code", "msg", "data"],
  properties: { code, msg, data }
})

/** What all endpoints of the lab have in common. */
export const labEndpoint = { error: encodeLabError, owns: "/prod-api/" } as const satisfies Partial<Endpoint>

/** A key or a login token. */
export const auth: AuthPolicy = ["login"]

/** The paths of an endpoint under each of the product's words that a deployment has, the first of them its own. */
export const productPaths = (
  { product: [first = "", ...others] }: Pick<WireNames, "product">,
  path: (product: string) => `/${string}`
): Pick<Endpoint, "path" | "also"> => ({ path: path(first), also: others.map(path) })

/** Why what a client of the lab said does not reach a model as it is. */
export const labRules = noteRules("lab", {
  dropped: {
    meaning: {
      ...sharedRules.dropped,
      unknown: "`{member}` is not known to the lab's API and was not sent.",
      unused: "`{member}` is supported by no model and was not sent."
    },
    cosmetic: {
      ...sharedRules.idle,
      demanded: "`{member}`, which every request must have, is not supported by the model and was not sent."
    }
  },
  approximated: { cosmetic: { ...sharedRules.approximated, figure: "A text was read from the number in `{member}`." } },
  synthesised: { cosmetic: { instruction: "The request has no prompt; the model was asked to remove watermarks." } },
  refused: { meaning: sharedRules.refused }
})

/** The key of such a rule. */
type RuleKey = keyof typeof labRules.table

/** A body of the lab while it is read. No setting is read yet: that is for the model's family to do. */
export type LabReading = ParameterReader<{ readonly nothing?: never }, RuleKey>

/** What has not been read yet. */
export const newReading = (): LabReading =>
  new ParameterReader({ rules: labRules, catalogue: new Map(), kind: undefined }, {})

/** Where a body that was made of the client's has its members in theirs. */
type Places = ReadonlyMap<JsonPointer, JsonPointer>

/** A body of one of the gateway's own endpoints that says the same to a model, and where each place of it is in the client's. */
export interface EndpointBody {
  readonly body: JsonText
  readonly places: Places
  readonly notes: readonly TranslationNote[]
}

/** What is written of such a body, or why nothing is, with all places where the client wrote them. */
export function* placed<Call, State>(
  written: Steps<WrittenCalls<Call, State>>,
  places: Places,
  more: readonly TranslationNote[]
): Steps<WrittenCalls<Call, State>> {
  const place: PointerMap = pointerMap(places)
  const made = yield* written
  if (!made.ok) return fail(placedError(made.error, place))
  const { notes, named, ...rest } = made.value
  return succeed({
    ...rest,
    notes: [...more, ...notesAt(place, notes)],
    named: named.map((it) => ({ ...it, at: place(it.at) })),
    places
  })
}
