import type { Mutant } from "./mutant.ts"

const caughtBy = ["formats/crossing/same-format.test.ts"]

/** Defects of streams between two that speak one format, and of bytes that go to who does not take them. */
export const sameFormat: readonly Mutant[] = [
  {
    name: "same format: an item of the Responses API loses its id in a stream",
    file: "formats/responses/stream-decode-parts.ts",
    find: "known.id ??= id",
    replace: "void id",
    caughtBy
  },
  {
    name: "same format: two messages of a stream become one",
    file: "formats/responses/stream-encode-state.ts",
    find: "if (track.content === undefined && beginsMessage(track.value)) closeMessage(to)",
    replace: "",
    caughtBy
  },
  {
    name: "same format: a call that ended is in progress in a stream",
    file: "formats/responses/tool-calls.ts",
    find: '  said.delete("status")\n',
    replace: "",
    caughtBy
  },
  {
    name: "same format: an answer of the Responses API is told to clients of Gemini at its end",
    file: "formats/generate-content/stream-encode-parts.ts",
    find: 'value.type === "text" && !isOwn(value)',
    replace: 'value.type === "text" && value.native === undefined',
    caughtBy
  },
  {
    name: "same format: Gemini's own signature is sealed in a stream",
    file: "formats/generate-content/stream-encode-parts.ts",
    find: "${thought}${signatureOf(state)}}",
    replace: "${thought}}",
    caughtBy
  },
  {
    name: "same format: a stream of Messages begins before its input is counted",
    file: "formats/messages/stream-decode.ts",
    find: '  out.push({ type: "start", response })\n',
    replace: '  out.unshift({ type: "start", response })\n',
    caughtBy
  },
  {
    name: "the signature of a text goes to chat completions of whom it is not",
    file: "formats/chat-completions/messages-encode.ts",
    find: "given.filter((bytes) => writing.takes(bytes))",
    replace: "given.filter((bytes) => writing.takes(bytes) || bytes.vendor !== writing.target.vendor)",
    caughtBy
  }
]
