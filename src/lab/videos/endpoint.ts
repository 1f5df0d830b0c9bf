import * as Effect from "effect/Effect"
import type { VideoModels } from "../../capabilities/models.ts"
import { type Endpoint, smallCap } from "../../endpoints/endpoint.ts"
import type { VideoTasks } from "../../exchange/videos/tasks.ts"
import { type WireNames, wireNames } from "../../core/format.ts"
import { describedAnswers } from "../described.ts"
import { auth, pathsOf, shared } from "../route.ts"
import { submitting } from "./exchange.ts"
import { lengths, required } from "./table.ts"

const id = "lab-video"

const { answer, jobs } = submitting(id)

/** `POST …/<product>VideoCompletions`: a video of a text, as a task that is asked about where all videos are. */
export const textToVideo = (names: Pick<WireNames, "product"> = wireNames): Endpoint<VideoModels | VideoTasks> => ({
  ...shared,
  ...pathsOf(names, (product) => `/prod-api/${product}/v4/api/${product}VideoCompletions`),
  id,
  method: "POST",
  auth,
  body: { kind: "json", cap: smallCap },
  summary: "A video of a text, as a task that is asked about later.",
  described: {
    ...describedAnswers({ type: "object", required: ["task_id"], properties: { task_id: { type: "string" } } }),
    request: {
      type: "object",
      required,
      properties: {
        model: { type: "string" },
        prompt: { type: "string" },
        duration: { type: ["string", "integer"], description: `Seconds: ${lengths.join(", ")}.` },
        aspect_ratio: { type: "string", examples: ["16:9"] },
        resolution: { type: "string", examples: ["720p"] },
        return_url: { type: "boolean", default: true, description: "Whether a query of the task tells a link." },
        req_key: { type: "string" }
      }
    }
  },
  jobs,
  handle: ({ head: { headers, requestId }, principal, body }) =>
    Effect.suspend(() => {
      const given = { body, contentType: headers["content-type"], key: headers["idempotency-key"] }
      return answer({ requestId, principal }, given)
    })
})
