import type { JsonObject, JsonText } from "../../core/json/json.ts"
import { childPointer } from "../../core/json/pointer.ts"
import { placesOf } from "../parameters/places.ts"
import { image } from "../parameters/source.ts"
import { kept, type Others, readTable, type Values } from "../parameters/table.ts"
import { ofListed, oneOf } from "../parameters/values.ts"
import type { ImageRules } from "./normalise.ts"
import type { Reading } from "./reading.ts"
import { notOpenAis } from "./names.ts"
import { alwaysBytes, count, responseFormat } from "./shared.ts"
import { anySize, sizeOf } from "./size.ts"
import { asOne, countImages, filled, imagesIn, shown, turnsOf } from "./turns.ts"

type Kind = "full" | "mini"

const parameters = {
  ...shown,
  mask: { is: image, to: "mask" },
  response_format: { is: responseFormat },
  size: { is: ofListed(oneOf("1024x1024", "1024x1536", "1536x1024", "auto"), anySize), otherwise: "1024x1024" },
  quality: { is: oneOf("low", "medium", "high", "auto"), to: "quality" },
  n: { is: count, otherwise: 1, to: "count" },
  input_fidelity: { is: oneOf("low", "medium", "high", "auto") }
} as const

/** Members that no family knows are the vendor's own and pass; those of other families it refuses. */
const known = (passed: Map<string, JsonText>): Others => {
  const keep = kept(passed)
  return (object, key, at, reading) =>
    notOpenAis.has(key) ? reading.note("unknown", childPointer(at, key)) : keep(object, key, at, reading)
}

type Read = Values<typeof parameters>

const takes = { full: [0, 10], mini: [0, 10] } as const

const read = (body: JsonObject, reading: Reading) => {
  const passed = new Map<string, JsonText>()
  const values = readTable(parameters, body, "", reading, known(passed))
  alwaysBytes(values.response_format, reading)
  reading.put("size", sizeOf(values.size), "/size")
  if (values.quality === undefined) reading.put("quality", reading.kind === "mini" ? "medium" : "high")
  if (passed.size > 0) reading.put("passed", Object.fromEntries(passed))
  const turns = asOne(filled(turnsOf(values), reading, "prompt"), reading)
  const images = imagesIn(turns)
  countImages(images, takes, [0, 10], reading)
  readFidelity(values, images.length > 0, reading)
  return turns
}

const readFidelity = ({ input_fidelity: said }: Read, edits: boolean, reading: Reading): void => {
  const at = "/input_fidelity"
  if (said === undefined) return
  if (said === "auto") return edits ? undefined : reading.note("idle", at)
  if (!edits) return reading.note("nothing-to-keep", at)
  const high = said === "high" && reading.kind !== "mini"
  if (said === "medium") reading.note("fidelity", at)
  if (said === "high" && !high) reading.note("low-fidelity", at)
  reading.put("fidelity", high ? "high" : "low", at)
}

/** GPT Image: three sizes, qualities, up to ten images to change; members that are not known pass. */
export const gptImage: ImageRules = {
  family: "gptimage",
  catalogue: new Map<string, Kind>([
    ["gpt-image-1.5", "full"],
    ["gpt-image-1", "full"],
    ["gpt-image-1-mini", "mini"]
  ]),
  perCall: () => 10,
  places: placesOf(parameters),
  read
}
