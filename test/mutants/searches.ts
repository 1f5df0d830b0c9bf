import type { Mutant } from "./mutant.ts"

const caughtBy = ["formats/crossing/searches.test.ts"]

/** Defects of what an answer tells of a search, in the formats that did not make it. */
export const searches: readonly Mutant[] = [
  {
    name: "searches: an empty frame forgets what Gemini found",
    file: "formats/generate-content/stream-decode.ts",
    find: "if (saysAny(value)) members.set(",
    replace: "members.set(",
    caughtBy
  },
  {
    name: "searches: what is told again is cited again",
    file: "core/chat/citations.ts",
    find: "if (key !== undefined && this.#told.has(key)) return false",
    replace: "",
    caughtBy
  },
  {
    name: "searches: the block of a text ends before what it rests on is known",
    file: "formats/messages/stream-encode-parts.ts",
    find: 'if (to.open === track && track.kind !== "text") closeOpen(to)',
    replace: "if (to.open === track) closeOpen(to)",
    caughtBy
  },
  {
    name: "searches: an answer of calls alone cites what a search found",
    file: "core/chat/citations.ts",
    find: "|| last === undefined",
    replace: "",
    caughtBy
  },
  {
    name: "searches: an annotation of another kind is not there",
    file: "formats/chat-completions/citations.ts",
    find: '{ source: { kind: "other", format: id, body: JsonText.of(item) } }',
    replace: "undefined",
    caughtBy
  },
  {
    name: "searches: what else is said of a page is lost in silence",
    file: "formats/chat-completions/citations.ts",
    find: "if (isObject(page)) inner =",
    replace: "if (false && isObject(page)) inner =",
    caughtBy
  }
]
