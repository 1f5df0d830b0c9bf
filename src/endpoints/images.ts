import * as Effect from "effect/Effect"
import type { ImageModels } from "../capabilities/models.ts"
import { badRequest } from "../exchange/answer.ts"
import { type ImageAsk, writeImageCalls } from "../exchange/images/calls.ts"
import { imagesExchange } from "../exchange/images/images.ts"
import type { Steps } from "../exchange/offload.ts"
import { type AnswerEnvelope, envelopeOf, Policies } from "../exchange/policies.ts"
import type { UnaryInput } from "../exchange/unary.ts"
import { encodeError } from "../formats/chat-completions/wire.ts"
import { fail, succeed } from "../core/errors/invalid.ts"
import type { ImageResponse } from "../core/image.ts"
import type { JsonTemplate } from "../core/json/json.ts"
import { outputTokens, promptTokens, type TokenUsage } from "../core/tokens/usage.ts"
import { chatCap, type Endpoint } from "./endpoint.ts"
import { readEither } from "./form.ts"

/** What a request is read of, and how its client wants the answer. */
interface ImageInput extends UnaryInput {
  readonly contentType: string | undefined
  readonly shape: AnswerEnvelope["shape"]
  readonly headers: Readonly<Record<string, string>>
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "))

const formMembers = {
  literals: words(
    "guidance_scale max_images max_output_tokens n output_compression partial_images prompt_extend sample_count seed stream temperature top_p watermark"
  ),
  structures: words(
    "contents images input messages optimize_prompt_options parameters sequential_image_generation_options"
  ),
  pictures: words("image images")
}

function* read({ body: bytes, contentType }: ImageInput, edits: boolean): Steps<ImageAsk> {
  const body = yield* readEither(bytes, contentType, formMembers)
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
    read: (given: ImageInput) => read(given, edits),
    write: writeImageCalls,
    answer: (response, { shape }) => (shape === "vendor" ? vendorAnswer(response) : specAnswer(response)),
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

type DatedResponse = ImageResponse & { readonly created: number }

/** An answer in the envelope of the endpoint tables: what is not known of an image is an empty text. */
const specAnswer = ({ created, images }: DatedResponse): JsonTemplate => ({
  code: 200,
  msg: "success",
  data: { data: images.map((image) => ({ url: "", b64_json: "", revised_prompt: "", ...knownOf(image) })), created }
})

/** The same as OpenAI's API says it: what is not known is left out. */
const vendorAnswer = ({ created, images, chosen, usage }: DatedResponse): JsonTemplate => ({
  created,
  ...chosen,
  data: images.map(knownOf),
  usage: usage === undefined ? undefined : usageOut(usage)
})

/** What is known of an image; of one that failed, why, as an error body says it. */
const knownOf = (image: ImageResponse["images"][number]): { readonly [key: string]: JsonTemplate } => {
  if ("error" in image) return { error: encodeError(image.error).body.object?.["error"] }
  const { url, base64, revisedPrompt } = image
  return {
    ...(url === undefined ? {} : { url }),
    ...(base64 === undefined ? {} : { b64_json: base64 }),
    ...(revisedPrompt === undefined ? {} : { revised_prompt: revisedPrompt })
  }
}

const usageOut = (usage: TokenUsage): JsonTemplate => {
  const input = promptTokens(usage)
  const output = outputTokens(usage)
  if (input === undefined && output === undefined) return undefined
  return {
    input_tokens: input ?? 0,
    output_tokens: output ?? 0,
    total_tokens: (input ?? 0) + (output ?? 0),
    input_tokens_details: detailsOut("input", usage),
    output_tokens_details: detailsOut("output", usage)
  }
}

/** Of which kinds the tokens of a side are, where that is known of both. */
const detailsOut = (side: "input" | "output", { by }: TokenUsage): JsonTemplate => {
  const [text, image] = [by?.get(`${side}.text`), by?.get(`${side}.image`)]
  return text === undefined || image === undefined ? undefined : { text_tokens: text, image_tokens: image }
}
