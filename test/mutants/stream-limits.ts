import type { Mutant } from "./mutant.ts"

/** Defects in what one stream may take of the process: its loop, its memory, its notes. */
export const streamLimits: readonly Mutant[] = [
  {
    name: "an error of the gateway's own in a stream quotes no request",
    file: "formats/messages/stream/encode.ts",
    find: "requestId === undefined ? error",
    replace: "requestId !== undefined ? error",
    caughtBy: ["shell/told.test.ts"]
  },
  {
    name: "an answer's notes are all kept",
    file: "exchange/kept-notes.ts",
    find: "if (this.#notes.length < most)",
    replace: "if (this.#notes.length >= 0)",
    caughtBy: ["shell/told.test.ts"]
  }
]
