import * as Effect from "effect/Effect"
import type { ImageModels } from "../../capabilities/models.ts"
import { chatCap, type Endpoint } from "../../endpoints/endpoint.ts"
import { type WireNames, wireNames } from "../../core/format.ts"
import { describedAnswers } from "../described.ts"
import { auth, pathsOf, shared } from "../route.ts"
import { made, request } from "./described.ts"
import { images } from "./exchange.ts"
import type { Task } from "./read.ts"

/** `POST …/batchImageGenerationSubmit`: images of a text, or of an image and a text. */
export const batchImages = (names: Pick<WireNames, "product"> = wireNames): Endpoint<ImageModels> => ({
  ...pathsOf(names, (product) => `/prod-api/${product}/v4/api/batchImageGenerationSubmit`),
  ...endpointFor("lab-images", { edits: false }),
  summary: "Images of a text, by any image model."
})

/** `POST …/smartWatermarkRemovalSubmit`: an image without its watermarks. */
export const watermarkRemoval = (names: Pick<WireNames, "product"> = wireNames): Endpoint<ImageModels> => ({
  ...pathsOf(names, (product) => `/prod-api/${product}/v4/api/smartWatermarkRemovalSubmit`),
  ...endpointFor("lab-watermark-removal", { edits: true, instruction }),
  summary: "An image without its watermarks, by any model that changes images."
})

/** What a model is told where the client tells it nothing. */
const instruction =
  "Remove all watermarks, logos and overlaid text from this image, and fill in what was behind them. Change nothing else."

const endpointFor = (id: string, task: Task) => {
  const { answer, jobs } = images(id, task)
  return {
    ...shared,
    id,
    method: "POST",
    auth,
    body: { kind: "json", cap: chatCap },
    described: { ...describedAnswers(made), request: request(task.edits) },
    jobs,
    handle: ({ head: { requestId }, principal, body }) =>
      Effect.suspend(() => answer({ requestId, principal }, { body }))
  } as const satisfies Omit<Endpoint<ImageModels>, "path" | "summary">
}
