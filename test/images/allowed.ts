import type { ImageRequest } from "../../src/images.ts"
import type { Made } from "./made.ts"

const ratios = ["1:1", "3:2", "2:3", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"]

const sizes = {
  "3.0": "1024x1024 1152x864 864x1152 1280x720 720x1280 1248x832 832x1248 1512x648".split(" "),
  "4.x": [
    "2048x2048 2304x1728 1728x2304 2560x1440 1440x2560 2496x1664 1664x2496 3024x1296",
    "4096x4096 4704x3520 3520x4704 5504x3040 3040x5504 4992x3328 3328x4992 6240x2656 2K 4K"
  ].flatMap((some) => some.split(" "))
}

const said = ({ size }: ImageRequest): string | undefined => {
  switch (size?.kind) {
    case undefined:
      return undefined
    case "pixels":
      return `${size.width}x${size.height}`
    case "class":
      return size.name
    case "auto":
    case "as-input":
      return size.kind
  }
}

const isWithin = (value: number | undefined, least: number, most: number): boolean =>
  value === undefined || (value >= least && value <= most)

const isInteger = (value: number | undefined, least: number, most: number): boolean =>
  value === undefined || (Number.isInteger(value) && isWithin(value, least, most))

const isOne = (value: string | undefined, ...values: readonly string[]): boolean =>
  value === undefined || values.includes(value)

const seedIsFit = ({ seed }: ImageRequest): boolean => isInteger(seed, 0, 2_147_483_647)

const shown = ({ turns }: ImageRequest): number =>
  turns.flatMap(({ parts }) => parts.filter(({ type }) => type === "image")).length

/** What must hold of each request that a family's rules give: the endpoint tables, and by kind of model. */
export const allowed: Readonly<Record<Made, (request: ImageRequest) => boolean>> = {
  gemini: (request) =>
    request.as === "bytes" &&
    isInteger(request.count, 1, 10) &&
    isOne(request.ratio, ...ratios) &&
    isOne(said(request), ...(request.model.includes("flash") ? [] : ["1K", "2K", "4K"])) &&
    isWithin(request.temperature, 0, 2) &&
    isWithin(request.topP, 0, 1) &&
    isInteger(request.maxTokens, 1, 32_768) &&
    request.people === undefined &&
    request.mime === undefined,
  seedream: (request) => {
    const { model, watermark, seed, guidance, sequence, rewrite } = request
    const is3 = model.includes("-3-0-")
    const isEdit = model.includes("seededit")
    const wanted = isEdit
      ? ["as-input"]
      : is3
        ? sizes["3.0"]
        : [...sizes["4.x"], ...(model.includes("4-0") ? ["1K"] : [])]
    const all = model.startsWith("ep-")
    return (
      typeof watermark === "boolean" &&
      isInteger(request.count, 1, 10) &&
      seedIsFit(request) &&
      (all || isOne(said(request), ...wanted)) &&
      (all || is3 || (seed === undefined && guidance === undefined)) &&
      (!is3 || (guidance !== undefined && sequence === undefined && rewrite === undefined)) &&
      (is3 || (isOne(sequence?.mode, "auto", "disabled") && isInteger(sequence?.most, 1, 4))) &&
      (sequence?.mode === "auto") === (sequence?.most !== undefined) &&
      (rewrite !== "fast" || all || model.includes("4-0")) &&
      (!is3 || shown(request) === (isEdit ? 1 : 0))
    )
  },
  gptImage: (request) =>
    request.as === "bytes" &&
    isInteger(request.count, 1, 10) &&
    isOne(said(request), "1024x1024", "1024x1536", "1536x1024", "auto") &&
    request.size !== undefined &&
    isOne(request.quality, "low", "medium", "high", "auto") &&
    request.quality !== undefined &&
    isOne(request.fidelity, "low", "high") &&
    (request.fidelity === undefined || shown(request) > 0) &&
    shown(request) <= 10,
  qwenImage: (request) => {
    const { model, rewrite, watermark, count } = request
    const most = { "qwen-image": 0, "qwen-image-edit": 1 }[model] ?? 3
    const least = { "qwen-image-edit": 1, "qwen-image-edit-plus": 1 }[model] ?? 0
    return (
      typeof watermark === "boolean" &&
      isInteger(count, 1, model === "qwen-image-edit" ? 1 : 6) &&
      seedIsFit(request) &&
      (typeof rewrite === "boolean") === (model === "qwen-image-edit-plus" || model === "qwen-image-9") &&
      shown(request) >= least &&
      shown(request) <= most
    )
  }
}
