import type { VideoModel } from "../../capabilities/video-models.ts"
import { JsonText } from "../../words/json.ts"
import type { Note } from "../../words/note.ts"
import { type Out, putAt } from "../../words/out.ts"
import type { Pointer } from "../../words/pointer.ts"
import { type Placing, placing } from "../placing.ts"
import { rules } from "../rules.ts"
import type { Said } from "./read.ts"

/** A body of the video endpoint that says the same to a model, and where each place of it is in the client's. */
export interface Written {
  readonly body: JsonText
  readonly place: Placing
  readonly notes: readonly Note[]
}

/** What a body says to a model: a member of the video endpoint, its value, and whose place it has. */
type Member = readonly [name: string, value: string | number, from: Pointer]

/** Says to a model what was asked, in the members that its family has. */
export const bodyFor = ({ values }: Said, { places }: Pick<VideoModel, "places">): Written => {
  const out: Out = { model: values.model }
  const own = new Map<Pointer, Pointer>([["/model", "/model"]])
  const notes: Note[] = []
  for (const [name, value, from] of membersFor(values, places)) {
    const at = places.get(name)
    if (at === undefined) notes.push(rules.note("lacking", from))
    else {
      putAt(out, at, value)
      own.set(at, from)
    }
  }
  return { body: JsonText.tree(out), place: placing(own), notes }
}

const membersFor = (values: Said["values"], has: Pick<VideoModel["places"], "has">): readonly Member[] => {
  const { prompt, duration } = values
  const length = has.has("durationSeconds")
    ? (["durationSeconds", Number(duration), "/duration"] as const)
    : (["seconds", duration, "/duration"] as const)
  return [["prompt", prompt, "/prompt"], length, ...(has.has("aspectRatio") ? shapeOf(values) : sizeOf(values))]
}

const shapeOf = ({ aspect_ratio: ratio, resolution }: Said["values"]): readonly Member[] => [
  ["aspectRatio", ratio, "/aspect_ratio"],
  ...(resolution === undefined ? [] : [["resolution", resolution, "/resolution"] as const])
]

/** A size in pixels, for a family that is asked so: its short side has as many as the resolution says. */
const sizeOf = (values: Said["values"]): readonly Member[] => {
  const { aspect_ratio: ratio, resolution = "720p" } = values
  const sides = /^([1-9]\d?):([1-9]\d?)$/.exec(ratio)
  const short = /^([1-9]\d{2,3})p$/.exec(resolution)
  if (sides === null || short === null) return shapeOf(values)
  const [across, down] = [Number(sides[1]), Number(sides[2])]
  const unit = Number(short[1]) / Math.min(across, down)
  return [["size", `${Math.round(across * unit)}x${Math.round(down * unit)}`, "/aspect_ratio"]]
}
