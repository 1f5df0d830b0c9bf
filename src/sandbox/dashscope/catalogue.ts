import type { Size } from "../images/picture.ts"
import type { Catalogue, Model } from "../model.ts"

/** What a Qwen image model takes (https://www.alibabacloud.com/help/en/model-studio/qwen-image-api). */
export interface QwenImageRules {
  readonly vendor: "dashscope"
  /** How many images it is given, at least and at most. */
  readonly images: readonly [least: number, most: number]
  /** The most images that it makes at once. */
  readonly count: number
  /** The sizes that it makes, where it makes only these. */
  readonly sizes: readonly string[] | undefined
}

/** A Qwen image model. */
export type QwenImageModel = Model<QwenImageRules>

const edit: QwenImageRules = { vendor: "dashscope", images: [1, 3], count: 1, sizes: undefined }

const drawn: QwenImageRules = {
  ...edit,
  images: [0, 0],
  sizes: ["1664*928", "1472*1104", "1472*1140", "1328*1328", "1104*1472", "1140*1472", "928*1664"]
}

/** The side of an image that an edit makes, at least and at most. */
export const side = [512, 2048] as const

/** What is made where no size was asked for and none is known. */
export const usual = {
  drawn: { width: 1328, height: 1328 },
  edited: { width: 1024, height: 1024 }
} as const satisfies {
  readonly [key: string]: Size
}

/** The Qwen image models. */
export const qwenImageModels: Catalogue<QwenImageRules> = new Map([
  ["qwen-image", drawn],
  ["qwen-image-plus", drawn],
  ["qwen-image-max", drawn],
  ["qwen-image-edit", edit],
  ["qwen-image-edit-plus", { ...edit, count: 6 }]
])
