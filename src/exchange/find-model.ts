import type { Model, Models } from "../capabilities/models.ts"
import type { Principal } from "../credentials/principal.ts"
import { GatewayError } from "../words/error.ts"

/** The model that an id means, where there is one that this caller may use. */
export const findModel = <M extends Model>(models: Models<M>, principal: Principal, id: string): M | undefined => {
  const model = models.find(id)
  return model !== undefined && principal.may(model.target.model) ? model : undefined
}

/** The same for a model that nobody knows and for one that this caller may not use. */
export const unknownModel = (id: string): GatewayError =>
  new GatewayError("NotFound", `The model \`${id.slice(0, 200)}\` does not exist or you do not have access to it.`, {
    code: "model_not_found",
    pointer: "/model"
  })
