import { type Asking, askingOf } from "../../asking.ts"
import type { Desk } from "../../desk.ts"
import { givenUrl } from "../../images/given.ts"
import type { Given } from "../../images/given.ts"
import { objectsAt, type ReadBody, readBody, textAt } from "../../json.ts"
import { modelIn } from "../../model.ts"
import type { Refusal } from "../../refusal.ts"
import type { Job } from "../../videos/job.ts"
import { seedanceModels } from "./catalogue.ts"
import type { SeedanceModel, SeedanceRules } from "./catalogue.ts"

/** An image of a request; without a role it is the first frame. */
interface Frame {
  readonly role: string
  /** Undefined where it is no image. */
  readonly image: Given | undefined
}

/** A request for a video as the checks see it. */
interface Context extends Asking, ReadBody {
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

/** What the checks see of a request for a video. */
export const contextOf = async (request: Request, desk: Desk): Promise<Context> => {
  const read = readBody(await request.text())
  const { body } = read
  const model = modelIn(seedanceModels, textAt(body, "model") ?? "")
  const parts = objectsAt(body, "content")
  const frames = parts
    .filter((part) => textAt(part, "type") === "image_url")
    .map((part) => ({
      role: textAt(part, "role") ?? "first_frame",
      image: givenUrl(textAt(part, "image_url", "url") ?? "", desk)
    }))
  return {
    ...askingOf(request.headers, desk.key),
    ...read,
    model,
    rules: model?.rules,
    texts: parts.flatMap((part) => (textAt(part, "type") === "text" ? [textAt(part, "text") ?? ""] : [])),
    frames
  }
}
