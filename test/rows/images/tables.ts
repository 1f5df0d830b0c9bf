import { gemini } from "./gemini.ts"
import { gptImage } from "./gpt-image.ts"
import { qwenImage } from "./qwen-image.ts"
import type { ImageTable } from "./row.ts"
import { seedream } from "./seedream.ts"

/** The tables of the families. */
export const imageTables: readonly ImageTable[] = [gemini, seedream, gptImage, qwenImage]
