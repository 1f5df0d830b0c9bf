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
  },
  {
    name: "streams work as long as they have something to do",
    file: "upstream/turns.ts",
    find: "if (this.#spent < share || this.#isOver) return",
    replace: "if (this.#spent >= 0) return",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "all who stand in line go in one turn of the loop",
    file: "upstream/turns.ts",
    find: "if (!this.isFree) return",
    replace: "this.rest()",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "time in which nobody worked counts as work",
    file: "upstream/turns.ts",
    find: "this.#since = 0\n    if (this.#spent",
    replace: "if (this.#spent",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "who leaves the line is called all the same",
    file: "upstream/turns.ts",
    find: "return () => void this.#line.remove(link)",
    replace: "return () => void link",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "a stream is pulled at once, however much of it there is",
    file: "upstream/pieces.ts",
    find: "if (this.#bytes <= slice)",
    replace: "if (this.#bytes >= 0)",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "a stream that waits stands in line again with each piece",
    file: "upstream/pieces.ts",
    find: "if (this.#leave !== undefined || this.#waiter === undefined) return",
    replace: "if (this.#waiter === undefined) return",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "a reader who stopped does not stop its source",
    file: "upstream/pieces.ts",
    find: "this.#source.pause()",
    replace: "",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "a call of which pieces come is parsed with each text between them",
    file: "formats/generate-content/stream/parts.ts",
    find: "call.end.isClosed && (call.isObject ??= hasObject(call.value))",
    replace: "hasObject(call.value)",
    caughtBy: ["cost/streams.test.ts"]
  },
  {
    name: "members that nobody knows are counted anew with each frame",
    file: "words/events/gathered-native.ts",
    find: "this.#gather(this.#rest, rest)",
    replace: "this.#gather(this.#rest, new Map([...this.#rest, ...(rest ?? [])]))",
    caughtBy: ["cost/streams.test.ts"]
  },
  {
    name: "an answer's texts are looked through for each of its sources",
    file: "formats/generate-content/response/looking.ts",
    find: "return this.#left <= 0",
    replace: "return this.#left === undefined",
    caughtBy: ["cost/streams.test.ts"]
  },
  {
    name: "a piece of text is found where it is first",
    file: "words/nearest.ts",
    find: "found === undefined || Math.abs(start - place) < Math.abs(found - place)",
    replace: "found === undefined",
    caughtBy: ["words/nearest.test.ts"]
  },
  {
    name: "a piece of text that begins like itself is read over",
    file: "words/nearest.ts",
    find: "backs[at] = fits",
    replace: "backs[at] = 0",
    caughtBy: ["words/nearest.test.ts"]
  }
]
