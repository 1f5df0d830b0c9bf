import * as Effect from "effect/Effect"
import type { ImageModels, ImageModel } from "../../capabilities/models.ts"
import { chatCap, type Endpoint } from "../../endpoints/endpoint.ts"
import { type WireNames, wireNames } from "../../core/format.ts"
import {
  describedAnswers,
  auth,
  productPaths,
  labEndpoint,
  enveloped,
  placed,
  labRules,
  type EndpointBody
} from "../endpoint.ts"
import {
  type ImageTask,
  schemaOf,
  readImageRequest,
  type LabImageRequest,
  type ImageParameter,
  isDemanded
} from "./request.ts"
import { type JsonTemplate, JsonText, type JsonObjectBuilder, putAt } from "../../core/json/json.ts"
import { imagesExchange } from "../../exchange/images/images.ts"
import { type ImageAsk, writeImageCalls } from "../../exchange/images/calls.ts"
import type { Steps } from "../../exchange/offload.ts"
import { invalidRequest, refusedRequest } from "../../exchange/answer.ts"
import { readSteps } from "../../exchange/body.ts"
import type { UnaryInput } from "../../exchange/unary.ts"
import { Invalid, fail, succeed } from "../../core/errors/invalid.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { imageTypeOf } from "../../media/kinds.ts"
import { dataUrl } from "../../core/bytes.ts"
import type { ImageResponse, MadeImage } from "../../core/image.ts"

/** What is asked of an image model. */
interface LabImageAsk extends ImageAsk {
  readonly request: LabImageRequest
}

/** The path of a call for images: as the images endpoint has it, with all places in the lab's own names. */
const labImages = (endpoint: string, task: ImageTask) =>
  imagesExchange({
    endpoint,
    format: "lab",
    read: (given: UnaryInput) => readAsk(given, task),
    write: ({ request, edits }: LabImageAsk, model, media) => {
      const { body, places, notes } = imageBodyFor(request, model)
      return placed(writeImageCalls({ body, edits }, model, media), places, notes)
    },
    answer: imagesIn,
    headers: () => ({})
  })

function* readAsk({ body: bytes }: UnaryInput, task: ImageTask): Steps<LabImageAsk> {
  const body = yield* readSteps(bytes)
  if (!body.ok) return body
  yield
  const request = readImageRequest(body.value, task)
  if (!request.ok)
    return fail(request.error instanceof Invalid ? invalidRequest(request.error) : refusedRequest(request.error))
  const { values, notes } = request.value
  return succeed({ model: values.model, notes, body: body.value, request: request.value, edits: task.edits })
}

/** The parameters that models may have, what the images endpoint calls each, and the member that it says it in, if any. */
const targets: readonly (readonly [name: ImageParameter, theirs: string, member?: string])[] = [
  ["prompt", "prompt"],
  ["n", "n"],
  ["size", "size"],
  ["temperature", "temperature"],
  ["watermark", "watermark"],
  ["image", "image"],
  ["optimizePrompt", "optimize_prompt_options", "mode"],
  ["quality", "quality"],
  ["responseFormat", "response_format"],
  ["sequentialImageGeneration", "sequential_image_generation"],
  ["sequentialImageGenerationOptions", "sequential_image_generation_options", "max_images"]
]

/** Says to a model what was asked. What it does not have is left out, with a note. */
const imageBodyFor = ({ values, places }: LabImageRequest, model: Pick<ImageModel, "places">): EndpointBody => {
  const out: JsonObjectBuilder = { model: values.model }
  const own = new Map<JsonPointer, JsonPointer>([["/model", placeOf(places, "model")]])
  const notes: TranslationNote[] = []
  for (const [name, theirs, member] of targets) {
    const value = values[name]
    if (value === undefined) continue
    const at = model.places.get(theirs)
    if (at === undefined) notes.push(labRules.note(isIdle(name, value) ? "demanded" : "lacking", placeOf(places, name)))
    else {
      putAt(out, at, member === undefined ? value : { [member]: value })
      own.set(member === undefined ? at : childPointer(at, member), placeOf(places, name))
    }
  }
  return { body: JsonText.tree(out), places: own, notes }
}

/** Whether leaving a value out changes nothing that its client could have left unsaid. A watermark is a wish. */
const isIdle = (name: ImageParameter, value: unknown): boolean => isDemanded(name) && value !== true

const placeOf = (places: LabImageRequest["places"], name: ImageParameter): JsonPointer =>
  places.get(childPointer("", name)) ?? ""

/** Images in the envelope, each as a URL; of one that failed, why. */
const imagesIn = ({ images }: ImageResponse): JsonTemplate =>
  enveloped({
    images: images.map((image) =>
      "error" in image
        ? { url: "", error: { code: image.error.status, msg: image.error.message } }
        : { url: urlOf(image) }
    )
  })

/** A link, or a `data:` URL where there are bytes. */
const urlOf = ({ url, base64, mime }: MadeImage): string =>
  base64 === undefined ? (url ?? "") : dataUrl(mime ?? mimeIn(base64), base64)

/** What the first bytes say. */
const mimeIn = (base64: string): string => imageTypeOf(base64, "image/png") ?? "image/png"

/** `POST …/batchImageGenerationSubmit`: images of a text, or of an image and a text. */
export const batchImages = (names: Pick<WireNames, "product"> = wireNames): Endpoint<ImageModels> => ({
  ...productPaths(names, (product) => `/prod-api/${product}/v4/api/batchImageGenerationSubmit`),
  ...endpointFor("lab-images", { edits: false }),
  summary: "Images of a text, by any image model."
})

/** `POST …/smartWatermarkRemovalSubmit`: an image without its watermarks. */
export const watermarkRemoval = (names: Pick<WireNames, "product"> = wireNames): Endpoint<ImageModels> => ({
  ...productPaths(names, (product) => `/prod-api/${product}/v4/api/smartWatermarkRemovalSubmit`),
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
