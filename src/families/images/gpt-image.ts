import { imagesIn } from "../../core/image.ts"
import type { JsonObject, JsonText } from "../../core/json/json.ts"
import { childPointer } from "../../core/json/pointer.ts"
import {
  tableRules,
  keepUnknown,
  type UnknownMembers,
  readTable,
  type ParameterValues,
  type ParameterCheck,
  type ParameterFindings
} from "../parameters/reader.ts"
import { checkOf, described, image, oneOf } from "../parameters/values.ts"
import {
  type ImageRules,
  type ImageReader,
  alwaysBytes,
  count,
  responseFormat,
  anySize,
  sizeOf,
  asSingleTurn,
  countImages,
  withoutEmptyTexts,
  promptParameters,
  turnsOf
} from "./normalise.ts"

/** `later` are those from 2 on. */
type Kind = "full" | "mini" | "later"

/** What the first models take; of later ones, and of one that is not listed, all that has the form. */
const ofFirst = <A, R extends ParameterFindings>(is: ParameterCheck<A, R>, form: ParameterCheck<A, R>) =>
  checkOf<A, R>(is.schema, (value, at, reader) => (isFirst(reader.kind) ? is : form)(value, at, reader))

const isFirst = (kind: string | undefined): boolean => kind === "full" || kind === "mini"

/** Models from 2.5 have `xhigh` and `max` besides: https://developers.openai.com/api/reference/resources/images/methods/generate and the SDK's `ImageGenerateParams` (openai 7.55). */
const qualities = ["low", "medium", "high", "auto"] as const

const parameters = {
  ...promptParameters,
  mask: {
    is: described(image, { description: "Where an image is to change: a URL, a data: URL, or base64." }),
    to: "mask"
  },
  response_format: { is: responseFormat },
  size: { is: ofFirst(oneOf("1024x1024", "1024x1536", "1536x1024", "auto"), anySize), default: "1024x1024" },
  quality: { is: ofFirst(oneOf(...qualities), oneOf(...qualities, "xhigh", "max")), to: "quality" },
  n: { is: count, default: 1, to: "count" },
  input_fidelity: { is: oneOf("low", "medium", "high", "auto") }
} as const

/** Members that no family knows are the vendor's own and pass; those of other families it refuses. */
const known = (passed: Map<string, JsonText>): UnknownMembers => {
  const keep = keepUnknown(passed)
  return (object, key, at, reader) =>
    foreignParameters.has(key) ? reader.note("unknown", childPointer(at, key)) : keep(object, key, at, reader)
}

type Read = ParameterValues<typeof parameters>

const takes = { full: [0, 10], mini: [0, 10], later: [0, 10] } as const

const read = (body: JsonObject, reader: ImageReader) => {
  const passed = new Map<string, JsonText>()
  const values = readTable(parameters, body, "", reader, known(passed))
  alwaysBytes(values.response_format, reader)
  reader.put("size", sizeOf(values.size), "/size")
  if (values.quality === undefined) reader.put("quality", reader.kind === "mini" ? "medium" : "high")
  if (passed.size > 0) reader.put("passed", Object.fromEntries(passed))
  const turns = asSingleTurn(withoutEmptyTexts(turnsOf(values), reader, "prompt"), reader)
  const images = imagesIn(turns)
  countImages(images, takes, [0, 10], reader)
  readFidelity(values, images.length > 0, reader)
  return turns
}

/** @see https://github.com/vulca-org/vulca-visual-control-sdk/issues/12 gpt-image-2 refuses it by any value (2026-04) */
const readFidelity = ({ input_fidelity: fidelity }: Read, edits: boolean, reader: ImageReader): void => {
  const at = "/input_fidelity"
  if (fidelity === undefined) return
  if (fidelity === "auto") return edits ? undefined : reader.note("idle", at)
  if (!edits) return reader.note("nothing-to-keep", at)
  if (reader.kind === "later") return reader.note("lacking", at)
  const high = fidelity === "high" && reader.kind !== "mini"
  if (fidelity === "medium") reader.note("fidelity", at)
  if (fidelity === "high" && !high) reader.note("low-fidelity", at)
  reader.put("fidelity", high ? "high" : "low", at)
}

/** GPT Image: sizes, qualities, up to ten images to change; members that are not known pass. */
export const gptImage: ImageRules = {
  family: "gptimage",
  catalogue: new Map<string, Kind>([
    ["gpt-image-1.5", "full"],
    ["gpt-image-1", "full"],
    ["gpt-image-1-mini", "mini"],
    ["gpt-image-2", "later"],
    ["gpt-image-2.5-sunburst", "later"],
    ["gpt-image-2.5-flare", "later"],
    ["gpt-image-2.6-sunburst", "later"],
    ["gpt-image-2.6-flare", "later"]
  ]),
  perCall: () => 10,
  ...tableRules(parameters),
  read
}

/** The parameters of the endpoint that OpenAI's API does not have, and refuses: each is another family's. */
export const foreignParameters: ReadonlySet<string> = new Set(
  [
    "aspect_ratio image_size max_output_tokens mime_type person_generation response_modalities sample_count temperature top_p",
    "guidance_scale optimize_prompt_options seed sequential_image_generation sequential_image_generation_options watermark",
    "input messages negative_prompt parameters prompt_extend"
  ].flatMap((names) => names.split(" "))
)
