import type { FieldKind } from "../../field.ts"
import { given, member, namesAt, textAt } from "../../json.ts"
import { firstOf, mistyped, when } from "../../refusal.ts"
import type { Refusal } from "../../refusal.ts"
import { goneAt, stateOf } from "../../videos/job.ts"
import { lengths } from "./catalogue.ts"
import { among, memberAmong, promptRefusals, refusal, stranger } from "../refusing.ts"
import type { Lookup, VideoRefusal } from "./context.ts"

const fields: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ["model", "string"],
  ["prompt", "string"],
  ["seconds", "string"],
  ["size", "string"],
  ["input_reference", "object"]
])

/** The shape of the body, and the model. */
const shape: readonly VideoRefusal[] = [
  refusal("malformed-body", "the body is neither a JSON object nor a form", null, ({ parsed }) =>
    when(!parsed, "We could not parse the body of your request.")
  ),
  refusal("unknown-field", "a member is unknown, such as `n`", "unknown_parameter", ({ body, files }) =>
    firstOf([...Object.keys(body), ...files.map(({ name }) => name)], (name) =>
      when(!fields.has(name), `Unknown parameter: '${name}'.`, name)
    )
  ),
  refusal("field-type", "a member has the wrong JSON type", "invalid_type", ({ body }) =>
    mistyped(body, fields, (name, kind) => `Invalid type for '${name}': expected ${kind}.`)
  ),
  refusal("unknown-model", "no Sora model has this id", "invalid_value", ({ model, body }) =>
    when(model === undefined, `The model '${textAt(body, "model") ?? ""}' does not exist.`, "model")
  ),
  ...promptRefusals,
  memberAmong("seconds", "the video is to be of another length than 4, 8 or 12", "seconds", lengths),
  memberAmong("size", "the model makes no video of this size", "size", ({ model }) => [
    ...(model?.rules.sizes.keys() ?? [])
  ])
]

/** The image that the video begins with. */
const references: readonly VideoRefusal[] = [
  refusal("reference-shape", "a reference is not an image's URL alone", "invalid_value", ({ body }) => {
    const names = namesAt(body, "input_reference")
    const whole = names.length === 1 && ["image_url", "file_id"].includes(names[0] ?? "")
    return when(
      given(body, "input_reference") !== undefined && !whole,
      "Provide exactly one of 'image_url' and 'file_id'.",
      "input_reference"
    )
  }),
  refusal("reference-file", "a reference names a file, of which this sandbox has none", "not_found", ({ body }) =>
    when(member(body, "input_reference", "file_id") !== undefined, "No such File object.", "input_reference.file_id")
  ),
  refusal("one-reference", "there is more than one reference", "invalid_value", ({ references: all }) =>
    when(all.length > 1, "Only one 'input_reference' is supported.", "input_reference")
  ),
  refusal("reference-type", "a reference is not a PNG, a JPEG or a WebP", "invalid_image_file", (context) =>
    firstOf(context.references, (image) =>
      when(
        image === undefined || !["image/png", "image/jpeg", "image/webp", undefined].includes(image.mime),
        "Invalid reference: supported types are image/jpeg, image/png and image/webp.",
        "input_reference"
      )
    )
  ),
  refusal("reference-size", "a reference is not as large as the video", null, ({ references: all, size }) =>
    firstOf(all, (image) => {
      const other = image?.size?.width !== size?.width || image?.size?.height !== size?.height
      return when(
        image?.size !== undefined && other,
        "Inpaint image must match the requested width and height",
        "input_reference"
      )
    })
  )
]

/** Everything for which a request for a video is refused, in the order in which the vendor looks. */
export const createRefusals: readonly VideoRefusal[] = [stranger, ...shape, ...references]

const known: readonly Refusal<Lookup>[] = [
  stranger,
  refusal(
    "unknown-video",
    "there is no such video",
    "video_not_found",
    ({ job, id }) => when(job === undefined, `Video with id '${id}' not found.`, "video_id"),
    404
  )
]

/** The same of a query. */
export const retrieveRefusals = known

/** The same of a deletion. */
export const deleteRefusals: readonly Refusal<Lookup>[] = [
  ...known,
  refusal("delete-unfinished", "a video is to be deleted that is not finished", null, ({ job, now }) => {
    const at = job === undefined ? "failed" : stateOf(job, now).at
    return when(at === "queued" || at === "running", "A video can be deleted when it is completed or has failed.")
  })
]

/** The same of a download. */
export const contentRefusals: readonly Refusal<Lookup>[] = [
  ...known,
  among(
    "variant",
    "no video has this variant",
    "variant",
    ["video", "thumbnail", "spritesheet"],
    ({ query }) => query.get("variant") ?? undefined
  ),
  refusal("variant-unmade", "the variant is an image, which this sandbox does not make", null, ({ query }) =>
    when(
      ["thumbnail", "spritesheet"].includes(query.get("variant") ?? ""),
      "This sandbox makes videos alone.",
      "variant"
    )
  ),
  refusal(
    "not-ready",
    "the video is not finished, or failed",
    null,
    ({ job, now }) =>
      when(
        job !== undefined && stateOf(job, now).at !== "succeeded",
        "Video is not ready yet, use GET /v1/videos/{video_id} to check status."
      ),
    404
  ),
  refusal(
    "expired",
    "the video was made a day ago or earlier",
    "video_expired",
    ({ job, now }) => when(job !== undefined && now >= goneAt(job), "The content of this video has expired."),
    404
  )
]

/** The same of a list. */
export const listRefusals: readonly Refusal<Pick<Lookup, "key" | "wantedKey" | "query">>[] = [
  stranger,
  refusal("list-limit", "a page is to have less than none or more than 100 videos", "invalid_value", ({ query }) => {
    const limit = Number(query.get("limit") ?? 20)
    return when(!Number.isInteger(limit) || limit < 0 || limit > 100, "Invalid 'limit': expected 0 to 100.", "limit")
  }),
  among(
    "list-order",
    "the order is neither `asc` nor `desc`",
    "order",
    ["asc", "desc"],
    ({ query }) => query.get("order") ?? undefined
  )
]
