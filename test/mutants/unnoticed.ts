import type { Mutant } from "./mutant.ts"

const rowsOfModels: Mutant["caughtBy"] = ["families/model-rows.test.ts"]
const places: Mutant["caughtBy"] = ["laws/places.test.ts"]
const writing: Mutant["caughtBy"] = ["formats/messages/stream.test.ts"]

/** Small defects that no test of their room would notice by chance: a row, an order, the second of several. */
export const unnoticed: readonly Mutant[] = [
  {
    name: "a Claude model that writes by a schema is said to have none",
    file: "families/claude/models.ts",
    find: '["claude-opus-4-1", { ...opus4, schemas: true, oneSampling: true }]',
    replace: '["claude-opus-4-1", { ...opus4, oneSampling: true }]',
    caughtBy: rowsOfModels
  },
  {
    name: "a Kimi model rests as it thinks",
    file: "families/kimi.ts",
    find: "thinkingOff: { ...fixed, temperature: 0.6 }",
    replace: "thinkingOff: fixed",
    caughtBy: rowsOfModels
  },
  {
    name: "a small Gemini 3 model is told a budget",
    file: "families/gemini/models.ts",
    find: '["gemini-3.1-flash-lite-preview", flash3]',
    replace: '["gemini-3.1-flash-lite-preview", lite25]',
    caughtBy: rowsOfModels
  },
  {
    name: "a model of images is shown a video",
    file: "families/openai-compatible/messages.ts",
    find: "if (!model.media.includes(medium))",
    replace: "if (model.media.length === 0)",
    caughtBy: rowsOfModels
  },
  {
    name: "a citation is told again where its text goes on",
    file: "formats/messages/stream-encode-parts.ts",
    find: "of track.citations.splice(0)) addCitation",
    replace: "of track.citations) addCitation",
    caughtBy: writing
  },
  {
    name: "an input that ends in a brace for now is whole",
    file: "formats/messages/tool-calls.ts",
    find: "return this.#end.isClosed && (this.#isObject ??= isWholeInput(this.#text.text))",
    replace: 'return this.#text.text.endsWith("}")',
    caughtBy: writing
  },
  {
    name: "whoever waits longest passes last",
    file: "upstream/connection-limiter.ts",
    find: "const first = next.queue.first",
    replace: "const first = next.queue.last",
    caughtBy: ["upstream/connection-limiter.test.ts"]
  },
  {
    name: "an answer in no coding, spelled in capitals, is refused",
    file: "upstream/call.ts",
    find: 'encoding.toLowerCase() !== "identity"',
    replace: 'encoding !== "identity"',
    caughtBy: ["faults/gateway/errors.test.ts"]
  },
  {
    name: "a download of no told length may be twice the cap",
    file: "media/fetch/node-fetcher.ts",
    find: "if (size > most) throw new MediaTooLarge()",
    replace: "if (size > 2 * most) throw new MediaTooLarge()",
    caughtBy: ["media/fetcher.test.ts"]
  },
  {
    name: "a vendor's error that nobody can read passes as the end of its stream",
    file: "formats/messages/passthrough.ts",
    find: 'frame.event === "error" ? isObject(parsedOrNull(frame.data)) :',
    replace: 'frame.event === "error" ||',
    caughtBy: ["faults/gateway/errors.test.ts"]
  },
  {
    name: "a GPT model that rests is sent stop sequences that it refuses",
    file: "families/openai/models.ts",
    find: "thinkingOff: { ...unweighed, stop: undefined }",
    replace: "thinkingOff: unweighed",
    caughtBy: ["families/openai.test.ts"]
  },
  {
    name: "claims in memory are never forgotten",
    file: "tasks/memory.ts",
    find: "if (claim.until <= now) claims.delete(key)",
    replace: "if (claim.until < 0) claims.delete(key)",
    caughtBy: ["tasks/memory.test.ts"]
  },
  {
    name: "a note about what an unknown member's container says names it in another spelling",
    file: "core/reading/object-reader.ts",
    find: "if (place !== path) node.places",
    replace: "if (place === undefined) node.places",
    caughtBy: places
  },
  {
    name: "a call without an id has its note where no id stands",
    file: "formats/chat-completions/messages-encode.ts",
    find: 'call.id === undefined ? undefined : "id"',
    replace: '"id"',
    caughtBy: places
  },
  {
    name: "an effort alone is noted as a thinking member that is not there",
    file: "formats/messages/settings.ts",
    find: "if (thinking === undefined && effort !== undefined) request.places",
    replace: "if (thinking === undefined && effort === undefined) request.places",
    caughtBy: places
  },
  {
    name: "a result without content has its note in it",
    file: "formats/messages/tool-results.ts",
    find: 'block.says("content") ? resultPlaces : errorPlaces',
    replace: "resultPlaces",
    caughtBy: places
  },
  {
    name: "the name of who speaks is lost toward contents",
    file: "formats/generate-content/messages-encode.ts",
    find: "if (message.name !== undefined) note(",
    replace: 'if (message.name === "") note(',
    caughtBy: ["laws/notes.test.ts"]
  },
  {
    name: "carried bytes are put back in the order of their list",
    file: "formats/chat-completions/places.ts",
    find: ".toSorted((a, b) => at(a.index) - at(b.index))",
    replace: "",
    caughtBy: ["formats/chat-completions"]
  },
  {
    name: "a blank line that is cut in two is seen late",
    file: "exchange/event-lines.ts",
    find: "const near = this.size === 0 ? piece : concatBytes([this.#end, piece])",
    replace: "const near = piece",
    caughtBy: ["shell/event-boundaries.test.ts"]
  },
  {
    name: "the usage of a split batch is that of the calls that told it",
    file: "exchange/embeddings/embeddings.ts",
    find: "known.length === all.length ? sum(known) : undefined",
    replace: "known.length > 0 ? sum(known) : undefined",
    caughtBy: ["embeddings/crossing.test.ts"]
  },
  {
    name: "the query of a whole URL as a target is lost",
    file: "hosts/node.ts",
    find: "return pathname + search",
    replace: "return pathname",
    caughtBy: ["hosts/malformed.test.ts"]
  },
  {
    name: "models that draw were made in 1970",
    file: "families/models/line.ts",
    find: "created === undefined ? made : { ...made, created }",
    replace: 'created === undefined || !("edits" in made) ? made : { ...made, created }',
    caughtBy: ["families/listed.test.ts"]
  }
]
