import type { Mutant } from "./mutant.ts"

/** Defects that make work grow faster than its input, and that lift what caps it. */
export const cost: readonly Mutant[] = [
  {
    name: "the zeros of a number are looked for from each of them",
    file: "words/json/decimal.ts",
    find: 'withoutEnd(withoutEnd(text, "0"), ".")',
    replace: 'text.replace(/\\.?0+$/, "")',
    caughtBy: ["cost/expressions.test.ts"]
  },
  {
    name: "the padding of a signature is looked for from each of its characters",
    file: "formats/generate-content/signature.ts",
    find: 'withoutEnd(signature, "=")',
    replace: 'signature.replace(/=+$/, "")',
    caughtBy: ["cost/expressions.test.ts"]
  },
  {
    name: "each result looks through all calls",
    file: "formats/chat-completions/request/messages-encode.ts",
    find: "[message], ids, answered, out)",
    replace: "[message], ids, answersIn([message], ids), out)",
    caughtBy: ["cost/requests.test.ts"]
  },
  {
    name: "the text of a part is looked at for each carrier beside it",
    file: "formats/messages/opaque.ts",
    find: "const known = this.#found.get(part) ?? {",
    replace: "const known = {",
    caughtBy: ["cost/requests.test.ts"]
  },
  {
    name: "each piece of a call looks through all that wait",
    file: "formats/chat-completions/stream/call-line.ts",
    find: "return this.#calls.get(part)",
    replace: "return [...this.#calls.values()].find((call) => call.part === part)",
    caughtBy: ["cost/streams.test.ts"]
  },
  {
    name: "each thought of a stream tells all before it",
    file: "formats/chat-completions/stream/candidate.ts",
    find: "for (; writer.placed < before; writer.placed++) {",
    replace: "for (writer.placed = 0; writer.placed < before; writer.placed++) {",
    caughtBy: ["cost/streams.test.ts"]
  },
  {
    name: "a number has any length",
    file: "words/json/look.ts",
    find: "end - at > caps.numeral",
    replace: "end < at",
    caughtBy: ["cost/caps.test.ts"]
  },
  {
    name: "any number of tools is taken",
    file: "words/chat/sizes.ts",
    find: "tools.length > caps.tools",
    replace: "tools.length < 0",
    caughtBy: ["cost/caps.test.ts"]
  },
  {
    name: "any number of candidates can be asked for",
    file: "words/chat/sizes.ts",
    find: "candidates > caps.candidates",
    replace: "candidates < 0",
    caughtBy: ["cost/caps.test.ts"]
  },
  {
    name: "a vendor of chat completions may open any number of choices",
    file: "formats/chat-completions/stream/decode.ts",
    find: "state.choices.size > caps.candidates",
    replace: "state.choices.size < 0",
    caughtBy: ["cost/caps.test.ts"]
  },
  {
    name: "a form may have any number of parts",
    file: "endpoints/multipart.ts",
    find: "if (parts.length === caps.parts)",
    replace: "if (parts.length === -1)",
    caughtBy: ["cost/caps.test.ts"]
  },
  {
    name: "items of a list stand at one place",
    file: "words/json/place.ts",
    find: "path[last] = key + 1",
    replace: "path[last] = key",
    caughtBy: ["words/json/place.test.ts"]
  }
]
