import type { Size } from "../images/picture.ts"
import type { Catalogue, Model } from "../model.ts"

/** What a Seedream model takes (https://www.volcengine.com/docs/82379/1541523). */
export interface ArkRules {
  readonly vendor: "ark"
  /** How many images it is given, at least and at most. */
  readonly images: readonly [least: number, most: number]
  /** The sizes that it takes by name, and what each gives for a square. */
  readonly named: ReadonlyMap<string, Size>
  /** How many pixels it makes, where it takes a size in pixels. */
  readonly pixels: readonly [least: number, most: number] | undefined
  /** What it makes where no size was asked for. */
  readonly usual: Size
  /** Whether it takes `seed` and `guidance_scale`. */
  readonly guided: boolean
  /** Whether it makes sequences. */
  readonly sequences: boolean
  /** The ways in which it rewrites a prompt. */
  readonly modes: readonly string[]
}

/** A Seedream model. */
export type ArkModel = Model<ArkRules>

const square = (side: number): Size => ({ width: side, height: side })

const classes = (...names: readonly ("1K" | "2K" | "4K")[]): ReadonlyMap<string, Size> =>
  new Map(names.map((name) => [name, square(Number(name.slice(0, 1)) * 1024)]))

const third: ArkRules = {
  vendor: "ark",
  images: [0, 0],
  named: new Map(),
  pixels: [512 * 512, 2048 * 2048],
  usual: square(1024),
  guided: true,
  sequences: false,
  modes: []
}

const fourth: ArkRules = {
  ...third,
  images: [0, 14],
  named: classes("1K", "2K", "4K"),
  pixels: [1280 * 720, 4096 * 4096],
  usual: square(2048),
  guided: false,
  sequences: true,
  modes: ["standard", "fast"]
}

/** The Seedream models. */
export const arkModels: Catalogue<ArkRules> = new Map([
  ["doubao-seedream-3-0-t2i-250415", third],
  ["doubao-seededit-3-0-i2i-250628", { ...third, images: [1, 1], pixels: undefined }],
  ["doubao-seedream-4-0-250828", fourth],
  [
    "doubao-seedream-4-5-251128",
    { ...fourth, named: classes("2K", "4K"), pixels: [2560 * 1440, 4096 * 4096], modes: ["standard"] }
  ]
])
