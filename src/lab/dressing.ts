import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Principal } from "../credentials/credentials.ts"
import { type Endpoint, readQuery, requiredParameter } from "../endpoints/endpoint.ts"
import { GatewayError } from "../core/errors/error.ts"
import { stringifyJson } from "../core/json/json.ts"
import { type WireNames, wireNames } from "../core/format.ts"
import { describedAnswers, envelopedAnswer, auth, productPaths, labEndpoint } from "./endpoint.ts"

/** What came of a dressing task: the service's own code, and where the image is. */
export interface Dressed {
  readonly code: number
  readonly imageUrl: string
}

/** A dressing task. `EXPIRED`: it was done, and its image is gone. */
export type DressingTask =
  | { readonly status: "IN_QUEUE" | "GENERATING" | "NOT_FOUND" | "EXPIRED" }
  | { readonly status: "DONE"; readonly result: Dressed }

/** Knows the dressing tasks of a host, which are submitted elsewhere. */
export class DressingTasks extends Context.Service<
  DressingTasks,
  {
    /** A task; undefined, as `NOT_FOUND`, where there is none, or where it is not this principal's. */
    readonly find: (taskId: string, principal: Principal) => Effect.Effect<DressingTask | undefined, GatewayError>
  }
>()("isogloss/DressingTasks") {
  /** No tasks at all, for a host that has no such service. */
  static readonly none: Layer.Layer<DressingTasks> = Layer.succeed(DressingTasks)({
    find: () => Effect.succeed(undefined)
  })
}

const query = { taskId: requiredParameter("is required in the query") } as const

/** `GET /prod-api/<product>/v4/api/dressingv4Qurey?taskId=`: how far a dressing task is, and its image. */
export const dressingQuery = (names: Pick<WireNames, "product"> = wireNames): Endpoint<DressingTasks> => ({
  ...labEndpoint,
  ...productPaths(names, (product) => `/prod-api/${product}/v4/api/dressingv4Qurey`),
  id: "lab-dressing",
  method: "GET",
  auth,
  query,
  body: { kind: "none" },
  summary: "How far a dressing task is.",
  described: describedAnswers({
    type: "object",
    required: ["status", "resp_data"],
    properties: {
      status: { type: "string", enum: ["IN_QUEUE", "GENERATING", "DONE", "EXPIRED"] },
      resp_data: { type: "string", description: "JSON: `code` and `data.image_url` once it is done, else `{}`." }
    }
  }),
  handle: Effect.fnUntraced(function* ({ head, principal }) {
    const tasks = yield* DressingTasks
    const { taskId } = yield* readQuery(query, head)
    const task = yield* tasks.find(taskId, principal)
    if (task === undefined || task.status === "NOT_FOUND") return yield* Effect.fail(noSuchTask())
    return envelopedAnswer({
      status: task.status,
      resp_data: stringifyJson(task.status === "DONE" ? dressed(task.result) : {})
    })
  })
})

const dressed = ({ code, imageUrl }: Dressed) => ({ code, data: { image_url: imageUrl } })

/** The same for a task that nobody knows and for another's. */
const noSuchTask = (): GatewayError => new GatewayError("NotFound", "No such task.")
