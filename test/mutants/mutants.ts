import type { Mutant } from "./mutant.ts"

/** The defects. Each is one line that a tired editor could write. */
export const mutants: readonly Mutant[] = [
  {
    name: "numbers lose their spelling",
    file: "words/json-look.ts",
    find: "return String(Number(numeral)) !== numeral",
    replace: "return Number.isNaN(Number(numeral))",
    caughtBy: ["words"]
  },
  {
    name: "the order of integer-like names is lost",
    file: "words/json-exact.ts",
    find: "changes ||= this.#changes || isIndex(name)",
    replace: "changes ||= this.#changes",
    caughtBy: ["words"]
  },
  {
    name: "duplicate member names pass",
    file: "words/json.ts",
    find: "seen.risky || seen.members !== countMembers(value)",
    replace: "seen.risky",
    caughtBy: ["words"]
  },
  {
    name: "depth is not bounded",
    file: "words/json-look.ts",
    find: "if (++depth > limits.depth)",
    replace: "if (++depth > 1e9)",
    caughtBy: ["words"]
  },
  {
    name: "__proto__ sets the prototype",
    file: "words/json-exact.ts",
    find: 'if (name === "__proto__") Object.defineProperty',
    replace: 'if (name === "") Object.defineProperty',
    caughtBy: ["words"]
  },
  {
    name: "a fresh decoder for every piece of bytes",
    file: "words/sse.ts",
    find: "readText(state, decoder.decode(bytes, { stream: true }), max)",
    replace: "readText(state, new TextDecoder().decode(bytes), max)",
    caughtBy: ["words"]
  },
  {
    name: "CR and LF in two pieces are two line ends",
    file: "words/sse.ts",
    find: 'let from = state.afterReturn && text.startsWith("\\n") ? 1 : 0',
    replace: "let from = 0",
    caughtBy: ["words"]
  },
  {
    name: "several data lines keep only the last",
    file: "words/sse.ts",
    find: "state.data = state.data === undefined ? value : `${state.data}\\n${value}`",
    replace: "state.data = value",
    caughtBy: ["words"]
  },
  {
    name: "a cut frame counts as whole",
    file: "words/sse.ts",
    find: 'if (how !== "clean") return out',
    replace: 'if (how === "clean" && false) return out',
    caughtBy: ["words"]
  },
  {
    name: "an event name can hold a line end",
    file: "words/sse.ts",
    find: 'event.replace(/[\\r\\n\\0]/g, " ")',
    replace: "event",
    caughtBy: ["words"]
  },
  {
    name: "usage snapshots are added up",
    file: "words/fold.ts",
    find: "return { ...before, ...now,",
    replace: "return { ...now, ...before,",
    caughtBy: ["words"]
  }
]
