import * as Effect from "effect/Effect"
import { type ImageModel, ImageModels } from "../../capabilities/image-models.ts"
import { prepare } from "../../exchange/images/images.ts"
import { invalid, refused } from "../../exchange/open.ts"
import { readBody } from "../../exchange/read-body.ts"
import { type Prepared, type Wanted, whole } from "../../exchange/whole.ts"
import type { GatewayError } from "../../words/error.ts"
import { Invalid } from "../../words/invalid.ts"
import type { Note } from "../../words/note.ts"
import { fail, type Result, succeed } from "../../words/result.ts"
import { imagesIn } from "./answers.ts"
import { bodyFor } from "./body.ts"
import type { Placing } from "./placing.ts"
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
  return succeed({ model: values.model, notes, said: said.value, edits: task.edits })
}

/** The path of a call for images: as the images endpoint has it, with all places in the lab's own names. */
export const images = (endpoint: string) =>
  whole<LabAsk, ImageModel, ImageModels, never>({ endpoint, format: "lab", models: ImageModels, prepare: prepared })

const prepared = ({ model: id, said, edits }: LabAsk, model: ImageModel): Result<Prepared, GatewayError> => {
  const { body, place, notes } = bodyFor(said, model)
  const ready = prepare({ model: id, notes: [], body, edits, headers: {}, write: imagesIn }, model)
  if (!ready.ok) return fail(errorAt(place)(ready.error))
  const { run } = ready.value
  return succeed({
    notes: [...notes, ...ready.value.notes.map(noteAt(place))],
    run: Effect.mapBoth(run, {
      onFailure: errorAt(place),
      onSuccess: (made) => ({ ...made, notes: made.notes.map(noteAt(place)) })
    })
  })
}

const noteAt =
  (place: Placing) =>
  (note: Note): Note => ({ ...note, path: place(note.path) })

const errorAt =
  (place: Placing) =>
  (error: GatewayError): GatewayError => {
    const { pointer } = error.details
    return pointer === undefined ? error : error.with({ pointer: place(pointer) })
  }
