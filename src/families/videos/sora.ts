import type { JsonObject } from "../../core/json/json.ts"
import type { ValueSchema } from "../../core/reading/value-schema.ts"
import { checkOf, parsePixels, each, ofListed, oneByKind } from "../parameters/values.ts"
import { tableRules, readTable } from "../parameters/reader.ts"
import { type VideoRules, type VideoCheck, type VideoReader, promptParameters } from "./normalise.ts"

type Kind = "standard" | "pro"

const lengths = ["4", "8", "12"]

const lengthSchema: ValueSchema = { type: ["string", "integer"], enum: lengths, minimum: 4, maximum: 12 }

/** A length, which is said as a text. */
const length = (words: string, isOne: (seconds: string) => boolean): VideoCheck<number> =>
  checkOf(lengthSchema, (value, at, reader) => {
    const text = typeof value === "number" ? String(value) : value
    if (typeof text !== "string" || !isOne(text)) return reader.must(at, `be ${words}`)
    if (typeof value === "number") reader.note("figure", at)
    return Number(text)
  })

const seconds = ofListed(
  length("`4`, `8` or `12`", (text) => lengths.includes(text)),
  length("a number of seconds", (text) => /^[1-9]\d?$/.test(text))
)

const size = oneByKind({
  ...each(["720x1280", "1280x720"], "standard", "pro"),
  ...each(["1024x1792", "1792x1024"], "pro")
})

const { lastFrame, ...others } = promptParameters

const parameters = {
  ...others,
  lastFrame: { is: lastFrame.is },
  seconds: { is: seconds, default: 4, to: "seconds" },
  size: { is: size, default: "720x1280" }
} as const

const read = (body: JsonObject, reader: VideoReader): void => {
  const values = readTable(parameters, body, "", reader)
  reader.put("size", parsePixels(values.size), "/size")
  if (values.lastFrame !== undefined) reader.issue("/lastFrame", "The model does not accept a last frame.")
}

/** Sora: 4, 8 or 12 seconds, sizes in pixels by model, a first frame (https://platform.openai.com/docs/api-reference/videos). */
export const sora: VideoRules = {
  family: "sora",
  catalogue: new Map<string, Kind>([
    ["sora-2-pro", "pro"],
    ["sora-2", "standard"]
  ]),
  ...tableRules(parameters),
  read
}
