import type { Desk } from "../../desk.ts"
import { base64Of } from "../../images/base64.ts"
import type { JsonObject } from "../../json.ts"
import { mp4Of } from "../../videos/film.ts"
import { stateOf } from "../../videos/job.ts"
import type { Job } from "../../videos/job.ts"
import type { Form } from "./context.ts"

const reason = "A video was withheld: the safety filters found in it what they do not let through. Nothing is charged."

const withheldOf = ({ withheld }: Job): JsonObject => ({
  raiMediaFilteredCount: withheld,
  ...(withheld === 0 ? {} : { raiMediaFilteredReasons: Array.from({ length: withheld }, () => reason) })
})

/** The videos as links to files, which need the key. */
const linked = (job: Job, { url }: Request): JsonObject => ({
  "@type": "type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse",
  generateVideoResponse: {
    ...(job.films.length === 0
      ? {}
      : {
          generatedSamples: job.films.map((name) => ({
            video: { uri: new URL(`/v1beta/files/${name}:download?alt=media`, url).href }
          }))
        }),
    ...(job.withheld === 0 ? {} : withheldOf(job))
  }
})

/** The videos themselves. */
const held = (job: Job, { films }: Desk): JsonObject => ({
  "@type": "type.googleapis.com/cloud.ai.large_models.vision.GenerateVideoResponse",
  ...withheldOf(job),
  videos: job.films.flatMap((name) => {
    const film = films.get(name)
    return film === undefined ? [] : [{ bytesBase64Encoded: base64Of(mp4Of(film)), mimeType: "video/mp4" }]
  })
})

/** A task as an operation. */
export const operationOf = (job: Job, form: Form, request: Request, desk: Desk): JsonObject => {
  const { at } = stateOf(job, desk.now())
  const name = job.id
  switch (at) {
    case "queued":
    case "running":
      return { name }
    case "failed":
      return {
        name,
        done: true,
        error: { code: 13, message: "Video generation failed due to an internal server issue." }
      }
    case "refused":
      return {
        name,
        done: true,
        error: { code: 3, message: "The prompt could not be submitted. It may violate the vendor's usage guidelines." }
      }
    case "filtered":
    case "succeeded":
      return { name, done: true, response: form === "gemini" ? linked(job, request) : held(job, desk) }
  }
}
