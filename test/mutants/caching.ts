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
    file: "formats/chat-completions/context.ts",
    find: "this.holds(ownVendor) && isInVendorsWords(root)",
    replace: "this.holds(ownVendor)",
    caughtBy
  },
  {
    name: "caching: an hour is a time of OpenAI's cache",
    file: "formats/openai/members.ts",
    find: 'isInVendorsWords(root) && (ttl === "30m" || ttl === "12h") ? ttl : undefined',
    replace: "ttl",
    caughtBy
  },
  {
    name: "caching: how long its marks hold is lost between OpenAI's formats",
    file: "formats/openai/members.ts",
    find: '(ttl === "30m" || ttl === "12h")',
    replace: 'ttl === "30m"',
    caughtBy
  }
]
