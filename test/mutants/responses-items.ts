import type { Mutant } from "./mutant.ts"

const caughtBy = ["formats/responses"]

/** Defects of how plain items of the Responses API are taken. */
export const responsesItems: readonly Mutant[] = [
  {
    name: "responses requests: other vendors' marks of what to cache are OpenAI's",
    file: "formats/responses/parts.ts",
    find: "cache?.mode !== undefined && ",
    replace: "",
    caughtBy: ["formats/crossing"]
  },
  {
    name: "responses requests: what the assistant said has marks of what to cache",
    file: "formats/responses/parts.ts",
    find: ' && out["type"] !== "output_text"',
    replace: "",
    caughtBy: ["formats/crossing"]
  },
  {
    name: "responses requests: a plain item loses what it says of itself",
    file: "formats/responses/turns.ts",
    find: "if (item[key] !== undefined) consume(node, key, JsonText.member(item, key))",
    replace: "",
    caughtBy
  },
  {
    name: "responses requests: a plain item may have unknown members",
    file: "formats/responses/turns.ts",
    find: "if (!members.has(key) || (",
    replace: "if ((",
    caughtBy
  },
  {
    name: "responses requests: a plain call never broke off",
    file: "formats/responses/turns.ts",
    find: "turns.say(at, asEnded(call, item))",
    replace: "turns.say(at, call)",
    caughtBy
  },
  {
    name: "responses requests: a plain result is never a failed one",
    file: "formats/responses/turns.ts",
    find: "const parts = unwrapError(said)",
    replace: "const parts = unwrapError([])",
    caughtBy
  }
]
