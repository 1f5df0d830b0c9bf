import type * as Layer from "effect/Layer"
import type { ChatModels } from "../capabilities/chat-models.ts"
import { generateContent } from "../formats/generate-content/index.ts"
import type { Upstream } from "../upstream/upstream.ts"
import type { Call } from "../words/format.ts"
import { parseModelId } from "../words/model-id.ts"
import { type ChatOptions, chatFamily } from "./chat-line.ts"
import type { Family, Listing } from "./family.ts"
import { edits } from "./gemini-edits.ts"
import { geminiModels, target } from "./models/gemini.ts"

/** What a list of families says of it. */
export const listing: Listing = {
  family: "gemini",
  format: generateContent.id,
  catalogue: geminiModels,
  environment: { key: "GEMINI_API_KEY", url: "GOOGLE_GEMINI_BASE_URL" }
}

/**
 * Gemini models, at their vendor's API or at one that speaks as it does. Their ids may carry a suffix that says how to
 * think: `gemini-2.5-flash-thinking-2048`.
 *
 * @example
 * Families.of(Gemini.layer({ key: process.env.GEMINI_API_KEY }))
 */
export const layer = (options: ChatOptions): Layer.Layer<Family<ChatModels>, never, Upstream> =>
  chatFamily(
    {
      family: "gemini",
      format: generateContent,
      catalogue: geminiModels,
      models: ["gemini-*"],
      url: "https://generativelanguage.googleapis.com",
      takesStreamUsage: false,
      target,
      parse: parseModelId,
      edits,
      path,
      headers: (_, key) => ({ "x-goog-api-key": key }),
      thinks: ({ body }) => !/"thinking_?budget"\s*:\s*0\b/i.test(body.text)
    },
    options
  )

/** Ids that say themselves which collection they are of. */
const collections = /^(?:models|tunedModels)\//

const path = ({ model, stream }: Call): string => {
  const name = model.split("/").map(encodeURIComponent).join("/")
  const verb = stream ? "streamGenerateContent?alt=sse" : "generateContent"
  return `/v1beta/${collections.test(model) ? name : `models/${name}`}:${verb}`
}
