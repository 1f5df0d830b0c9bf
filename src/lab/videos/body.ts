import type { VideoModel } from "../../capabilities/models.ts"
import { Invalid, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { type JsonObjectBuilder, putAt } from "../../core/json/builder.ts"
import { JsonText } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import type { Places } from "../placing.ts"
import { rules } from "../rules.ts"
import type { Said } from "./read.ts"

/** A body of the video endpoint that says the same to a model, and where each place of it is in the client's. */
export interface Written {
  readonly body: JsonText
  readonly places: Places
  readonly notes: readonly TranslationNote[]
}

/** What a body says to a model: a member of the video endpoint, its value, and whose place it has. */
type Member = readonly [name: string, value: string | number, from: JsonPointer]

/** Says to a model what was asked, in the members that its family has. A shape that it has no way to say is `Invalid`. */
export const bodyFor = ({ values }: Said, { places }: Pick<VideoModel, "places">): Result<Written, Invalid> => {
  const members = membersFor(values, places)
  if (!members.ok) return members
  const out: JsonObjectBuilder = { model: values.model }
  const own = new Map<JsonPointer, JsonPointer>([["/model", "/model"]])
  const notes: TranslationNote[] = []
  for (const [name, value, from] of members.value) {
    const at = places.get(name)
    if (at === undefined) notes.push(rules.note("lacking", from))
    else {
      putAt(out, at, value)
      own.set(at, from)
    }
  }
  return succeed({ body: JsonText.tree(out), places: own, notes })
}

const membersFor = (
  values: Said["values"],
  has: Pick<VideoModel["places"], "has">
): Result<readonly Member[], Invalid> => {
  const { prompt, duration } = values
  const length = has.has("durationSeconds")
    ? (["durationSeconds", Number(duration), "/duration"] as const)
    : (["seconds", duration, "/duration"] as const)
  const shape = has.has("aspectRatio") ? succeed(shapeOf(values)) : sizeOf(values)
  return shape.ok ? succeed([["prompt", prompt, "/prompt"], length, ...shape.value]) : shape
}

const shapeOf = ({ aspect_ratio: ratio, resolution }: Said["values"]): readonly Member[] => [
  ["aspectRatio", ratio, "/aspect_ratio"],
  ...(resolution === undefined ? [] : [["resolution", resolution, "/resolution"] as const])
]

/** A size in pixels, for a family that is asked so: its short side has as many as the resolution says. */
const sizeOf = ({ aspect_ratio: ratio, resolution = usual }: Said["values"]): Result<readonly Member[], Invalid> => {
  const sides = /^([1-9]\d?):([1-9]\d?)$/.exec(ratio)
  if (sides === null) return fail(Invalid.at("/aspect_ratio", "It must be a ratio such as `16:9`."))
  const short = /^([1-9]\d{2,3})p$/.exec(resolution)
  if (short === null) return fail(Invalid.at("/resolution", "It must be a resolution such as `720p`."))
  const [across, down] = [Number(sides[1]), Number(sides[2])]
  const unit = Number(short[1]) / Math.min(across, down)
  const from = resolution === usual ? "/aspect_ratio" : "/resolution"
  return succeed([["size", `${Math.round(across * unit)}x${Math.round(down * unit)}`, from]])
}

/** What every model has that is asked by a size: where another is asked for, it is to blame for a size that there is not. */
const usual = "720p"
