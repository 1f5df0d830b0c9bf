import { jsonTextFrom, type JsonText } from "../../core/json/json.ts"
import { missingMember, Invalid, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { type Catalogue, rulesOf } from "../catalogue.ts"

/** Which model is asked, and whose rules it follows. */
export interface AskedModel {
  readonly model: string
  /** Absent: its id is not listed. */
  readonly kind: string | undefined
}

/** A body, as JSON text or as the parsed value, and the model that it names. */
export const askedIn = (
  catalogue: Catalogue<string>,
  body: unknown
): Result<AskedModel & { readonly json: JsonText }, Invalid> => {
  const json = jsonTextFrom(body)
  if (!json.ok) return json
  const model = json.value.object?.["model"]
  if (typeof model !== "string" || model === "") return fail(new Invalid([missingMember("", "model")]))
  return succeed({ json: json.value, model, kind: rulesOf(catalogue, model) })
}
