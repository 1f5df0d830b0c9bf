import type { Mutant } from "./mutant.ts"

const caughtBy = ["formats/crossing/caching.test.ts"]

/** Defects of how settings of OpenAI's cache go from one of its formats to the other. */
export const caching: readonly Mutant[] = [
  {
    name: "caching: every vendor gets the key of OpenAI's cache",
    file: "formats/chat-completions/options.ts",
    find: "writing.holds(ownVendor) ? saidCaching(request) : []",
    replace: "saidCaching(request)",
    caughtBy
  },
  {
    name: "caching: Claude's marks are sent to models that refuse them",
    file: "formats/chat-completions/parts.ts",
    find: "part.cache.mode !== undefined && ",
    replace: "",
    caughtBy
  }
]
