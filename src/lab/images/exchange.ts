import { imagesExchange } from "../../exchange/images/images.ts"
import { type ImageAsk, writeImageCalls } from "../../exchange/images/calls.ts"
import type { Steps } from "../../exchange/offload.ts"
import { invalidRequest, refusedRequest } from "../../exchange/client-errors.ts"
import { readSteps } from "../../exchange/read-body.ts"
import type { UnaryInput } from "../../exchange/unary-jobs.ts"
import { Invalid, fail, succeed } from "../../core/errors/invalid.ts"
import { placed } from "../placing.ts"
import { imagesIn } from "./answers.ts"
import { bodyFor } from "./body.ts"
import { readSaid, type Said, type Task } from "./read.ts"

/** What is asked of an image model. */
interface LabAsk extends ImageAsk {
  readonly said: Said
}

/** The path of a call for images: as the images endpoint has it, with all places in the lab's own names. */
export const images = (endpoint: string, task: Task) =>
  imagesExchange({
    endpoint,
    format: "lab",
    read: (given: UnaryInput) => readAsk(given, task),
    write: ({ said, edits }: LabAsk, model, media) => {
      const { body, places, notes } = bodyFor(said, model)
      return placed(writeImageCalls({ body, edits }, model, media), places, notes)
    },
    answer: imagesIn,
    headers: () => ({})
  })

function* readAsk({ body: bytes }: UnaryInput, task: Task): Steps<LabAsk> {
  const body = yield* readSteps(bytes)
  if (!body.ok) return body
  yield
  const said = readSaid(body.value, task)
  if (!said.ok) return fail(said.error instanceof Invalid ? invalidRequest(said.error) : refusedRequest(said.error))
  const { values, notes } = said.value
  return succeed({ model: values.model, notes, body: body.value, said: said.value, edits: task.edits })
}
