import type { GeminiRefusal } from "../context.ts"
import { accessRefusals } from "./access.ts"
import { contentRefusals } from "./contents.ts"
import { generationRefusals } from "./generation.ts"
import { imageRefusals } from "./images.ts"
import { toolRefusals } from "./tools.ts"

/** Everything that the Gemini API refuses here, in the order in which it looks. */
export const geminiRefusals: readonly GeminiRefusal[] = [
  ...accessRefusals,
  ...generationRefusals,
  ...imageRefusals,
  ...toolRefusals,
  ...contentRefusals
]
