import type { FieldKind } from "../../field.ts"
import { given, isObject, listAt, numberAt, textAt } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import type { Refusal } from "../../refusal.ts"
import type { Asking } from "../../asking.ts"
import { stateOf } from "../../videos/job.ts"
import { ratios } from "./catalogue.ts"
import { among, invalid, missing, refusal, shapeRefusals, stranger, within } from "../refusing.ts"
import type { Lookup, SeedanceRefusal } from "./context.ts"

const fields: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ["model", "string"],
  ["content", "array"],
  ["ratio", "string"],
  ["resolution", "string"],
  ["duration", "integer"],
  ["frames", "integer"],
  ["seed", "integer"],
  ["watermark", "boolean"],
  ["camera_fixed", "boolean"],
  ["generate_audio", "boolean"],
  ["return_last_frame", "boolean"],
  ["service_tier", "string"],
  ["callback_url", "string"],
  ["execution_expires_after", "integer"]
])

const roles: readonly string[] = ["first_frame", "last_frame"]

/** The prompt and the frames. */
const content: readonly SeedanceRefusal[] = [
  refusal(
    "missing-content",
    "there is neither a text nor an image",
    ({ body }) => when(listAt(body, "content").length === 0, missing("content"), "content"),
    "MissingParameter"
  ),
  refusal("content-type", "a part of the content is neither a text nor an image", ({ body }) =>
    firstOf(listAt(body, "content"), (part) =>
      when(
        !isObject(part) || !["text", "image_url"].includes(textAt(part, "type") ?? ""),
        invalid("content.type", "is not supported by the current model"),
        "content"
      )
    )
  ),
  refusal("one-text", "there are several texts, or an empty one", ({ texts }) =>
    when(texts.length > 1 || texts[0] === "", invalid("content.text"), "content.text")
  ),
  refusal("image-source", "an image is no URL and no data URL of an image", ({ frames }) =>
    firstOf(frames, ({ image }) =>
      when(image === undefined, invalid("image_url", "is no URL and no base64 of an image"), "image_url")
    )
  ),
  refusal("image-role", "an image is neither the first nor the last frame", ({ frames }) =>
    firstOf(frames, ({ role }) =>
      when(!roles.includes(role), invalid("role", "is not supported by the current model"), "role")
    )
  ),
  refusal("frame-count", "two images have the same role", ({ frames }) =>
    firstOf(roles, (role) =>
      when(frames.filter((frame) => frame.role === role).length > 1, invalid("role", "is given twice"), "role")
    )
  ),
  refusal("last-frame-alone", "there is a last frame and no first one", ({ frames }) =>
    when(
      frames.some(({ role }) => role === "last_frame") && !frames.some(({ role }) => role === "first_frame"),
      invalid("role", "needs a first frame beside the last one"),
      "role"
    )
  )
]

const framesWithin = within("frames", [29, 289])

/** The parameters. */
const options: readonly SeedanceRefusal[] = [
  refusal("ratio", "the ratio is none of the vendor's", among("ratio", ratios)),
  refusal("adaptive-text", "a video without a first frame is to have its ratio", ({ body, frames }) =>
    when(
      textAt(body, "ratio") === "adaptive" && frames.length === 0,
      invalid("ratio", "needs an image to adapt to"),
      "ratio"
    )
  ),
  refusal(
    "resolution",
    "the model does not make this resolution",
    among("resolution", ({ rules }) => rules?.resolutions)
  ),
  refusal(
    "duration",
    "the video is shorter or longer than the model makes it",
    within("duration", ({ rules }) => rules?.lengths ?? [0, 0])
  ),
  refusal("frames", "the frames are not 29 to 289, in steps of four", (context) => {
    const uneven = (numberAt(context.body, "frames") ?? 1) % 4 !== 1
    return framesWithin(context) ?? when(uneven, invalid("frames", "must be 25 + 4n"), "frames")
  }),
  refusal("seed-range", "the seed is outside its range", within("seed", [-1, 4_294_967_295])),
  refusal("audio-unsupported", "sound is wanted of a model that makes none", ({ body, rules }) =>
    when(
      given(body, "generate_audio") === true && rules?.sound !== true,
      invalid("generate_audio", "is not supported by the current model"),
      "generate_audio"
    )
  ),
  refusal("service-tier", "the tier is neither `default` nor `flex`", among("service_tier", ["default", "flex"])),
  refusal("last-frame-image", "the last frame is wanted, which this sandbox does not make", ({ body }) =>
    when(given(body, "return_last_frame") === true, "This sandbox makes videos alone.", "return_last_frame")
  ),
  refusal("callback", "the end is to be told to a URL, which this sandbox does not do", ({ body }) =>
    when(given(body, "callback_url") !== undefined, "This sandbox calls nobody back.", "callback_url")
  )
]

/** Everything for which a request for a video is refused, in the order in which the vendor looks. */
export const createRefusals: readonly SeedanceRefusal[] = [stranger, ...shapeRefusals(fields), ...content, ...options]

/** The same of a list. */
export const listRefusals: readonly Refusal<Asking>[] = [stranger]

/** The same of a query. */
export const retrieveRefusals: readonly Refusal<Lookup>[] = [
  stranger,
  refusal(
    "unknown-task",
    "there is no such task",
    ({ job, id }) => when(job === undefined, `The task ${id} does not exist.`, "id"),
    "InvalidParameter.TaskNotFound",
    [404, "NotFound"]
  )
]

/** The same of a deletion. */
export const deleteRefusals: readonly Refusal<Lookup>[] = [
  ...retrieveRefusals,
  refusal(
    "delete-running",
    "a task is to be deleted that runs",
    ({ job, now }) =>
      when(
        job !== undefined && stateOf(job, now).at === "running",
        "A running task can be neither cancelled nor deleted."
      ),
    "InvalidAction.RunningTaskDeletion",
    [409, "Conflict"]
  )
]
