import type { Size } from "../../images/picture.ts"

/** What a Gemini model draws (https://ai.google.dev/gemini-api/docs/image-generation). */
export interface ImageRules {
  /** How large an image of each ratio is, in the smallest class. */
  readonly ratios: ReadonlyMap<string, Size>
  /** The classes of sizes that can be asked for, how many times as wide an image of each is, and its tokens. */
  readonly classes: ReadonlyMap<string, { readonly times: number; readonly tokens: number }>
  /** The tokens of an image that is asked for without a class. */
  readonly tokens: number
  /** The most images that it is given. */
  readonly most: number
}

const ratios = (table: Readonly<Record<string, readonly [width: number, height: number]>>): ImageRules["ratios"] =>
  new Map(Object.entries(table).map(([ratio, [width, height]]) => [ratio, { width, height }]))

/** The image model of 2.5: one class of sizes, which cannot be asked for. */
export const flashImage: ImageRules = {
  ratios: ratios({
    "1:1": [1024, 1024],
    "2:3": [832, 1248],
    "3:2": [1248, 832],
    "3:4": [864, 1184],
    "4:3": [1184, 864],
    "4:5": [896, 1152],
    "5:4": [1152, 896],
    "9:16": [768, 1344],
    "16:9": [1344, 768],
    "21:9": [1536, 672]
  }),
  classes: new Map(),
  tokens: 1290,
  most: 14
}

/** The image model of 3. */
export const proImage: ImageRules = {
  ratios: ratios({
    "1:1": [1024, 1024],
    "2:3": [848, 1264],
    "3:2": [1264, 848],
    "3:4": [896, 1200],
    "4:3": [1200, 896],
    "4:5": [928, 1152],
    "5:4": [1152, 928],
    "9:16": [768, 1376],
    "16:9": [1376, 768],
    "21:9": [1584, 672]
  }),
  classes: new Map([
    ["1K", { times: 1, tokens: 1120 }],
    ["2K", { times: 2, tokens: 1120 }],
    ["4K", { times: 4, tokens: 2000 }]
  ]),
  tokens: 1120,
  most: 14
}
