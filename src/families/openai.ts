import type * as Layer from "effect/Layer"
import type { ChatModels } from "../capabilities/chat-models.ts"
import { chatCompletions } from "../formats/chat-completions/index.ts"
import type { Upstream } from "../upstream/upstream.ts"
import type { Call } from "../words/format.ts"
import { bodyWith } from "./body.ts"
import { type ChatOptions, chatFamily } from "./chat-line.ts"
import type { Family } from "./family.ts"
import { openaiModels, target } from "./models/openai.ts"
import { edits } from "./openai-edits.ts"

/**
 * OpenAI chat models, at their vendor's API or at one that speaks as it does.
 *
 * @example
 * Families.of(OpenAI.layer({ key: process.env.OPENAI_API_KEY }))
 */
export const layer = (options: ChatOptions): Layer.Layer<Family<ChatModels>, never, Upstream> =>
  chatFamily(
    {
      family: "openai",
      format: chatCompletions,
      catalogue: openaiModels,
      models: ["gpt-*", "chatgpt-*", "o1*", "o3*", "o4*", "ft:*"],
      url: "https://api.openai.com/v1",
      takesStreamUsage: true,
      target,
      edits,
      path: () => "/chat/completions",
      headers: (_, key) => ({ authorization: `Bearer ${key}` }),
      thinks
    },
    options
  )

const thinks = (call: Call): boolean => {
  const effort = bodyWith(call, ["reasoning_effort"])?.["reasoning_effort"]
  return typeof effort === "string" && effort !== "none"
}
