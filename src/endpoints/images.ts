import * as Effect from "effect/Effect"
import type { ImageModels } from "../capabilities/models.ts"
import { badRequest } from "../exchange/client-errors.ts"
import { type ImageAsk, writeImageCalls } from "../exchange/images/calls.ts"
import { imagesExchange } from "../exchange/images/images.ts"
import type { Steps } from "../exchange/offload.ts"
import { envelopeOf, Policies } from "../exchange/policies.ts"
import type { UnaryInput } from "../exchange/unary-jobs.ts"
import { encodeError } from "../formats/chat-completions/error.ts"
import { fail, succeed } from "../core/errors/invalid.ts"
import { chatCap, type Endpoint } from "./endpoint.ts"
import { readEither } from "./form.ts"
import { enveloped, plain } from "./image-answers.ts"

/** What a request is read of, and how its client wants the answer. */
interface Asked extends UnaryInput {
  readonly contentType: string | undefined
  readonly shape: keyof typeof answers
  readonly headers: Readonly<Record<string, string>>
}

const answers = { vendor: plain, spec: enveloped } as const

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "))

const members = {
  literals: words(
    "guidance_scale max_images max_output_tokens n output_compression partial_images prompt_extend sample_count seed stream temperature top_p watermark"
  ),
  structures: words(
    "contents images input messages optimize_prompt_options parameters sequential_image_generation_options"
  ),
  pictures: words("image images")
}

function* read({ body: bytes, contentType }: Asked, edits: boolean): Steps<ImageAsk> {
  const body = yield* readEither(bytes, contentType, members)
  if (!body.ok) return body
  const model = body.value.object?.["model"]
  if (model === undefined) return fail(badRequest("/model", "`model` is required."))
  if (typeof model !== "string" || model === "") return fail(badRequest("/model", "`model` must be the id of a model."))
  return succeed({ model, notes: [], body: body.value, edits })
}

/** What differs between the endpoints: whether there must be an image to change, and whether it may be sent as a form. */
const endpointFor = (id: string, edits: boolean) => {
  const { answer, jobs } = imagesExchange({
    endpoint: id,
    format: "images",
    read: (given: Asked) => read(given, edits),
    write: writeImageCalls,
    answer: (response, { shape }) => answers[shape](response),
    headers: ({ headers }) => headers
  })
  return {
    id,
    method: "POST",
    auth: ["bearer"],
    error: encodeError,
    jobs,
    handle: ({ head, principal, body }) =>
      Effect.flatMap(Policies, ({ envelope }) => {
        const contentType = edits ? head.headers["content-type"] : undefined
        const given = { body, contentType, ...envelopeOf(head.headers, envelope) }
        return answer({ requestId: head.requestId, principal }, given)
      })
  } as const satisfies Partial<Endpoint<ImageModels>>
}

/** `POST /v1/images/generations`: images of a text, or of images and a text. */
export const images: Endpoint<ImageModels> = {
  ...endpointFor("images", false),
  path: "/v1/images/generations",
  body: { kind: "json", cap: chatCap },
  summary: "Images of a text, of images, or of both, by any image model."
}

/** `POST /v1/images/edits`, as OpenAI's SDKs call it with a form: the same, and there is an image to change. */
export const imageEdits: Endpoint<ImageModels> = {
  ...endpointFor("image-edits", true),
  path: "/v1/images/edits",
  body: { kind: "form", cap: chatCap },
  summary: "Images changed by any image model, from a form or from JSON."
}
