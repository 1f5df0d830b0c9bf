import type { Model, Models } from "../capabilities/models.ts"
import type { Principal } from "../credentials/principal.ts"
import { GatewayError } from "../core/errors/error.ts"

/** The model that an id means, where there is one that this caller may use. */
export const findModel = <M extends Model>(models: Models<M>, principal: Principal, id: string): M | undefined => {
  const model = models.find(id)
  return model !== undefined && maySend(principal, model.target.model) ? model : undefined
}

/**
 * Whether a caller may use a model, by the id that is sent. An id with a segment `.` or `..` is nobody's: in the path of
 * an upstream it would lead to another model than the one whose permission was asked. What stands between commas is
 * asked one by one: some APIs read a list there, and try the next where the first fails.
 */
export const maySend = ({ may }: Principal, sent: string): boolean => {
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
