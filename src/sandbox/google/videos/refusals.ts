import type { FieldKind } from "../../field.ts"
import { given, listAt, member, numberAt, textAt } from "../../json.ts"
import { firstOf, mistyped, numbersWithin, when, wordAmong } from "../../refusal.ts"
import type { Range, Refusal, Words } from "../../refusal.ts"
import { callerRefusals } from "../refusals/access.ts"
import { heldType, imagesIn } from "./context.ts"
import type { Context, Lookup, VeoRefusal } from "./context.ts"

const ofInstances: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ["prompt", "string"],
  ["image", "object"],
  ["lastFrame", "object"],
  ["referenceImages", "array"],
  ["video", "object"]
])

const ofBoth: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ["aspectRatio", "string"],
  ["durationSeconds", "integer"],
  ["resolution", "string"],
  ["personGeneration", "string"],
  ["negativePrompt", "string"],
  ["enhancePrompt", "boolean"],
  ["sampleCount", "integer"]
])

const ofVertex: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ["seed", "integer"],
  ["generateAudio", "boolean"],
  ["addWatermark", "boolean"],
  ["resizeMode", "string"],
  ["compressionQuality", "string"],
  ["storageUri", "string"]
])

const refusal = <Seen>(
  name: string,
  what: string,
  find: Refusal<Seen>["find"],
  [status, type]: readonly [number, string] = [400, "INVALID_ARGUMENT"]
): Refusal<Seen> => ({ name, when: what, status, type, code: null, find })

const unsupported = (name: string): string => `\`${name}\` isn't supported by this model. Please remove it.`

const among = (name: string, what: string, param: string, words: Words<Context>): VeoRefusal =>
  refusal(
    name,
    what,
    wordAmong(
      words,
      ({ parameters }) => textAt(parameters, param),
      (value, taken) => ({
        message: `The value "${value}" of \`${param}\` is not supported. Supported: ${taken.join(", ")}.`,
        param
      })
    )
  )

const range = (name: string, what: string, member: string, bounds: Range<Context>, end = "."): VeoRefusal =>
  refusal(
    name,
    what,
    numbersWithin(
      [member],
      bounds,
      ({ parameters }) => numberAt(parameters, member),
      (param, _value, least, most) => ({ message: `\`${param}\` must be between ${least} and ${most}${end}`, param })
    )
  )

const typeMessage = (name: string, kind: FieldKind): string => `The value type for \`${name}\` needs to be ${kind}.`

/** Which model, and the shape of the body. */
const shape: readonly VeoRefusal[] = [
  refusal("malformed-json", "the body is not a JSON object", ({ parsed }) =>
    when(!parsed, "Invalid JSON payload received. Expected an object key or }.")
  ),
  refusal(
    "unknown-model",
    "no Veo model has this id",
    ({ model, to }) =>
      when(
        model === undefined,
        `${to.resource} is not found for API version v1beta, or is not supported for predictLongRunning. Call ListModels to see the list of available models and their supported methods.`
      ),
    [404, "NOT_FOUND"]
  ),
  refusal("instance-count", "there is not exactly one instance", ({ body }) =>
    when(listAt(body, "instances").length !== 1, "Exactly one instance is expected.", "instances")
  ),
  refusal("unknown-name", "a member is unknown", ({ body, instance }) => {
    const outside = firstOf(Object.keys(body), (name) =>
      when(
        name !== "instances" && name !== "parameters",
        `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`,
        name
      )
    )
    return outside ?? firstOf(Object.keys(instance), (name) => when(!ofInstances.has(name), unsupported(name), name))
  }),
  refusal("unknown-parameter", "a parameter is unknown", ({ parameters }) =>
    firstOf(Object.keys(parameters), (name) => when(!ofBoth.has(name) && !ofVertex.has(name), unsupported(name), name))
  ),
  refusal("vertex-only", "a parameter of Vertex is sent to the Gemini API", ({ parameters, to }) =>
    firstOf(Object.keys(parameters), (name) =>
      when(to.form === "gemini" && ofVertex.has(name), unsupported(name), name)
    )
  ),
  refusal(
    "wrong-type",
    "a member has the wrong JSON type",
    ({ instance, parameters }) =>
      mistyped(instance, ofInstances, typeMessage) ??
      mistyped(parameters, new Map([...ofBoth, ...ofVertex]), typeMessage)
  )
]

