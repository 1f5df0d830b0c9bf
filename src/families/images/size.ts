import type { ImageSize } from "../../core/image/image.ts"
import { pixelsIn } from "../parameters/pixels.ts"
import type { Is } from "./reading.ts"

/** The size that a text of a closed set means: pixels, with `between` between them, `auto`, or the name of a class. */
export const sizeOf = (said: string, between = "x"): ImageSize => {
  if (said === "auto") return { kind: "auto" }
  const pixels = pixelsIn(said, between)
  return pixels === undefined ? { kind: "class", name: said } : { kind: "pixels", ...pixels }
}

/** What any model's size looks like: pixels, a class, or its own choice. */
export const anySize: Is<string> = (value, at, reading) =>
  typeof value === "string" && /^(?:[1-9]\d{0,4}x[1-9]\d{0,4}|\d{1,2}K|auto)$/.test(value)
    ? value
    : reading.issue(at, "It must be a size such as `1024x1024` or `2K`.")

/** One of some ratios, or pixels: of their own ratio, else of the nearest one, which a note says. */
export const ratioAmong = (...ratios: readonly [string, ...string[]]): Is<string> => {
  const shapes = new Map(ratios.map((ratio) => [ratio, shapeOf(ratio)]))
  return (value, at, reading) => {
    if (typeof value === "string" && shapes.has(value)) return value
    const size = typeof value === "string" ? pixelsIn(value) : undefined
    if (size === undefined)
      return reading.issue(at, `It must be one of ${ratios.join(", ")}, or pixels like 1024x1024.`)
    const wanted = size.width / size.height
    let [nearest] = ratios
    let distance = Infinity
    for (const [ratio, shape] of shapes) {
      const away = Math.abs(Math.log(shape / wanted))
      if (away < distance) [nearest, distance] = [ratio, away]
    }
    if (distance > 0) reading.note("ratio", at, `The nearest ratio that the model makes is ${nearest}.`)
    return nearest
  }
}

/** How many times as wide as high. */
const shapeOf = (ratio: string): number => {
  const [width = 1, height = 1] = ratio.split(":").map(Number)
  return width / height
}
