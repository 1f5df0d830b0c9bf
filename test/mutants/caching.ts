import type { Mutant } from "./mutant.ts"

const caughtBy = ["formats/crossing/caching.test.ts"]

/** Defects of how settings of OpenAI's cache go from one of its formats to the other. */
export const caching: readonly Mutant[] = [
  {
    name: "messages: the mark that Claude places is longer than those before it",
    file: "formats/messages/context.ts",
    find: "isLong ? marks.length : marks",
    replace: "marks",
    caughtBy: ["formats/crossing/caching.test.ts"]
  },
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
