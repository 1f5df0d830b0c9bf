import { bodyObject } from "../../core/reading/issue-reader.ts"
import * as Effect from "effect/Effect"
import type { VideoModels } from "../../capabilities/models.ts"
import { badRequest, invalidRequest } from "../../exchange/client-errors.ts"
import type { Steps } from "../../exchange/offload.ts"
import { readSteps } from "../../exchange/read-body.ts"
import type { ParsedRequest } from "../../exchange/unary-jobs.ts"
import { submitVideo, writeVideoCall } from "../../exchange/videos/submit.ts"
import type { VideoTasks } from "../../exchange/videos/tasks.ts"
import type { Task } from "../../tasks/task.ts"
import { fail, succeed } from "../../core/errors/invalid.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import type { Endpoint } from "../endpoint.ts"
import { type FormMembers, readEither } from "../form.ts"

/** The submit of an endpoint: JSON, or a form where it has one, and how it tells of the task. */
export const submitEndpoint = (
  endpoint: string,
  form: FormMembers | undefined,
  tell: (task: Task) => JsonTemplate
): Required<Pick<Endpoint<VideoModels | VideoTasks>, "handle" | "jobs">> => {
  const { answer, jobs } = submitVideo({
    endpoint,
    format: "videos",
    read: ({ body, contentType }) => readAsk(body, contentType, form),
    write: (ask: ParsedRequest, model, media) => writeVideoCall(ask, true, model, media),
    answer: tell
  })
  return {
    jobs,
    handle: ({ head: { headers, requestId }, principal, body }) =>
      Effect.suspend(() => {
        const given = { body, contentType: headers["content-type"], key: headers["idempotency-key"] }
        return answer({ requestId, principal }, given)
      })
  }
}

function* readAsk(
  bytes: Uint8Array,
  contentType: string | undefined,
  form: FormMembers | undefined
): Steps<ParsedRequest> {
  const body = yield* form === undefined ? readSteps(bytes) : readEither(bytes, contentType, form)
  if (!body.ok) return body
  const object = bodyObject(body.value)
  if (!object.ok) return fail(invalidRequest(object.error))
  const { model } = object.value
  if (model === undefined) return fail(badRequest("/model", "`model` is required."))
  if (typeof model !== "string" || model === "") return fail(badRequest("/model", "`model` must be the id of a model."))
  return succeed({ model, notes: [], body: body.value })
}

/** How far a task is: so many of a hundred, as OpenAI's API tells it. */
export const percentOf = (progress: number): number => Math.round(100 * progress)
