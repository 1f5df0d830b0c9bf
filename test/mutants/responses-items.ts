import type { Mutant } from "./mutant.ts"

const caughtBy = ["formats/responses"]

/** Defects of how plain items of the Responses API are taken. */
export const responsesItems: readonly Mutant[] = [
  {
    name: "responses: the phase of a message is nobody's",
    file: "formats/responses/opaque.ts",
    find: 'typeof phase === "string" && phase !== ""',
    replace: "phase === true",
    caughtBy: ["formats/crossing/phases.test.ts"]
  },
  {
    name: "responses: a phase that comes back is not sent",
    file: "formats/responses/messages-encode.ts",
    find: "phase: phase && phaseOf(phase), content",
    replace: "content",
    caughtBy: ["formats/crossing/phases.test.ts"]
  },
  {
    name: "responses: a phase behind which nothing stands is lost in silence",
    file: "formats/responses/messages-encode.ts",
    find: '  if (phase !== undefined) note(to, "foreign-opaque/phase", phase)\n',
    replace: "",
    caughtBy: ["formats/crossing/phases.test.ts"]
  },
  {
    name: "responses: a phase is told its own clients in the ids of calls",
    file: "formats/responses/tool-calls.ts",
    find: "isOwnPhase(part) ? undefined : part",
    replace: "part",
    caughtBy: ["formats/crossing/phases.test.ts"]
  },
  {
    name: "responses: a phase that comes with a message's end is lost",
    file: "formats/responses/stream-decode.ts",
    find: '  if (known.parts.size === 0) known.phase = phasePart(item, "")\n',
    replace: "",
    caughtBy: ["formats/crossing/phases.test.ts"]
  },
  {
    name: "responses: a phase matters to others as a signature does",
    file: "core/chat/envelope.ts",
    find: 'phaseOf(part) === undefined ? "foreign-opaque" : "foreign-opaque/phase"',
    replace: '"foreign-opaque"',
    caughtBy: ["formats/crossing/phases.test.ts"]
  },
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
