import { bearerOf } from "../../api.ts"
import type { Desk } from "../../desk.ts"
import { givenUrl } from "../../images/given.ts"
import type { Given } from "../../images/given.ts"
import { isObject, objectsAt, readJson, textAt } from "../../json.ts"
import type { JsonObject } from "../../json.ts"
import { modelIn } from "../../model.ts"
import type { Refusal } from "../../refusal.ts"
import type { Job } from "../../videos/job.ts"
import { seedanceModels } from "./catalogue.ts"
import type { SeedanceModel, SeedanceRules } from "./catalogue.ts"

/** Who asks. */
export interface Asking {
  readonly key: string | undefined
  readonly wantedKey: string | undefined
}

/** An image of a request; without a role it is the first frame. */
interface Frame {
  readonly role: string
  /** Undefined where it is no image. */
  readonly image: Given | undefined
}

/** A request for a video as the checks see it. */
export interface Context extends Asking {
  /** Whether the body was a JSON object; `body` is empty where not. */
  readonly parsed: boolean
  readonly body: JsonObject
  readonly model: SeedanceModel | undefined
  readonly rules: SeedanceRules | undefined
  readonly texts: readonly string[]
  readonly frames: readonly Frame[]
}

/** A request about a task. */
export interface Lookup extends Asking {
  readonly id: string
  readonly job: Job | undefined
  /** Unix milliseconds. */
  readonly now: number
}

/** A refusal of a request for a video. */
export type SeedanceRefusal = Refusal<Context>

/** Who sent a request. */
export const askingOf = ({ headers }: Request, desk: Desk): Asking => ({ key: bearerOf(headers), wantedKey: desk.key })

/** What the checks see of a request for a video. */
export const contextOf = async (request: Request, desk: Desk): Promise<Context> => {
  const read = readJson(await request.text())
  const body = isObject(read) ? read : {}
  const model = modelIn(seedanceModels, textAt(body, "model") ?? "")
  const parts = objectsAt(body, "content")
  const frames = parts
    .filter((part) => textAt(part, "type") === "image_url")
    .map((part) => ({
      role: textAt(part, "role") ?? "first_frame",
      image: givenUrl(textAt(part, "image_url", "url") ?? "", desk)
    }))
  return {
    ...askingOf(request, desk),
    parsed: isObject(read),
    body,
    model,
    rules: model?.rules,
    texts: parts.flatMap((part) => (textAt(part, "type") === "text" ? [textAt(part, "text") ?? ""] : [])),
    frames
  }
}
