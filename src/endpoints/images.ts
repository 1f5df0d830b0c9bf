import * as Effect from "effect/Effect"
import type { ImageModels } from "../capabilities/image-models.ts"
import { envelopeOf } from "../exchange/envelope.ts"
import { type ImageAsk, images as exchange } from "../exchange/images/images.ts"
import { wrong } from "../exchange/open.ts"
import { Policies, type Policy } from "../exchange/policies.ts"
import { readInTurns } from "../exchange/read-body.ts"
import { encodeError } from "../formats/chat-completions/error.ts"
import type { GatewayError } from "../words/errors/error.ts"
import type { JsonText } from "../words/json/json.ts"
import { fail, type Result, succeed } from "../words/errors/result.ts"
import { chatCap, type Endpoint, type Head } from "./endpoint.ts"
import { enveloped, plain } from "./image-answers.ts"
import { readEither } from "./form.ts"

const shared = { method: "POST", auth: ["bearer"], error: encodeError } as const

/** `POST /v1/images/generations`: images of a text, or of images and a text. */
export const images: Endpoint<ImageModels> = {
  ...shared,
  id: "images",
  path: "/v1/images/generations",
  body: { kind: "json", cap: chatCap },
  summary: "Images of a text, of images, or of both, by any image model.",
  handle: ({ head, principal, body }) =>
    Effect.gen(function* () {
      const policy = yield* Policies
      const read = succeed(yield* readInTurns(body))
      return yield* answer({ requestId: head.requestId, principal }, asked(head, policy, read, false))
    })
}

/** `POST /v1/images/edits`, as OpenAI's SDKs call it with a form: the same, and there is an image to change. */
export const imageEdits: Endpoint<ImageModels> = {
  ...shared,
  id: "image-edits",
  path: "/v1/images/edits",
  body: { kind: "form", cap: chatCap },
  summary: "Images changed by any image model, from a form or from JSON.",
  handle: ({ head, principal, body }) =>
    Effect.gen(function* () {
      const policy = yield* Policies
      const read = yield* readEither(body, head.headers["content-type"], members)
      return yield* edit({ requestId: head.requestId, principal }, asked(head, policy, read, true))
    })
}

const members = {
  literals: new Set(["n", "output_compression", "partial_images", "stream", "watermark"]),
  pictures: new Set(["image", "images"])
}

const answer = exchange("images")
const edit = exchange("image-edits")

const asked = (
  { headers: sent }: Head,
  { envelope }: Policy,
  body: Result<JsonText, GatewayError>,
  edits: boolean
): Result<ImageAsk, GatewayError> => {
  if (!body.ok) return body
  const model = body.value.object?.["model"]
  if (model === undefined) return fail(wrong("/model", "`model` is required."))
  if (typeof model !== "string" || model === "") return fail(wrong("/model", "`model` must be the id of a model."))
  const { shape, headers } = envelopeOf(sent, envelope)
  return succeed({
    model,
    notes: [],
    body: body.value,
    edits,
    headers,
    write: shape === "vendor" ? plain : enveloped
  })
}
