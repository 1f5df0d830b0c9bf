import * as Effect from "effect/Effect"
import type { VideoModels } from "../../capabilities/video-models.ts"
import { wrong } from "../../exchange/open.ts"
import { claimOf } from "../../exchange/videos/claim.ts"
import { submitVideo } from "../../exchange/videos/submit.ts"
import type { VideoTasks } from "../../exchange/videos/tasks.ts"
import type { Task } from "../../tasks/task.ts"
import type { GatewayError } from "../../words/errors/error.ts"
import type { JsonText, Tree } from "../../words/json/json.ts"
import type { Result } from "../../words/errors/result.ts"
import type { Scope } from "effect/Scope"
import type { Answer, Incoming } from "../endpoint.ts"

/** The submit of an endpoint: what its body says, and how it tells of the task. */
export const submitting = (endpoint: string, write: (task: Task) => Tree) => {
  const submit = submitVideo(endpoint)
  return (
    { head: { headers, requestId }, principal }: Incoming,
    body: Result<JsonText, GatewayError>
  ): Effect.Effect<Answer, GatewayError, VideoModels | VideoTasks | Scope> =>
    Effect.gen(function* () {
      if (!body.ok) return yield* Effect.fail(body.error)
      const { object } = body.value
      if (object === undefined) return yield* Effect.fail(wrong("", "The body must be an object."))
      const { model } = object
      if (model === undefined) return yield* Effect.fail(wrong("/model", "`model` is required."))
      if (typeof model !== "string" || model === "")
        return yield* Effect.fail(wrong("/model", "`model` must be the id of a model."))
      const claim = yield* claimOf(endpoint, headers, body.value)
      const asked = {
        model,
        notes: [],
        body: body.value,
        owner: principal.name,
        ...(claim === undefined ? {} : { claim }),
        link: true,
        write
      }
      return yield* submit({ requestId, principal }, { ok: true, value: asked })
    })
}
