import type { JsonObject } from "../../core/json/json.ts"
import { pixelsIn } from "../parameters/pixels.ts"
import type { Is, Reading } from "./reading.ts"

/** A size in pixels as models say it that are asked for a ratio and a resolution. */
interface Size {
  readonly ratio: string
  readonly resolution: string
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** A size in pixels, `1280x720`, of one of the ratios and one of the resolutions that a family has. */
export const sizeAmong =
  (ratios: readonly string[], resolutions: readonly string[]): Is<Size> =>
  (value, at, reading) => {
    const pixels = typeof value === "string" ? pixelsIn(value) : undefined
    if (pixels === undefined) return reading.issue(at, "It must be a size in pixels such as `1280x720`.")
    const { width, height } = pixels
    const unit = divisor(width, height)
    const size = { ratio: `${width / unit}:${height / unit}`, resolution: `${Math.min(width, height)}p` }
    if (ratios.includes(size.ratio) && resolutions.includes(size.resolution)) return size
    return reading.issue(at, `It must be of a ratio among ${ratios.join(", ")} and of ${resolutions.join(", ")}.`)
  }

/** Puts what a size says; the ratio and the resolution beside it must say the same. */
export const readSize = (size: Size | undefined, { aspectRatio, resolution }: JsonObject, reading: Reading): void => {
  if (size === undefined) return
  if (aspectRatio !== undefined && aspectRatio !== size.ratio)
    reading.issue("/size", "`size` and `aspectRatio` must say the same.")
  if (resolution !== undefined && resolution !== size.resolution)
    reading.issue("/size", "`size` and `resolution` must say the same.")
  reading.put("ratio", size.ratio, "/size")
  reading.put("resolution", size.resolution, "/size")
}
