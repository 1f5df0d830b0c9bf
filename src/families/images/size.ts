import type { ImageSize } from "../../words/image.ts"
import { pixelsIn } from "../parameters/pixels.ts"
import type { Is } from "./reading.ts"

/** The size that a text of a closed set means: pixels, with `between` between them, `auto`, or the name of a class. */
export const sizeOf = (said: string, between = "x"): ImageSize => {
  if (said === "auto") return { kind: "auto" }
  const pixels = pixelsIn(said, between)
  return pixels === undefined ? { kind: "class", name: said } : { kind: "pixels", ...pixels }
}

/** One of some ratios, or pixels: of their own ratio, else of the nearest one, which a note says. */
export const ratioAmong =
  (ratios: readonly string[]): Is<string> =>
  (value, at, reading) => {
    if (typeof value === "string" && ratios.includes(value)) return value
    const size = typeof value === "string" ? pixelsIn(value) : undefined
    if (size === undefined)
      return reading.issue(at, `It must be one of ${ratios.join(", ")}, or pixels like 1024x1024.`)
    const wanted = size.width / size.height
    const [nearest = ""] = ratios.toSorted((a, b) => distance(a, wanted) - distance(b, wanted))
    if (distance(nearest, wanted) > 0)
      reading.note("ratio", at, `The nearest ratio that the model makes is ${nearest}.`)
    return nearest
  }

/** How far a ratio is from a wanted one: twice as wide is as far as twice as high. */
const distance = (ratio: string, wanted: number): number => {
  const [width = 1, height = 1] = ratio.split(":").map(Number)
  return Math.abs(Math.log(width / height / wanted))
}
