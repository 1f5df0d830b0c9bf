import { type ImageModel, ImageModels } from "../../capabilities/image-models.ts"
import { prepare } from "../../exchange/images/images.ts"
import { invalid, refused } from "../../exchange/open.ts"
import { readBody } from "../../exchange/read-body.ts"
import { type Prepared, type Wanted, whole } from "../../exchange/whole.ts"
import type { GatewayError } from "../../words/errors/error.ts"
import { Invalid } from "../../words/errors/invalid.ts"
import { fail, type Result, succeed } from "../../words/errors/result.ts"
import { placed } from "../placing.ts"
import { imagesIn } from "./answers.ts"
import { bodyFor } from "./body.ts"
import { readSaid, type Said, type Task } from "./read.ts"

/** What is asked of an image model. */
export interface LabAsk extends Wanted {
  readonly said: Said
  readonly edits: boolean
}

/** Reads the bytes of a body. */
export const readAsk = (bytes: Uint8Array, task: Task): Result<LabAsk, GatewayError> => {
  const body = readBody(bytes)
  if (!body.ok) return body
  const said = readSaid(body.value, task)
  if (!said.ok) return fail(said.error instanceof Invalid ? invalid(said.error) : refused(said.error))
  const { values, notes } = said.value
  return succeed({ model: values.model, notes, body: body.value, said: said.value, edits: task.edits })
}

/** The path of a call for images: as the images endpoint has it, with all places in the lab's own names. */
export const images = (endpoint: string) =>
  whole<LabAsk, ImageModel, ImageModels, never>({ endpoint, format: "lab", models: ImageModels, prepare: prepared })

const prepared = ({ model: id, said, edits }: LabAsk, model: ImageModel): Result<Prepared, GatewayError> => {
  const { body, place, notes } = bodyFor(said, model)
  return placed(prepare({ model: id, notes: [], body, edits, headers: {}, write: imagesIn }, model), place, notes)
}
