import type { ImageSize } from "../../words/image.ts"
import type { Is } from "./reading.ts"

/** The pixels in a text like `1024x1024`; `between`: what stands between the two numbers. */
export const pixelsIn = (said: string, between = "x"): (ImageSize & { readonly kind: "pixels" }) | undefined => {
  const [width = "", height = "", ...more] = said.split(between)
  if (more.length > 0 || !isSide(width) || !isSide(height)) return undefined
  return { kind: "pixels", width: Number(width), height: Number(height) }
}

const isSide = (said: string): boolean => /^[1-9]\d{0,5}$/.test(said)

/** The size that a text of a closed set means: pixels, `auto`, or the name of a class. */
export const sizeOf = (said: string): ImageSize =>
  said === "auto" ? { kind: "auto" } : (pixelsIn(said) ?? { kind: "class", name: said })

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
