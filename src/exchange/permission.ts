import * as Context from "effect/Context"
import * as Option from "effect/Option"
import { type Capability, ListedModels, longestId, type Model, type Models } from "../capabilities/models.ts"
import type { Principal } from "../credentials/credentials.ts"
import { GatewayError } from "../core/errors/error.ts"
import { fail, type Result } from "../core/errors/invalid.ts"
import type { JsonText } from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import { isChooser } from "../core/naming/gateways.ts"
import { type NamedModel, namedIn, type ModelNaming } from "../core/naming/naming.ts"
import { invalidRequest } from "./answer.ts"

/**
 * Why a caller may not send what names these models: one that is not theirs is told like one that nobody knows, and a
 * choice that would be the vendor's is a permission of its own. Undefined where nothing speaks against it.
 */
export const forbidden = (principal: Principal, named: readonly NamedModel[]): GatewayError | undefined => {
  for (const { at, id } of named) {
    if (id !== undefined && !maySend(principal, id)) return unknownModel(id).with({ pointer: at })
    if (principal.routing !== true && (id === undefined || isChooser(id))) return unrouted(at)
  }
  return undefined
}

/** The model that is called itself. */
export const calledModel = ({ target: { model } }: Model): NamedModel => ({ at: "/model", id: model })

const unrouted = (at: JsonPointer): GatewayError =>
  new GatewayError(
    "PermissionDenied",
    `\`${at.slice(1)}\` lets the vendor choose the model, and this key does not have the permission \`routing\`.`,
    { pointer: at }
  )

/** What a body, or parts of one, say of which model works, or why it cannot be told. */
export const namedBy = (
  rules: ModelNaming,
  ...parts: readonly JsonText[]
): Result<readonly NamedModel[], GatewayError> => {
  const named = namedIn(rules, ...parts.map(({ object }) => object ?? none))
  return named.ok ? named : fail(invalidRequest(named.error))
}

const none = {}

/** What else a body names than the model that is called: that one goes as its upstream knows it. */
export const othersIn = (named: readonly NamedModel[], called: string): readonly NamedModel[] =>
  named.filter(({ at, id }) => id !== called || !ownPlaces.has(at))

const ownPlaces: ReadonlySet<JsonPointer> = new Set(["/model", "/generateContentRequest/model"])

/** The model that an id means, where there is one that this caller may use. */
export const findModel = <M extends Model>(models: Models<M>, principal: Principal, id: string): M | undefined => {
  const model = models.find(id)
  return model !== undefined && maySend(principal, model.target.model) ? model : undefined
}

/**
 * Whether a caller may use a model, by the id that is sent. An id with a segment `.` or `..` is nobody's: in the path of
 * an upstream it would lead to another model than the one whose permission was asked. Nor is one that is too long anybody's.
 * What stands between commas is asked one by one: some APIs read a list there, and try the next where the first fails.
 */
export const maySend = ({ may }: Principal, sent: string): boolean => {
  if (sent.length > longestId) return false
  if (isOne.test(sent)) return may(sent)
  const ids = sent.includes(",") ? sent.split(",").map((id) => id.trim()) : [sent]
  return ids.every(may) && !sent.split("/").some((segment) => segment === "." || segment === "..")
}

/** Most ids: there is nothing in them to cut. */
const isOne = /^\w[^,/\s]*$/

/** The same for a model that nobody knows and for one that this caller may not use. */
export const unknownModel = (id: string): GatewayError =>
  new GatewayError("NotFound", `The model \`${id.slice(0, 200)}\` does not exist or you do not have access to it.`, {
    code: "model_not_found",
    pointer: "/model"
  })

/**
 * The error of a model that an endpoint does not serve: where it is one that this caller may use elsewhere, the message
 * says what it does and where it is called; all others are told alike.
 */
export const missingModel = (services: Context.Context<never>, principal: Principal, id: string): GatewayError => {
  const listed = Option.getOrUndefined(Context.getOption(services, ListedModels))?.find(id)
  const error = unknownModel(id)
  if (listed === undefined || !maySend(principal, listed.sent)) return error
  const uses = listed.serves.map((capability) => callPlaces[capability]).join(", and ")
  return new GatewayError(error.reason, `The model \`${id}\` is not served at this path. It ${uses}.`, error.details)
}

/** What models do and where they are asked for it, to be read after "It". */
const callPlaces: Readonly<Record<Capability, string>> = {
  chat: "answers chats at `POST /v1/chat/completions`",
  embeddings: "makes embeddings at `POST /v1/embeddings`",
  images: "makes images at `POST /v1/images/generations`",
  rerank: "ranks documents at `POST /v1/rerank`",
  videos: "makes videos at `POST /v1/video/generations`"
}

/** Who asks, and the id of their request. */
export interface RequestCaller {
  readonly requestId: string
  readonly principal: Principal
}