/** The prompt and the images. */
const content: readonly VeoRefusal[] = [
  refusal("missing-prompt", "there is neither a prompt nor a first frame", ({ instance }) =>
    when(
      (textAt(instance, "prompt") ?? "") === "" && given(instance, "image") === undefined,
      "The prompt is empty.",
      "prompt"
    )
  ),
  refusal("image-bytes", "an image is not base64 of the PNG, JPEG or WebP that its type says", (context) =>
    firstOf(imagesIn(context), ({ at, image }) =>
      when(
        !["image/png", "image/jpeg", "image/webp"].includes(heldType(image) ?? ""),
        `Input instance with \`${at}\` should contain both \`bytesBase64Encoded\` and \`mimeType\` in the right format.`,
        at
      )
    )
  ),
  refusal("guidance-unsupported", "a model of 3.0 is given a last frame or references", ({ instance, rules }) =>
    firstOf(["lastFrame", "referenceImages"], (name) =>
      when(rules?.guided === false && given(instance, name) !== undefined, unsupported(name), name)
    )
  ),
  refusal("last-frame-alone", "there is a last frame and no first one", ({ instance }) =>
    when(
      given(instance, "lastFrame") !== undefined && given(instance, "image") === undefined,
      "`lastFrame` needs `image`.",
      "lastFrame"
    )
  ),
  refusal("references", "there are more than three references, or references beside a frame", ({ instance }) => {
    const { length } = listAt(instance, "referenceImages")
    const beside = length > 0 && given(instance, "image") !== undefined
    return when(length > 3 || beside, "At most 3 `referenceImages` are supported, without `image`.", "referenceImages")
  }),
  refusal("extension", "a video is to be extended, which this sandbox does not do", ({ instance }) =>
    when(given(instance, "video") !== undefined, "This sandbox does not extend videos.", "video")
  )
]

const people = ({ to, instance }: Context): readonly string[] => {
  if (to.form === "vertex") return ["dont_allow", "allow_adult", "allow_all"]
  return given(instance, "image") === undefined ? ["allow_all", "allow_adult"] : ["allow_adult"]
}

/** The parameters. */
const options: readonly VeoRefusal[] = [
  among("ratio", "the ratio is neither 16:9 nor 9:16", "aspectRatio", ["16:9", "9:16"]),
  among("resolution", "the model does not make this resolution", "resolution", ({ rules }) => rules?.resolutions),
  refusal("duration", "the video is to be of another length than 4, 6 or 8 seconds", ({ parameters }) =>
    when(
      ![4, 6, 8].includes(numberAt(parameters, "durationSeconds") ?? 8),
      "The number value for `durationSeconds` is out of bound. Supported: 4, 6, 8.",
      "durationSeconds"
    )
  ),
  refusal(
    "short-detail",
    "the Gemini API is asked for less than 8 seconds at 1080p or 4k, or of references",
    (context) => {
      const { to, parameters, instance } = context
      const detailed = ["1080p", "4k"].includes(textAt(parameters, "resolution") ?? "")
      const short = (numberAt(parameters, "durationSeconds") ?? 8) < 8
      return when(
        to.form === "gemini" && short && (detailed || listAt(instance, "referenceImages").length > 0),
        "`durationSeconds` must be 8 for this `resolution` or with `referenceImages`.",
        "durationSeconds"
      )
    }
  ),
  range(
    "sample-count",
    "more than one video is asked for, or of Vertex none or more than four",
    "sampleCount",
    ({ to }) => [1, to.form === "gemini" ? 1 : 4],
    ", inclusive."
  ),
  among("people", "people are generated as the form does not, or not from an image", "personGeneration", people),
  range("seed-range", "the seed is no unsigned integer of 32 bits", "seed", [0, 4_294_967_295]),
  among("resize-mode", "an image is to be fitted in neither of the two ways", "resizeMode", ["pad", "crop"]),
  among("compression", "the video is to be compressed in neither of the two ways", "compressionQuality", [
    "optimized",
    "lossless"
  ]),
  refusal("storage", "the video is to be stored in a bucket, of which this sandbox has none", ({ parameters }) =>
    when(member(parameters, "storageUri") !== undefined, "This sandbox has no buckets.", "storageUri")
  )
]

/** Everything for which a request for videos is refused, in the order in which the vendor looks. */
export const submitRefusals: readonly VeoRefusal[] = [...callerRefusals, ...shape, ...content, ...options]

/** The same of a poll. */
export const pollRefusals: readonly Refusal<Lookup>[] = [
  ...callerRefusals,
  refusal(
    "unknown-operation",
    "there is no such operation of this model",
    ({ job, name }) => when(job === undefined, `Operation ${name} is not found.`),
    [404, "NOT_FOUND"]
  )
]

/** The same of a download; whether the file is there is found out last. */
export const downloadRefusals: readonly Refusal<Pick<Lookup, "caller"> & { readonly query: URLSearchParams }>[] = [
  ...callerRefusals,
  refusal("download-form", "a file is downloaded without `alt=media`", ({ query }) =>
    when(query.get("alt") !== "media", "A download needs alt=media.", "alt")
  )
]
