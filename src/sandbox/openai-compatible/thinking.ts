import { digest } from "../digest.ts"
import { given, member, numberAt, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import type { Effort } from "../model.ts"
import type { Thoughts } from "../openai/response.ts"
import { piecesOf } from "../tokens.ts"
import type { AlikeRules, AlikeVendor } from "./catalogue.ts"

/** Whether a request asks its model to think, in its vendor's own members; undefined where it does not say. */
const askedBy = (vendor: AlikeVendor, body: JsonObject): boolean | undefined => {
  switch (vendor) {
    case "qwen": {
      const on = given(body, "enable_thinking")
      return typeof on === "boolean" ? on : undefined
    }
    case "deepseek":
    case "kimi": {
      const type = textAt(body, "thinking", "type")
      return type === undefined ? undefined : type === "enabled"
    }
    case "openrouter":
      if (textAt(body, "reasoning", "effort") === "none" || member(body, "reasoning", "enabled") === false) return false
      return given(body, "reasoning") === undefined ? undefined : true
  }
}

/** Whether a model thinks in this request. */
export const thinksIn = ({ vendor, thinks }: AlikeRules, body: JsonObject): boolean => {
  const asked = askedBy(vendor, body)
  switch (thinks) {
    case "never":
      return false
    case "always":
      return true
    case "asked":
      return asked === true
    case "unasked":
      return asked !== false
  }
}

const efforts: readonly Effort[] = ["minimal", "low", "medium", "high", "xhigh", "max"]

/** How hard it thinks: an effort, or what a budget comes to; medium where nothing says. */
export const effortIn = (body: JsonObject): Effort => {
  const said = textAt(body, "reasoning", "effort") ?? textAt(body, "reasoning_effort")
  const budget = numberAt(body, "thinking_budget") ?? numberAt(body, "reasoning", "max_tokens")
  const measured = budget === undefined ? "medium" : budget <= 1024 ? "low" : budget <= 8192 ? "medium" : "high"
  return efforts.find((effort) => effort === said) ?? measured
}

/** The signature of a thought of a vendor behind OpenRouter. */
export const signatureOf = (thought: string): string => digest(`thought ${thought}`, 48)

const detail = { type: "reasoning.text", format: "anthropic-claude-v1", index: 0 } as const

const plain: Thoughts = {
  whole: (text) => ({ reasoning_content: text }),
  deltas: (text) => piecesOf(text).map((piece) => ({ content: null, reasoning_content: piece }))
}

const detailed: Thoughts = {
  whole: (text) => ({ reasoning: text, reasoning_details: [{ ...detail, text, signature: signatureOf(text) }] }),
  deltas: (text) =>
    text === ""
      ? []
      : [
          ...piecesOf(text).map((piece) => ({
            content: "",
            reasoning: piece,
            reasoning_details: [{ ...detail, text: piece }]
          })),
          { content: "", reasoning_details: [{ ...detail, signature: signatureOf(text) }] }
        ]
}

/** How a vendor shows thoughts. */
export const thoughtsOf = (vendor: AlikeVendor): Thoughts => (vendor === "openrouter" ? detailed : plain)
