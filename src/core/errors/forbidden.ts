import { objectOr, type JsonObject } from "../json/json.ts"
import type { ErrorReason } from "./error.ts"

/** What vendors say with a 403 of what a client sent, and what each means; read in November 2026. */
const inputs: readonly (readonly [words: RegExp, reason: ErrorReason])[] = [
  /** OpenRouter: https://openrouter.ai/docs/errors */
  [/\byour input was flagged\b/i, "ContentBlocked"],
  /** xAI: https://github.com/UKGovernmentBEIS/inspect_ai/pull/2267, https://github.com/Wei-Shaw/sub2api/issues/4785 */
  [/^Content violates usage guidelines/i, "ContentBlocked"],
  /** Gemini of a cache that has ended; clients recorded it in September 2026, and try again without the cache. */
  [/\bCachedContent not found\b/i, "NotFound"],
  /** Gemini of a file that has: https://github.com/google-gemini/deprecated-generative-ai-python/issues/617, 692 */
  [/\bpermission to access the File\b/i, "NotFound"]
]

/**
 * What a 403 means that is about what the client sent, not about the key: a flagged prompt, which OpenRouter quotes
 * (https://openrouter.ai/docs/errors), or what is not there. Undefined: it may be about the key.
 */
export const forbiddenInput = (error: JsonObject, message: string): ErrorReason | undefined =>
  objectOr(error["metadata"])?.["flagged_input"] === undefined
    ? inputs.find(([words]) => words.test(message))?.[1]
    : "ContentBlocked"
