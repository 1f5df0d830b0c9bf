import type { Model } from "../capabilities/models.ts"
import type { Principal } from "../credentials/principal.ts"
import { GatewayError } from "../core/errors/error.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import type { NamedModel } from "../core/naming/named.ts"
import { isChooser } from "../core/naming/gateways.ts"
import { maySend, unknownModel } from "./find-model.ts"

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
export const calledAs = ({ target: { model } }: Model): NamedModel => ({ at: "/model", id: model })

const unrouted = (at: JsonPointer): GatewayError =>
  new GatewayError(
    "PermissionDenied",
    `\`${at.slice(1)}\` lets the vendor choose the model, for which this key lacks the permission \`routing\`.`,
    { pointer: at }
  )
