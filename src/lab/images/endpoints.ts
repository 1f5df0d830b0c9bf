import * as Effect from "effect/Effect"
import type { ImageModels } from "../../capabilities/models.ts"
import { chatCap, type Endpoint } from "../../endpoints/endpoint.ts"
import { type WireNames, wireNames } from "../../core/format.ts"
import { describedAnswers, auth, pathsOf, labEndpoint } from "../envelope.ts"
import { labImages } from "./exchange.ts"
import { type ImageTask, schemaOf } from "./request.ts"
import type { JsonTemplate } from "../../core/json/json.ts"

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

const endpointFor = (id: string, task: ImageTask) => {
  const { answer, jobs } = labImages(id, task)
  return {
    ...labEndpoint,
    id,
    method: "POST",
    auth,
    body: { kind: "json", cap: chatCap },
    described: { ...describedAnswers(answerSchema), request: schemaOf(task) },
    jobs,
    handle: ({ head: { requestId }, principal, body }) =>
      Effect.suspend(() => answer({ requestId, principal }, { body }))
  } as const satisfies Omit<Endpoint<ImageModels>, "path" | "summary">
}

/** What is in the envelope: each image, or why it failed. */
const answerSchema: JsonTemplate = {
  type: "object",
  required: ["images"],
  properties: {
    images: {
      type: "array",
      items: {
        type: "object",
        required: ["url"],
        properties: {
          url: { type: "string", description: "A link or a data: URL; empty where the image failed." },
          error: {
            type: "object",
            required: ["code", "msg"],
            properties: { code: { type: "integer" }, msg: { type: "string" } }
          }
        }
      }
    }
  }
}
