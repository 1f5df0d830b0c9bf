import { readTable } from "../../families/parameters/table.ts"
import { Invalid, fail, type Result } from "../../core/errors/invalid.ts"
import type { JsonText } from "../../core/json/json.ts"
import type { Refused, Translated } from "../../core/notes/note.ts"
import { newReading } from "../reading.ts"
import { parameters, type Read, required } from "./table.ts"

/** A body that was read: what it says. */
export interface Said {
  readonly values: Read & { readonly [Name in (typeof required)[number]]: string }
}

/** Reads a body of a submit. */
export const readSaid = ({ object }: JsonText): Result<Translated<Said>, Invalid | Refused> => {
  if (object === undefined) return fail(Invalid.at("", "The body must be an object."))
  const reading = newReading()
  const values = readTable(parameters, object, "", reading)
  for (const name of required) if (!Object.hasOwn(object, name)) reading.absent("", name)
  if (values.model === "") reading.issue("/model", "It must be the id of a model.")
  const { model = "", prompt = "", duration = "", aspect_ratio = "" } = values
  return reading.settled({ values: { ...values, model, prompt, duration, aspect_ratio } })
}
